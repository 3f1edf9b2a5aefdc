import { useState } from 'react'
import { useStore } from 'react-redux'
import { untitledConjuration } from '#domain/conjuration-words.ts'
import { asVisibleTo, can } from '#domain/rights.ts'
import type { CollectionListItem, ConjurationItem } from '#projections/answers.ts'
import { messageOf } from '../../base/problem.ts'
import { type Campaign, writerIn } from '../../data/campaigns.ts'
import type { CollectionTree } from '../../data/collection-tree.ts'
import { useChangeCollectionMutation } from '../../data/collections.ts'
import { cachedConjurations, useChangeConjurationMutation } from '../../data/conjurations.ts'
import { useMe } from '../../data/me.ts'
import { toast } from '../../ui/toast.ts'
import type { Dialog } from './Dialogs.tsx'
import type { TreeAct } from './TreeMenu.tsx'
import type { TreeNode } from './tree-nodes.ts'
import { useAddConjuration } from './use-add-conjuration.ts'

interface About {
  campaign: Campaign
  tree: CollectionTree
  /** Lore that the filter found; it may be missing from the cached lists. */
  found: readonly ConjurationItem[]
  onGo: (node: TreeNode) => void
}

interface OpenMenu {
  node: TreeNode
  at: { x: number; y: number }
}

/** Actions on the rows of the tree, by a menu, F2 and Delete. Actions that the user may not perform are left out. */
export const useTreeActs = ({ campaign, tree, found, onGo }: About) => {
  const me = useMe()
  const store = useStore()
  const { addLore } = useAddConjuration(campaign)
  const [openMenu, setOpenMenu] = useState<OpenMenu | null>(null)
  const [dialog, setDialog] = useState<{ dialog: Dialog; folder: CollectionListItem | null } | null>(null)
  const { renaming, startRenaming, finishRenaming } = useRenaming()

  const conjurationsOf = (id: string) =>
    [...found, ...cachedConjurations(store.getState(), campaign.id)].find((row) => row.id === id && row.mayEdit)
  const actsOf = ({ id, kind }: TreeNode): TreeAct[] => {
    const adding = campaign.asOf ? [] : (['addLore', 'new'] as const)
    if (kind === 'root') return ['open', ...adding]
    if (kind === 'lore') return ['open', ...(conjurationsOf(id) ? (['rename', 'move', 'delete'] as const) : [])]
    const folder = tree.get(id)
    return folder ? ['open', ...adding, ...changesOf(folder, campaign, me.id)] : []
  }

  const doIt = (node: TreeNode, act: TreeAct) => {
    setOpenMenu(null)
    if (!actsOf(node).includes(act)) return
    const folder = node.kind === 'folder' ? (tree.get(node.id) ?? null) : null
    const lore = node.kind === 'lore' ? conjurationsOf(node.id) : undefined
    const run: Record<TreeAct, () => void> = {
      open: () => onGo(node),
      addLore: () => void addLore(folder?.id ?? null),
      new: () => setDialog({ dialog: { kind: 'new' }, folder }),
      rename: () => startRenaming(node.id),
      visibility: () => setDialog({ dialog: { kind: 'visibility' }, folder }),
      move: () => setDialog({ dialog: lore ? { kind: 'moveConjuration', lore: [lore] } : { kind: 'move' }, folder }),
      moveOut: () => setDialog({ dialog: { kind: 'moveOut' }, folder }),
      delete: () =>
        setDialog({ dialog: lore ? { kind: 'deleteConjuration', lore: [lore] } : { kind: 'delete' }, folder }),
    }
    // A dialog returns the focus to the row when it closes.
    lineOf(node.id)?.focus({ preventScroll: true })
    run[act]()
  }

  return {
    ask: (node: TreeNode, at: OpenMenu['at']) => setOpenMenu({ node, at }),
    rename: (node: TreeNode) => doIt(node, 'rename'),
    remove: (node: TreeNode) => doIt(node, 'delete'),
    renaming,
    renamed: (node: TreeNode, name: string | null) => void finishRenaming(node, name),
    menu: openMenu && {
      name: openMenu.node.name || untitledConjuration,
      at: openMenu.at,
      acts: actsOf(openMenu.node),
      onAct: (act: TreeAct) => doIt(openMenu.node, act),
      onClose: () => {
        setOpenMenu(null)
        lineOf(openMenu.node.id)?.focus({ preventScroll: true })
      },
    },
    dialog,
    close: () => setDialog(null),
  }
}

/** The actions that change a folder, as far as the user may perform them. */
const changesOf = ({ userId: ownerId }: CollectionListItem, campaign: Campaign, userId: string): TreeAct[] => {
  const viewer = writerIn(campaign, userId)
  const access = asVisibleTo(viewer, { ownerId, campaignId: campaign.id })
  return [
    ...(can(viewer, 'arrange', access) ? (['rename', 'move'] as const) : []),
    ...(can(viewer, 'edit', access) ? (['moveOut'] as const) : []),
    ...(can(viewer, 'changeFolder', access) ? (['visibility'] as const) : []),
    ...(can(viewer, 'deleteFolder', access) ? (['delete'] as const) : []),
  ]
}

/** The row whose name is being edited, and the saving of its new name; null leaves the name as it is. */
const useRenaming = () => {
  const [changeCollection] = useChangeCollectionMutation()
  const [changeConjuration] = useChangeConjurationMutation()
  const [renaming, setRenaming] = useState<string | null>(null)
  const finishRenaming = async ({ id, kind }: TreeNode, name: string | null) => {
    setRenaming(null)
    requestAnimationFrame(() => lineOf(id)?.focus({ preventScroll: true }))
    if (name === null) return
    const { error } = await (kind === 'lore'
      ? changeConjuration({ id, changes: { name } })
      : changeCollection({ id, name }))
    if (error) toast.error(messageOf(error, 'Something went wrong saving the collection, please try again.'))
    else toast.success(kind === 'lore' ? 'Lore was renamed' : 'Collection was updated.')
  }
  return { renaming, startRenaming: setRenaming, finishRenaming }
}

const lineOf = (id: string) => document.querySelector<HTMLElement>(`[role="treeitem"][data-id="${CSS.escape(id)}"]`)
