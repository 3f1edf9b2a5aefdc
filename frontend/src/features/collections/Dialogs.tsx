import { useNavigate } from 'react-router'
import type { CollectionListItem, ConjurationItem } from '#projections/answers.ts'
import type { Campaign } from '../../data/campaigns.ts'
import { type CollectionTree, collectionPath } from '../../data/collection-tree.ts'
import { DeleteCollectionDialog } from './DeleteCollectionDialog.tsx'
import { DeleteConjurationDialog } from './DeleteConjurationDialog.tsx'
import { MoveCollectionDialog } from './MoveCollectionDialog.tsx'
import { MoveConjurationDialog } from './MoveConjurationDialog.tsx'
import { MoveToCampaignDialog } from './MoveToCampaignDialog.tsx'
import { useMoves } from './moves.tsx'
import { NewCollectionDialog } from './NewCollectionDialog.tsx'
import { TagConjurationDialog } from './TagConjurationDialog.tsx'
import { VisibilityDialog } from './VisibilityDialog.tsx'

/** The open dialog. `ids`: lore for a new folder. */
export type Dialog =
  | { kind: 'new'; ids?: readonly string[] }
  | { kind: 'visibility' | 'move' | 'moveOut' | 'delete' }
  | { kind: 'moveConjuration' | 'deleteConjuration' | 'tagConjuration'; lore: readonly ConjurationItem[] }

interface Props {
  dialog: Dialog
  campaign: Campaign
  tree: CollectionTree
  folder: CollectionListItem | null
  /** The current folder: after its deletion, its parent opens. */
  current: string | null
  /** The action on the selection is done. */
  onDone: () => void
  onClose: () => void
}

/** The page's dialogs, fetched with the first that is opened. */
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
