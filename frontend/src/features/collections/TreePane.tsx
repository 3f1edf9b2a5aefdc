import { useDebouncedValue } from '@mantine/hooks'
import { skipToken } from '@reduxjs/toolkit/query/react'
import { IconFilter } from '@tabler/icons-react'
import { lazy, useEffect, useMemo, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { z } from 'zod'
import type { Campaign } from '../../data/campaigns.ts'
import { type CollectionTree, collectionPath } from '../../data/collection-tree.ts'
import { useCollectionPathsQuery, useCollectionSearchQuery } from '../../data/collections.ts'
import { isId } from '../../data/collections-query.ts'
import { useFilteredConjurationsQuery } from '../../data/conjurations.ts'
import { Part } from '../../ui/Part.tsx'
import { FolderTree } from './CollectionTree.tsx'
import collectionsClasses from './collections.module.css'
import { conjurationPath } from './paths.ts'
import { TreePart } from './TreePart.tsx'
import treeClasses from './tree.module.css'
import { allNodes, collectionOfMore, filteredNodes, rootId, type TreeNode } from './tree-nodes.ts'
import { useTreeActs } from './use-tree-acts.ts'
import { useTreeParts } from './use-tree-parts.ts'

const TreeMenu = lazy(async () => ({ default: (await import('./TreeMenu.tsx')).TreeMenu }))
const Dialogs = lazy(async () => ({ default: (await import('./Dialogs.tsx')).Dialogs }))

const debounceMs = 300

interface Props {
  campaign: Campaign
  tree: CollectionTree
  current: string | null
  /** Called after navigation: on a phone the drawer closes. */
  onNavigated?: () => void
}

/** The tree with its filter, which searches folders by name and lore by content. */
export const TreePane = ({ campaign, tree, current, onNavigated }: Props) => {
  const navigate = useNavigate()
  const path = usePathTo(tree, current)
  const [opened, setOpened] = useOpened(campaign.id, path)
  const open = useMemo(() => new Set(opened), [opened])
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), debounceMs)
  const { collections, lore, isFinding } = useFiltered(campaign.id, tree, search)
  const loading = useTreeParts(path, open)
  const { parts } = loading
  const nodes = useMemo(
    () =>
      search
        ? filteredNodes(tree, campaign.name, { folders: collections, lore })
        : allNodes(tree, campaign.name, parts),
    [tree, campaign.name, search, collections, lore, parts],
  )
  const isNothing = search !== '' && !isFinding && nodes.get(rootId).children.length === 0

  const hrefOf = ({ id, kind }: TreeNode) =>
    kind === 'lore' ? conjurationPath(id) : collectionPath(tree, kind === 'root' ? null : id)
  const go = (node: TreeNode) => {
    if (node.kind === 'more') return loading.loadMore(collectionOfMore(node.id))
    void navigate(hrefOf(node))
    onNavigated?.()
  }
  const acts = useTreeActs({ campaign, tree, found: lore, onGo: go })

  return (
    <>
      <TreeFilter text={text} onText={setText} />
      {isNothing && <p className={collectionsClasses.none}>Nothing is called that.</p>}
      <WantedParts campaignId={campaign.id} tree={tree} path={path} open={open} loading={loading} />
      <FolderTree
        nodes={nodes}
        opened={opened}
        onOpened={setOpened}
        current={current}
        isWayLoaded={loading.isWayLoaded}
        countOf={(id) => tree.get(id)?.loreCount}
        hrefOf={hrefOf}
        onGo={go}
        onSeen={loading.onSeen}
        onMenu={acts.ask}
        onRename={acts.rename}
        onDelete={acts.remove}
        renaming={acts.renaming}
        onRenamed={acts.renamed}
      />
      <TreeOverlays campaign={campaign} tree={tree} current={current} acts={acts} />
    </>
  )
}

