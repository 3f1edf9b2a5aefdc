import type { CollectionListItem } from '#projections/answers.ts'
import { useCollectionContentsQuery } from '../../data/collections.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { staysInTrash } from '../../ui/stays-in-trash.ts'
import { describeContent, useDeletion } from './use-deletion.ts'

interface Props {
  folder: CollectionListItem
  /** Called on deletion, to leave the folder's screen. */
  onLeave: () => void
  onClose: () => void
}

/** Deletes a folder after a confirmation, which counts its content. */
export const DeleteCollectionDialog = ({ folder, onLeave, onClose }: Props) => {
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
