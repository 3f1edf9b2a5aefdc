import type { Difference } from './audit-accounts.ts'

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** The key that identifies an entry of a list, regardless of its order. */
const nameOf = (thing: unknown): string | undefined => {
  const name = isFields(thing) ? (thing.id ?? thing.source) : undefined
  return typeof name === 'string' ? name : undefined
}

/** Converts a list of identified things to an object by id; other values stay unchanged. */
const named = (value: unknown): unknown =>
  Array.isArray(value) && value.every((thing) => nameOf(thing) !== undefined)
    ? Object.fromEntries(value.map((thing) => [nameOf(thing), thing]))
    : value

const isSame = (before: unknown, after: unknown) => JSON.stringify(before ?? null) === JSON.stringify(after ?? null)

/**
 * Lists the differences between two states, down to single values. An added or removed object is one difference; list
 * entries with an id are compared with their counterpart.
 */
export const differencesOf = (before: unknown, after: unknown, path = ''): Difference[] => {
  if (isSame(before, after)) return []
  const [was, is] = [named(before), named(after)]
  if (!isFields(was) || !isFields(is)) return [{ path, before: before ?? null, after: after ?? null }]
  const steps = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  return steps.flatMap((step) => differencesOf(was[step], is[step], path === '' ? step : `${path}.${step}`))
}
