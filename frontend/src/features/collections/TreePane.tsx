import { useDebouncedValue } from '@mantine/hooks'
import { skipToken } from '@reduxjs/toolkit/query/react'
import { IconFilter } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Campaign } from '../../app/campaigns.ts'
import { useCollectionCountsQuery, useFilteredLoreQuery } from './api.ts'
import { FolderTree } from './FolderTree.tsx'
import { lorePath } from './paths.ts'
import { type FolderTree as Folders, folderPath } from './tree.ts'
import { allNodes, filteredNodes, foldersNamed, rootId, type TreeNode } from './tree-nodes.ts'
import { useOpened } from './use-opened.ts'

const debounceMs = 300
const noLore: [] = []

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
  const { data: counted } = useCollectionCountsQuery(campaign.id)
  const path = tree.pathTo(current).map(({ id }) => id)
  const [opened, setOpened] = useOpened(campaign.id, path)
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), debounceMs)
  const { data: lore = noLore } = useFilteredLoreQuery(search ? { campaignId: campaign.id, search } : skipToken)
  const nodes = useMemo(
    () =>
      search
        ? filteredNodes(tree, campaign.name, { folders: foldersNamed(tree, search), lore })
        : allNodes(tree, campaign.name),
    [tree, campaign.name, search, lore],
  )
  const isNothing = search !== '' && nodes.get(rootId).children.length === 0

  const hrefOf = ({ id, kind }: TreeNode) =>
    kind === 'lore' ? lorePath(id) : folderPath(tree, kind === 'root' ? null : id)
  const go = (node: TreeNode) => {
    void navigate(hrefOf(node))
    onGone?.()
  }

  return (
    <>
      <label className="col-filter">
        <IconFilter size={15} />
        <input
          type="search"
          aria-label="Filter folders and lore"
          placeholder="Filter folders and lore"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </label>
      {isNothing && <p className="col-none">Nothing is called that.</p>}
      <FolderTree
        nodes={nodes}
        opened={opened}
        onOpened={setOpened}
        current={current}
        counts={counted?.counts ?? {}}
        hrefOf={hrefOf}
        onGo={go}
      />
    </>
  )
}
