import { isDeepStrictEqual } from 'node:util'
import type { Answer } from './definitions.ts'

/** Lists that the web app shows in an order of its own; trees and menus sort what they show. */
const ordered = new Set(['collectionConjurations', 'gallery', 'conjurationImages', 'members'])

/** Where a followed answer is not what the server answers now, in words; undefined where they agree. A refusal has no rows. */
export function disagreement(name: string, followed: Answer, fresh: Answer | undefined): string | undefined {
  if (!fresh) return followed.rows?.length ? `has ${followed.rows.length} rows of what the server refuses` : undefined
  const [mine, theirs] = [followed.rows ?? [], fresh.rows ?? []]
  const there = new Map(theirs.map((row) => [row.id, row]))
  for (const row of mine) {
    const other = there.get(row.id)
    if (!other) return `has ${row.id}, which the server does not`
    if (!isDeepStrictEqual(row, other)) return `${row.id}: ${differing(row, other)}`
    there.delete(row.id)
  }
  for (const id of there.keys()) return `lacks ${id}`
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
  if (ordered.has(name) && !isDeepStrictEqual(ids(mine), ids(theirs))) return 'has another order'
  return followed.total === fresh.total ? undefined : `counts ${followed.total}, not ${fresh.total}`
}

const differing = (one: object, other: object): string =>
  Object.keys({ ...one, ...other })
    .map((key) => [key, Reflect.get(one, key), Reflect.get(other, key)] as const)
    .filter(([, a, b]) => !isDeepStrictEqual(a, b))
    .map(([key, a, b]) => `${key} is ${JSON.stringify(a)}, not ${JSON.stringify(b)}`)
    .join('; ')
