/** A folder as a list of choices needs it. */
export interface Pickable {
  id: string
  name: string
  childCount: number
}

/** Folders as far as they are known: those directly in one, or at the root (null), and the way down to one. */
export interface PickableTree {
  childrenOf(id: string | null): readonly Pickable[]
  pathTo(id: string | null): readonly Pickable[]
}

export interface CollectionChoice {
  /** Null is the root. */
  id: string | null
  name: string
  /** How deep it lies: 0 is the root. */
  level: number
  /** The name of what it lies in; empty for the root. */
  within: string
  /** Whether what is in it is listed below it; undefined where nothing is in it. */
  isOpen?: boolean | undefined
}

/** The root, called `rootName`, and what is in it and in each folder that is open. */
export const collectionChoices = (
  tree: PickableTree,
  rootName: string,
  opened: ReadonlySet<string>,
): CollectionChoice[] => {
  const list = (parent: CollectionChoice): CollectionChoice[] => [
    parent,
    ...(parent.isOpen ? tree.childrenOf(parent.id) : []).flatMap(({ id, name, childCount }) => {
      const isBranch = childCount > 0 || tree.childrenOf(id).length > 0
      const isOpen = isBranch ? opened.has(id) : undefined
      return list({ id, name, level: parent.level + 1, within: parent.name, isOpen })
    }),
  ]
  return list({ id: null, name: rootName, level: 0, within: '', isOpen: true })
}

/** Those that were found, of which none is above another any more; the root too where it is called that. */
export const collectionsFound = (
  tree: PickableTree,
  rootName: string,
  found: readonly string[],
  words: string,
): CollectionChoice[] => [
  ...(rootName.toLowerCase().includes(words.toLowerCase()) ? [{ id: null, name: rootName, level: 0, within: '' }] : []),
  ...found.flatMap((id) => {
    const [row, parent] = tree.pathTo(id).toReversed()
    return row ? [{ id, name: row.name, level: 0, within: parent?.name ?? rootName }] : []
  }),
]
