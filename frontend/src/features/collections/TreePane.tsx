import { useDebouncedValue } from '@mantine/hooks'
import { skipToken } from '@reduxjs/toolkit/query/react'
import { IconFilter } from '@tabler/icons-react'
import { lazy, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Campaign } from '../../data/campaigns.ts'
import { useCollectionCountsQuery } from '../../data/collections.ts'
import { useFilteredConjurationsQuery } from '../../data/conjurations.ts'
import { Part } from '../../ui/Part.tsx'
import { FolderTree } from './CollectionTree.tsx'
import collectionsClasses from './collections.module.css'
import { conjurationPath } from './paths.ts'
import { TreeConjuration } from './TreeConjuration.tsx'
import treeClasses from './tree.module.css'
import { collectionPath, type FolderTree as Folders } from './tree.ts'
import { allNodes, collectionOfMore, collectionsNamed, filteredNodes, rootId, type TreeNode } from './tree-nodes.ts'
import { useOpened } from './use-opened.ts'
import { useTreeActs } from './use-tree-acts.ts'
import { useTreeConjurations } from './use-tree-conjurations.ts'

const TreeMenu = lazy(async () => ({ default: (await import('./TreeMenu.tsx')).TreeMenu }))
const Dialogs = lazy(async () => ({ default: (await import('./Dialogs.tsx')).Dialogs }))

const debounceMs = 300
const noConjurations: [] = []
const noCounts = {}

interface Props {
  campaign: Campaign
  tree: Folders
  current: string | null
  /** Something was gone to: on a phone the drawer closes. */
  onGone?: () => void
}

/** The tree with its filter, which finds folders by name and lore by what it says. */
export const TreePane = ({ campaign, tree, current, onGone }: Props) => {
  const navigate = useNavigate()
  const { data: { counts } = { counts: noCounts } } = useCollectionCountsQuery(campaign.id)
  const path = tree.pathTo(current).map(({ id }) => id)
  const [opened, setOpened] = useOpened(campaign.id, path)
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), debounceMs)
  const { data: found = noConjurations } = useFilteredConjurationsQuery(
    search ? { campaignId: campaign.id, search } : skipToken,
  )
  const { wanted, lore, tries, onConjuration, onSeen, loadMore } = useTreeConjurations()
  const nodes = useMemo(
    () =>
      search
        ? filteredNodes(tree, campaign.name, { folders: collectionsNamed(tree, search), lore: found })
        : allNodes(tree, campaign.name, counts, lore),
    [tree, campaign.name, search, found, counts, lore],
  )
  const isNothing = search !== '' && nodes.get(rootId).children.length === 0
  const open = useMemo(() => new Set(opened), [opened])

  const hrefOf = ({ id, kind }: TreeNode) =>
    kind === 'lore' ? conjurationPath(id) : collectionPath(tree, kind === 'root' ? null : id)
  const go = (node: TreeNode) => {
    if (node.kind === 'more') return loadMore(collectionOfMore(node.id))
    void navigate(hrefOf(node))
    onGone?.()
  }
  const acts = useTreeActs({ campaign, tree, found, onGo: go })

  return (
    <>
      <label className={treeClasses.filter}>
        <IconFilter size={15} />
        <input
          type="search"
          aria-label="Filter folders and lore"
          placeholder="Filter folders and lore"
          dir="auto"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </label>
      {isNothing && <p className={collectionsClasses.none}>Nothing is called that.</p>}
      {Object.entries(wanted).map(
        ([folder, want]) =>
          open.has(folder) &&
          (folder === rootId || tree.get(folder)) && (
            <TreeConjuration
              key={`${folder}${tries}`}
              campaignId={campaign.id}
              folder={folder}
              want={want}
              onConjuration={onConjuration}
            />
          ),
      )}
      <FolderTree
        nodes={nodes}
        opened={opened}
        onOpened={setOpened}
        current={current}
        counts={counts}
        hrefOf={hrefOf}
        onGo={go}
        onSeen={onSeen}
        onMenu={acts.ask}
        onRename={acts.rename}
        onDelete={acts.remove}
        renaming={acts.renaming}
        onRenamed={acts.renamed}
      />
      {(acts.menu || acts.dialog) && (
        <Part onFailed={acts.menu?.onClose ?? acts.close}>
          {acts.menu && <TreeMenu {...acts.menu} />}
          {acts.dialog && (
            <Dialogs
              {...acts.dialog}
              campaign={campaign}
              tree={tree}
              current={current}
              onDone={acts.close}
              onClose={acts.close}
            />
          )}
        </Part>
      )}
    </>
  )
}
