import type { Delta } from '#domain/deltas.ts'

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
