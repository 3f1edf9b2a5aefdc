import { useState } from 'react'
import { asVisibleTo, can } from '#domain/rights.ts'
import type { CollectionListItem } from '#projections/answers.ts'
import { openOverlay } from '../../base/overlay.ts'
import { type Campaign, writerIn } from '../../data/campaigns.ts'
import { useMe } from '../../data/me.ts'
import type { Dialog } from './Dialogs.tsx'
import { useAddConjuration } from './use-add-conjuration.ts'
import { useChanges } from './use-changes.ts'

/** The viewer's rights in a folder, or at the root; `menu` contains the rights that the folder's menu needs. */
export const useFolderRights = (campaign: Campaign, folder: CollectionListItem | null) => {
  const me = useMe()
  const viewer = writerIn(campaign, me.id)
  const subject = folder && asVisibleTo(viewer, { ownerId: folder.userId, campaignId: folder.campaignId })
  const mayAdd = !campaign.asOf
  const mayImport = mayAdd && can(viewer, 'manage', { campaignId: campaign.id })
  return {
    mayAdd,
    mayImport,
    menu: {
      mine: subject !== null && can(viewer, 'changeFolder', subject),
      mayArrange: subject !== null && can(viewer, 'arrange', subject),
      mayImport: mayImport && !folder,
      mayMoveOut: subject !== null && can(viewer, 'edit', subject),
    },
  }
}

/** Actions of a folder's page, and the dialog that is open. `menu` has those of the folder's menu. */
export const useFolderActs = (campaign: Campaign, folder: CollectionListItem | null) => {
  const { addLore, isMaking } = useAddConjuration(campaign)
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const changes = useChanges()
  const collectionId = folder?.id ?? null
  const onFromTemplate = () => openOverlay({ kind: 'fromTemplate', collectionId })
  return {
    dialog,
    setDialog,
    changes,
    isMaking,
    onAddConjuration: () => addLore(collectionId),
    onFromTemplate,
    menu: {
      onNewCollection: () => setDialog({ kind: 'new' }),
      onFromTemplate,
      onVisibility: () => setDialog({ kind: 'visibility' }),
      onMove: () => setDialog({ kind: 'move' }),
      onMoveOut: () => setDialog({ kind: 'moveOut' }),
      onCopy: () => folder && void changes.copyFolder(folder.id),
      onDelete: () => setDialog({ kind: 'delete' }),
    },
  }
}
