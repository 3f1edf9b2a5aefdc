/** A folder that can be chosen. */
export interface Pickable {
  id: string
  name: string
  childCount: number
}

/** The loaded folders: the direct children of a folder, or of the root (null), and the path to a folder. */
export interface PickableTree {
  childrenOf(id: string | null): readonly Pickable[]
  pathTo(id: string | null): readonly Pickable[]
}

export interface CollectionChoice {
  /** Null is the root. */
  id: string | null
  name: string
  /** Depth: 0 is the root. */
  level: number
  /** The parent's name; empty for the root. */
  within: string
  /** True if its children are listed below it; undefined without children. */
  isOpen?: boolean | undefined
}

/** Lists the root, called `rootName`, with its children and those of each expanded folder. */
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

/** Lists matching folders without nesting; the root too if its name matches. */
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
