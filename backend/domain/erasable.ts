import { z } from 'zod'

/**
 * Owners of encryption keys: a user, a campaign with its shared text, a member's conversation, a visitor's request for support, or a
 * year's bookkeeping, whose retention the law requires.
 */
export type KeyOwner =
  | `user:${string}`
  | `campaign:${string}`
  | `conversation:${string}`
  | `support:${string}`
  | `accounting:${number}`

/** Text written in a campaign belongs to the campaign, and text outside of all campaigns to its owner. */
export const keyOwnerOf = (campaignId: string | null, userId: string): KeyOwner =>
  campaignId === null ? `user:${userId}` : `campaign:${campaignId}`

const marked = new WeakSet<z.ZodType>()

/** Marks written text and personal data: a string or a list. An erased value reads as empty. */
export const erasable = <S extends z.ZodType<string | readonly unknown[]>>(schema: S): S => {
  marked.add(schema)
  return schema
}

/** Values by their path in an event's data, its steps joined by dots. */
export type ErasablePart = Record<string, unknown>

const pathsOf = (schema: z.ZodType): string[][] => {
  if (marked.has(schema)) return [[]]
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return pathsOf(schema.unwrap() as z.ZodType)
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).flatMap(([key, value]) =>
    pathsOf(value as z.ZodType).map((path) => [key, ...path]),
  )
}

const known = new WeakMap<z.ZodType, readonly string[][]>()
/** Paths of the erasable values in the data of a schema. */
export const erasablePaths = (schema: z.ZodType): readonly string[][] => {
  const paths = known.get(schema) ?? pathsOf(schema)
  known.set(schema, paths)
  return paths
}

type Data = Record<string, unknown>
const isData = (value: unknown): value is Data => value !== null && typeof value === 'object' && !Array.isArray(value)

const valueAt = (data: unknown, path: readonly string[]): unknown =>
  path.reduce((at, step) => (isData(at) ? at[step] : undefined), data)

const withValue = (data: Data, [step = '', ...rest]: readonly string[], value: unknown): Data => {
  const below = data[step]
  return { ...data, [step]: rest.length === 0 ? value : withValue(isData(below) ? below : {}, rest, value) }
}

/** Splits data into the `rest`, whose erasable values are emptied, and these values by path (`part`). Undefined if there are none. */
export const withoutErasable = (schema: z.ZodType, data: unknown): { rest: Data; part: ErasablePart } | undefined => {
  const found = erasablePaths(schema).flatMap((path) => {
    const value = valueAt(data, path) as string | readonly unknown[] | null | undefined
    return value?.length ? [{ path, value }] : []
  })
  if (found.length === 0 || !isData(data)) return undefined
  return {
    rest: found.reduce((rest, { path, value }) => withValue(rest, path, Array.isArray(value) ? [] : ''), data),
    part: Object.fromEntries(found.map(({ path, value }) => [path.join('.'), value])),
  }
}

/** Returns the data that `withoutErasable` split. */
export const withErasable = (rest: Data, part: ErasablePart): Data =>
  Object.entries(part).reduce((data, [path, value]) => withValue(data, path.split('.'), value), rest)
