import { useNavigate } from 'react-router'
import type { LoreItem } from '#projections/answers.ts'
import type { CollectionRow } from '#projections/collections.ts'
import type { Campaign } from '../../app/campaigns.ts'
import { DeleteFolderDialog } from './DeleteFolderDialog.tsx'
import { DeleteLoreDialog } from './DeleteLoreDialog.tsx'
import { MoveFolderDialog } from './MoveFolderDialog.tsx'
import { MoveLoreDialog } from './MoveLoreDialog.tsx'
import { useMoves } from './moves.tsx'
import { NewFolderDialog } from './NewFolderDialog.tsx'
import { type FolderTree, folderPath } from './tree.ts'
import { VisibilityDialog } from './VisibilityDialog.tsx'

/** What is being asked. `ids`: lore that a new folder is made for. */
export type Dialog =
  | { kind: 'new'; ids?: readonly string[] }
  | { kind: 'visibility' | 'move' | 'delete' }
  | { kind: 'moveLore' | 'deleteLore'; lore: readonly LoreItem[] }

interface Props {
  dialog: Dialog
  campaign: Campaign
  tree: FolderTree
  folder: CollectionRow | null
  /** What was ticked is dealt with. */
  onDone: () => void
  onClose: () => void
}

/** The page's dialogs, fetched with the first that is opened. */
export const Dialogs = ({ dialog, campaign, tree, folder, onDone, onClose }: Props) => {
  const moves = useMoves()
  const navigate = useNavigate()
  if (dialog.kind === 'new')
    return (
      <NewFolderDialog
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
  if (dialog.kind === 'moveLore')
    return (
      <MoveLoreDialog
        lore={dialog.lore}
        campaign={campaign}
        onMoved={() => {
          onDone()
          onClose()
        }}
        onClose={onClose}
      />
    )
  if (dialog.kind === 'deleteLore')
    return <DeleteLoreDialog lore={dialog.lore} campaignId={campaign.id} onClose={onClose} />
  if (!folder) return null
  if (dialog.kind === 'visibility') return <VisibilityDialog folder={folder} onClose={onClose} />
  if (dialog.kind === 'move')
    return <MoveFolderDialog folder={folder} tree={tree} campaignName={campaign.name} onClose={onClose} />
  const parent = tree.pathTo(folder.id).at(-2)?.id ?? null
  return (
    <DeleteFolderDialog
      folder={folder}
      tree={tree}
      onLeave={() => void navigate(folderPath(tree, parent))}
      onClose={onClose}
    />
  )
}
