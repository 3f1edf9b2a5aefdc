import type { CollectionVisibility } from '#domain/collections.ts'
import type { LoreItem } from '#projections/answers.ts'
import type { FolderTree } from './tree.ts'

/** A line of the tree. `id` is the folder's or the lore's own; the campaign itself is `root`. */
export interface TreeNode {
  id: string
  kind: 'root' | 'folder' | 'lore'
  name: string
  visibility: CollectionVisibility
  children: readonly string[]
}

/** The campaign's line, and what holds it, which is not shown. */
export const rootId = 'root'
export const topId = 'top'

export interface Nodes {
  get(id: string): TreeNode
  /** Folders to open so that everything that was filtered for shows; null where nothing is filtered. */
  opened: string[] | null
}

/** Lines are made when they are looked at: a closed folder costs nothing. */
export const allNodes = (tree: FolderTree, campaignName: string): Nodes => ({
  opened: null,
  get: (id) => {
    if (id === topId) return above
    const children = tree.childrenOf(id === rootId ? null : id).map((row) => row.id)
    if (id === rootId) return { ...above, id, name: campaignName, children }
    const row = tree.get(id)
    return { id, kind: 'folder', name: row?.name ?? '', visibility: row?.visibility ?? 'CAMPAIGN', children }
  },
})

const above: TreeNode = { id: topId, kind: 'root', name: '', visibility: 'CAMPAIGN', children: [rootId] }

/** The folders whose name has the text, the lore that was found, and what these hang in. */
export const filteredNodes = (
  tree: FolderTree,
  campaignName: string,
  found: { folders: readonly string[]; lore: readonly LoreItem[] },
): Nodes => {
  const shown = new Set<string>()
  const loreIn = new Map<string, LoreItem[]>()
  for (const id of found.folders) for (const row of tree.pathTo(id)) shown.add(row.id)
  for (const item of found.lore) {
    const path = tree.pathTo(item.collectionId)
    for (const row of path) shown.add(row.id)
    const holder = path.at(-1)?.id ?? rootId
    loreIn.set(holder, [...(loreIn.get(holder) ?? []), item])
  }
  const loreById = new Map(found.lore.map((item) => [item.id, item]))
  const all = allNodes(tree, campaignName)
  return {
    opened: [rootId, ...shown],
    get: (id) => {
      const item = loreById.get(id)
      if (item) return { id, kind: 'lore', name: item.name, visibility: item.visibility, children: [] }
      const node = all.get(id)
      if (id === topId) return node
      const children = [
        ...node.children.filter((child) => shown.has(child)),
        ...(loreIn.get(id) ?? []).map(({ id }) => id),
      ]
      return { ...node, children }
    },
  }
}

/** Folders whose name has the text, at most so many: a filter that lists everything finds nothing. */
const filteredLimit = 200

export const foldersNamed = (tree: FolderTree, text: string): string[] => {
  const wanted = text.toLowerCase()
  return tree.rows
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .slice(0, filteredLimit)
    .map(({ id }) => id)
}
