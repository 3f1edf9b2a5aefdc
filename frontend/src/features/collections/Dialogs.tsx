import { useState } from 'react'
import { useNavigate } from 'react-router'
import { untitledConjuration } from '#domain/conjuration-words.ts'
import type { CollectionListItem, ConjurationItem } from '#projections/answers.ts'
import type { Campaign } from '../../data/campaigns.ts'
import { type CollectionTree, collectionPath } from '../../data/collection-tree.ts'
import { useCollectionContentsQuery } from '../../data/collections.ts'
import { useCollectionChoices } from '../../data/use-collection-choices.ts'
import { CollectionPicker } from '../../ui/CollectionPicker.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { MoveModal } from '../../ui/MoveModal.tsx'
import { staysInTrash } from '../../ui/stays-in-trash.ts'
import { MoveConjurationDialog } from './MoveConjurationDialog.tsx'
import { MoveToCampaignDialog } from './MoveToCampaignDialog.tsx'
import { useMoves } from './moves.tsx'
import { NewCollectionDialog } from './NewCollectionDialog.tsx'
import { TagConjurationDialog } from './TagConjurationDialog.tsx'
import { describeContent, useDeletion } from './use-deletion.ts'
import { VisibilityDialog } from './VisibilityDialog.tsx'

/** The open dialog. `ids` is the lore to move into the new folder. */
export type Dialog =
  | { kind: 'new'; ids?: readonly string[] }
  | { kind: 'visibility' | 'move' | 'moveOut' | 'delete' }
  | { kind: 'moveConjuration' | 'deleteConjuration' | 'tagConjuration'; lore: readonly ConjurationItem[] }

interface Props {
  dialog: Dialog
  campaign: Campaign
  tree: CollectionTree
  folder: CollectionListItem | null
  /** The folder on screen. If it is in a deleted folder, or is that folder, the deleted folder's parent opens. */
  current: string | null
  /** Called when an action on the selection is done. */
  onDone: () => void
  onClose: () => void
}

/** The page's dialogs. Their code is loaded when the first one opens. */
export const Dialogs = ({ dialog, campaign, tree, folder, current, onDone, onClose }: Props) => {
  const moves = useMoves()
  const navigate = useNavigate()
  if (dialog.kind === 'new')
    return (
      <NewCollectionDialog
        campaignId={campaign.id}
        parent={folder}
        onMade={(id) => {
          if (!dialog.ids) return
          moves.take({ kind: 'lore', ids: dialog.ids }, id)
          onDone()
        }}
        onClose={onClose}
      />
    )
  if (dialog.kind === 'moveConjuration')
    return (
      <MoveConjurationDialog
        lore={dialog.lore}
        campaign={campaign}
        onMoved={() => {
          onDone()
          onClose()
        }}
        onClose={onClose}
      />
    )
  if (dialog.kind === 'tagConjuration')
    return <TagConjurationDialog lore={dialog.lore} campaignId={campaign.id} onDone={onDone} onClose={onClose} />
  if (dialog.kind === 'deleteConjuration')
    return <DeleteConjurationDialog lore={dialog.lore} campaignId={campaign.id} onClose={onClose} />
  if (!folder) return null
  if (dialog.kind === 'visibility') return <VisibilityDialog folder={folder} onClose={onClose} />
  if (dialog.kind === 'moveOut') return <MoveToCampaignDialog folder={folder} onClose={onClose} />
  if (dialog.kind === 'move') return <MoveCollectionDialog folder={folder} campaign={campaign} onClose={onClose} />
  const parent = tree.pathTo(folder.id).at(-2)?.id ?? null
  return (
    <DeleteCollectionDialog
      folder={folder}
      onLeave={() => tree.isWithin(current, folder.id) && void navigate(collectionPath(tree, parent))}
      onClose={onClose}
    />
  )
}

interface DeleteCollectionDialogProps {
  folder: CollectionListItem
  /** Called on deletion, to leave the folder's screen. */
  onLeave: () => void
  onClose: () => void
}

/** Deletes a folder after a confirmation, which counts its content. */
const DeleteCollectionDialog = ({ folder, onLeave, onClose }: DeleteCollectionDialogProps) => {
  const deletion = useDeletion(folder.campaignId)
  const { data: held } = useCollectionContentsQuery(folder.id)
  const along = held ? describeContent(held.collections, held.conjurations) : 'all that is'
  return (
    <ConfirmDialog
      opened
      title={`Delete ${folder.name}?`}
      text={
        along
          ? `This deletes the folder with ${along} in it. Lore that you may not edit moves to the campaign’s root.`
          : 'This deletes the folder. Nothing hangs in it.'
      }
      loss={staysInTrash(1)}
      confirm="Delete"
      danger
      onConfirm={() => {
        onLeave()
        void deletion.folder(folder.id)
      }}
      onClose={onClose}
    />
  )
}

interface DeleteConjurationDialogProps {
  lore: readonly ConjurationItem[]
  campaignId: string
  onClose: () => void
}

/** Deletes lore after a confirmation. */
const DeleteConjurationDialog = ({ lore, campaignId, onClose }: DeleteConjurationDialogProps) => {
  const deletion = useDeletion(campaignId)
  const [first, ...others] = lore
  const what = others.length === 0 ? `“${first?.name || untitledConjuration}”` : `${lore.length} lore items`
  return (
    <ConfirmDialog
      opened
      title={others.length === 0 ? 'Delete Lore?' : `Delete ${lore.length} lore items?`}
      text={`${what} will be deleted.`}
      loss={staysInTrash(lore.length)}
      confirm="Delete"
      danger
      onConfirm={() => deletion.lore(lore.map(({ id }) => id))}
      onClose={onClose}
    />
  )
}

interface MoveCollectionDialogProps {
  folder: CollectionListItem
  campaign: Campaign
  onClose: () => void
}

/** Moves a folder with its content within its campaign. */
const MoveCollectionDialog = ({ folder, campaign, onClose }: MoveCollectionDialogProps) => {
  const moves = useMoves()
  const [to, setTo] = useState<string | null | undefined>(undefined)
  const { choices } = useCollectionChoices({ campaignId: campaign.id, campaignName: campaign.name, at: folder.id })
  const refusal = to === undefined ? undefined : moves.refusal(folder.id, to)

  const move = () => {
    if (to === undefined || refusal) return
    moves.take({ kind: 'folder', id: folder.id }, to)
    onClose()
  }

  return (
    <MoveModal
      title={`Move ${folder.name}`}
      problem={refusal}
      disabled={to === undefined || refusal !== undefined}
      onMove={move}
      onClose={onClose}
    >
      <CollectionPicker {...choices} value={to} onChange={setTo} />
    </MoveModal>
  )
}