const TreeFilter = ({ text, onText }: { text: string; onText: (text: string) => void }) => (
  <label className={treeClasses.filter}>
    <IconFilter size={15} />
    <input
      type="search"
      aria-label="Filter folders and lore"
      placeholder="Filter folders and lore"
      dir="auto"
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  </label>
)

interface WantedPartsProps {
  campaignId: string
  tree: CollectionTree
  path: readonly string[]
  open: ReadonlySet<string>
  loading: ReturnType<typeof useTreeParts>
}

/** Loads the content of expanded folders that exist, or that may exist because the URL has them. */
const WantedParts = ({ campaignId, tree, path, open, loading: { wanted, tries, onPart } }: WantedPartsProps) =>
  Object.entries(wanted).map(
    ([folder, want]) =>
      open.has(folder) &&
      (folder === rootId || tree.get(folder) || path.includes(folder)) && (
        <TreePart
          key={`${folder}${tries}`}
          campaignId={campaignId}
          folder={folder}
          want={want}
          expected={tree.get(folder)}
          onPart={onPart}
        />
      ),
  )

interface TreeOverlaysProps {
  campaign: Campaign
  tree: CollectionTree
  current: string | null
  acts: ReturnType<typeof useTreeActs>
}

/** The open menu of a row, or the dialog that was opened from it. */
const TreeOverlays = ({ campaign, tree, current, acts: { menu, dialog, close } }: TreeOverlaysProps) =>
  (menu || dialog) && (
    <Part onFailed={menu?.onClose ?? close}>
      {menu && <TreeMenu {...menu} />}
      {dialog && (
        <Dialogs {...dialog} campaign={campaign} tree={tree} current={current} onDone={close} onClose={close} />
      )}
    </Part>
  )

/**
 * Returns the ids of the folders from the root to the current one. Until that folder is loaded, they are those in the
 * URL, which may not exist.
 */
const usePathTo = (tree: CollectionTree, current: string | null): readonly string[] => {
  const address = useParams()['*'] ?? ''
  if (current === null) return []
  return tree.get(current) ? tree.pathTo(current).map(({ id }) => id) : address.split('/').filter(isId)
}

const none: [] = []

/** Matches of the tree's filter: folders by name and lore by content, once their paths are loaded. */
const useFiltered = (campaignId: string, tree: CollectionTree, search: string) => {
  const query = search ? { campaignId, search } : skipToken
  const collections = useCollectionSearchQuery(query)
  const lore = useFilteredConjurationsQuery(query)
  const found = lore.data ?? none
  const to = useMemo(() => [...new Set(found.flatMap(({ collectionId }) => collectionId ?? []))].sort(), [found])
  const paths = useCollectionPathsQuery(search && to.length > 0 ? { campaignId, to } : skipToken)
  const placed = useMemo(
    () => found.filter(({ collectionId }) => collectionId === null || tree.get(collectionId)),
    [found, tree],
  )
  return {
    collections: collections.data?.found ?? none,
    lore: search ? placed : none,
    isFinding: collections.isFetching || lore.isFetching || paths.isFetching,
  }
}

const keyOf = (campaignId: string) => `loreloom.tree.${campaignId}`

const stored = (campaignId: string): string[] => {
  try {
    return z.array(z.string()).parse(JSON.parse(sessionStorage.getItem(keyOf(campaignId)) ?? ''))
  } catch {
    return [rootId]
  }
}

/** The expanded folders of the tree, stored per tab; those on `path` expand by themselves. */
const useOpened = (campaignId: string, path: readonly string[]) => {
  const [opened, setOpened] = useState(() => stored(campaignId))
  const way = path.join()
  useEffect(() => {
    setOpened((before) => {
      const missing = [rootId, ...way.split(',')].filter((id) => id && !before.includes(id))
      return missing.length > 0 ? [...before, ...missing] : before
    })
  }, [way])
  useEffect(() => sessionStorage.setItem(keyOf(campaignId), JSON.stringify(opened)), [campaignId, opened])
  return [opened, setOpened] as const
}
