import type { CollectionListItem } from '#projections/answers.ts'

/** The cached folders of a campaign as a tree. `null` is the root. */
export interface CollectionTree {
  get(id: string): CollectionListItem | undefined
  /** Direct children, by name. */
  childrenOf(id: string | null): readonly CollectionListItem[]
  /** The path from the root's child down to this folder; empty for the root and for a folder that is not cached. */
  pathTo(id: string | null): CollectionListItem[]
  isWithin(id: string | null, ancestor: string): boolean
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
export const byName = (a: { id: string; name: string }, b: { id: string; name: string }): number =>
  collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1)
const none: readonly CollectionListItem[] = []

/** Builds the tree; a folder that is in several lists is taken from its latest change. */
export const nest = (lists: readonly (readonly CollectionListItem[])[]): CollectionTree => {
  const byId = new Map<string, CollectionListItem>()
  for (const row of lists.flat()) {
    const existing = byId.get(row.id)
    if (!existing || existing.updatedAt <= row.updatedAt) byId.set(row.id, row)
  }
  // A folder whose parent is not cached is not a child of the root: it is listed once its parent is cached.
  const below = Map.groupBy(byId.values(), (row) => row.parentCollectionId)
  const sorted = new Map<string | null, readonly CollectionListItem[]>()

  const childrenOf = (id: string | null) => {
    const cached = sorted.get(id)
    if (cached) return cached
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

/** Returns the URL of a folder's screen: the ids from the root down. */
export const collectionPath = (tree: CollectionTree, id: string | null): string =>
  ['/collections', ...tree.pathTo(id).map((row) => row.id)].join('/')
