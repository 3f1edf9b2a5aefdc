import type { CollectionVisibility } from '#domain/collections.ts'
import type { ConjurationItem } from '#projections/answers.ts'
import type { CollectionTree } from '../../data/collection-tree.ts'

/**
 * A row of the tree. `id` is that of the folder or the lore; the campaign itself is `root`. `more` loads more content
 * of a folder.
 */
export interface TreeNode {
  id: string
  kind: 'root' | 'folder' | 'lore' | 'more'
  name: string
  visibility: CollectionVisibility
  children: readonly string[]
  /** True if it has children, loaded or not. */
  isBranch: boolean
}

/** The loaded content of one folder; `state` explains why the rest is missing. */
export interface TreePart {
  /** The numbers of loaded and of all direct subfolders. */
  folders: number
  foldersInAll: number
  lore: readonly ConjurationItem[]
  loreInAll: number
  state: 'here' | 'coming' | 'failed'
}

const morePrefix = 'more:'
const moreId = (folder: string): string => `${morePrefix}${folder}`
/** The folder of a row that loads more: its id, or `root`. */
export const collectionOfMore = (id: string): string => id.slice(morePrefix.length)
const moreTexts = { here: 'Load More', coming: 'Loading…', failed: 'Not loaded. Try again' }

/** The ids of the campaign's row and of its hidden parent. */
export const rootId = 'root'
export const topId = 'top'

export interface Nodes {
  get(id: string): TreeNode
  /** The folders to expand so that all matches of the filter are visible; null without a filter. */
  opened: string[] | null
}

/**
 * Builds all rows lazily: a collapsed folder costs nothing. `parts` is keyed by folder; a missing one was not loaded yet.
 */
export const allNodes = (
  tree: CollectionTree,
  campaignName: string,
  parts: ReadonlyMap<string, TreePart> = new Map(),
): Nodes => {
  const conjurationById = new Map([...parts.values()].flatMap(({ lore }) => lore).map((row) => [row.id, row]))
  const below = (id: string) => {
    const folders = tree.childrenOf(id === rootId ? null : id).map((row) => row.id)
    const part = parts.get(id)
    const row = tree.get(id)
    const isMore = part ? !isWhole(part) : (row?.childCount ?? 0) > folders.length || (row?.loreCount ?? 0) > 0
    const lore = part?.lore.map((item) => item.id) ?? []
    const children = [...folders, ...lore, ...(isMore ? [moreId(id)] : [])]
    return { children, isBranch: children.length > 0 }
  }
  return {
    opened: null,
    get: (id) => {
      if (id === topId) return above
      if (id === rootId) return { ...above, id, name: campaignName, ...below(id) }
      if (id.startsWith(morePrefix)) {
        const state = parts.get(collectionOfMore(id))?.state ?? 'here'
        return { ...leaf, id, kind: 'more', name: moreTexts[state] }
      }
      const item = conjurationById.get(id)
      if (item) return conjurationNode(item)
      const row = tree.get(id)
      return { id, kind: 'folder', name: row?.name ?? '', visibility: row?.visibility ?? 'CAMPAIGN', ...below(id) }
    },
  }
}

const isWhole = ({ folders, foldersInAll, lore, loreInAll, state }: TreePart) =>
  state !== 'failed' && folders >= foldersInAll && lore.length >= loreInAll

const leaf = { visibility: 'CAMPAIGN', children: [], isBranch: false } as const
const conjurationNode = ({ id, name, visibility }: ConjurationItem): TreeNode => ({
  ...leaf,
  id,
  kind: 'lore',
  name,
  visibility,
})
const above: TreeNode = {
  id: topId,
  kind: 'root',
  name: '',
  visibility: 'CAMPAIGN',
  children: [rootId],
  isBranch: true,
}

/** Matching folders and lore, with their ancestors. */
export const filteredNodes = (
  tree: CollectionTree,
  campaignName: string,
  found: { folders: readonly string[]; lore: readonly ConjurationItem[] },
): Nodes => {
  const shown = new Set<string>()
  const conjurationsIn = new Map<string, ConjurationItem[]>()
  for (const id of found.folders) for (const row of tree.pathTo(id)) shown.add(row.id)
  for (const item of found.lore) {
    const path = tree.pathTo(item.collectionId)
    for (const row of path) shown.add(row.id)
    const holder = path.at(-1)?.id ?? rootId
    conjurationsIn.set(holder, [...(conjurationsIn.get(holder) ?? []), item])
  }
  const conjurationById = new Map(found.lore.map((item) => [item.id, item]))
  const all = allNodes(tree, campaignName)
  return {
    opened: [rootId, ...shown],
    get: (id) => {
      const item = conjurationById.get(id)
      if (item) return conjurationNode(item)
      const node = all.get(id)
      if (id === topId) return node
      const children = [
        ...node.children.filter((child) => shown.has(child)),
        ...(conjurationsIn.get(id) ?? []).map(({ id }) => id),
      ]
      return { ...node, children, isBranch: children.length > 0 }
    },
  }
}
