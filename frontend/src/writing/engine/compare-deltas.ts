import { Delta, tableEmbed } from '#domain/deltas.ts'

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}

/** Compares two changes; the order of attributes may differ. */
export const sameDelta = (a: Delta, b: Delta): boolean =>
  JSON.stringify(sorted(a.ops)) === JSON.stringify(sorted(b.ops))

/** Replaces mentions, images and tables by placeholders of their length. */
const unnamed = ({ ops }: Delta): Delta =>
  ops.reduce((all, { insert, retain, delete: gone, attributes }) => {
    if (gone) return all.delete(gone)
    if (insert !== undefined) return all.insert(typeof insert === 'string' ? insert : ' ', attributes)
    return all.retain(typeof retain === 'number' ? retain : 1, attributes)
  }, new Delta())

/**
 * Returns true if a change was recorded with the same text and formats, though perhaps fewer mentions: users cannot
 * mention hidden items.
 */
export const namesLess = (recorded: Delta, sent: Delta): boolean => sameDelta(unnamed(recorded), unnamed(sent))

/** Returns true if a change replaces a table, which would discard input in its cells. */
export const replacesTable = ({ ops }: Delta): boolean =>
  ops.some(({ insert }) => typeof insert === 'object' && tableEmbed in insert)
