import type { CollectionRow } from '#projections/collections.ts'

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** A campaign's folders as choices of a list, each below what it is in and set in as deep. One whose parent is not seen is at the root. */
export const nested = (rows: readonly CollectionRow[]): { value: string; label: string }[] => {
  const ids = new Set(rows.map(({ id }) => id))
  const below = Map.groupBy(rows, ({ parentCollectionId: id }) => (id !== null && ids.has(id) ? id : null))
  const list = (parent: string | null, depth: number): { value: string; label: string }[] =>
    (below.get(parent) ?? [])
      .toSorted((a, b) => byName.compare(a.name, b.name))
      .flatMap(({ id, name }) => [
        // Blanks at the beginning of an option are dropped, unless they do not break.
        { value: id, label: `${'\u00a0'.repeat(4 * depth)}${name}` },
        ...list(id, depth + 1),
      ])
  return list(null, 0)
}
