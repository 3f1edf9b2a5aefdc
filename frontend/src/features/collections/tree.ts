import type { CollectionRow } from '#projections/collections.ts'

/** The folders of a campaign that this person sees, nested. `null` stands for the root. */
export interface FolderTree {
  get(id: string): CollectionRow | undefined
  /** The folders directly below, by name. */
  childrenOf(id: string | null): readonly CollectionRow[]
  /** From the root's folder down to this one; empty for the root, and for a folder that is not seen. */
  pathTo(id: string | null): CollectionRow[]
  isWithin(id: string | null, ancestor: string): boolean
  /** This folder and everything below it. */
  below(id: string): string[]
  readonly rows: readonly CollectionRow[]
}

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
const none: readonly CollectionRow[] = []

/** A folder whose parent is not among the rows hangs at the root, as it does in every list of the server. */
export const nest = (rows: readonly CollectionRow[]): FolderTree => {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const parentOf = ({ parentCollectionId: id }: CollectionRow) => (id !== null && byId.has(id) ? id : null)
  const below = Map.groupBy(rows, parentOf)
  const sorted = new Map<string | null, readonly CollectionRow[]>()

  const childrenOf = (id: string | null) => {
    const known = sorted.get(id)
    if (known) return known
    const children = below.get(id)?.toSorted((a, b) => byName.compare(a.name, b.name) || (a.id < b.id ? -1 : 1)) ?? none
    sorted.set(id, children)
    return children
  }
  const pathTo = (id: string | null) => {
    const path: CollectionRow[] = []
    for (let row = id === null ? undefined : byId.get(id); row && !path.includes(row); ) {
      path.unshift(row)
      const parent = parentOf(row)
      row = parent === null ? undefined : byId.get(parent)
    }
    return path
  }
  const withBelow = (id: string): string[] => [id, ...(below.get(id) ?? none).flatMap((row) => withBelow(row.id))]

  return {
    get: (id) => byId.get(id),
    childrenOf,
    pathTo,
    isWithin: (id, ancestor) => pathTo(id).some((row) => row.id === ancestor),
    below: withBelow,
    rows,
  }
}

/** Where a folder's screen is: the ids from the root down. */
export const collectionPath = (tree: FolderTree, id: string | null): string =>
  ['/collections', ...tree.pathTo(id).map((row) => row.id)].join('/')
