import type { CollectionListItem } from '#projections/answers.ts'

/** Folders of a campaign as far as they are known here, nested. `null` stands for the root. */
export interface CollectionTree {
  get(id: string): CollectionListItem | undefined
  /** Those directly below, by name. */
  childrenOf(id: string | null): readonly CollectionListItem[]
  /** From the root's folder down to this one; empty for the root, and for a folder that is not known. */
  pathTo(id: string | null): CollectionListItem[]
  isWithin(id: string | null, ancestor: string): boolean
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
export const byName = (a: { id: string; name: string }, b: { id: string; name: string }): number =>
  collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1)
const none: readonly CollectionListItem[] = []

/** Of rows that stand in several lists, the one that was changed last. */
export const nest = (lists: readonly (readonly CollectionListItem[])[]): CollectionTree => {
  const byId = new Map<string, CollectionListItem>()
  for (const row of lists.flat()) {
    const known = byId.get(row.id)
    if (!known || known.updatedAt <= row.updatedAt) byId.set(row.id, row)
  }
  // One whose parent is not known is none of the root's: it is listed once that is.
  const below = Map.groupBy(byId.values(), (row) => row.parentCollectionId)
  const sorted = new Map<string | null, readonly CollectionListItem[]>()

  const childrenOf = (id: string | null) => {
    const known = sorted.get(id)
    if (known) return known
    const children = below.get(id)?.toSorted(byName) ?? none
    sorted.set(id, children)
    return children
  }
  const pathTo = (id: string | null) => {
    const path: CollectionListItem[] = []
    for (let row = byId.get(id ?? ''); row && !path.includes(row); row = byId.get(row.parentCollectionId ?? ''))
      path.unshift(row)
    return path
  }
  return {
    get: (id) => byId.get(id),
    childrenOf,
    pathTo,
    isWithin: (id, ancestor) => pathTo(id).some((row) => row.id === ancestor),
  }
}

/** Where a folder's screen is: the ids from the root down. */
export const collectionPath = (tree: CollectionTree, id: string | null): string =>
  ['/collections', ...tree.pathTo(id).map((row) => row.id)].join('/')
