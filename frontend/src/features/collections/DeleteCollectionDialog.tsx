import type { CollectionRow } from '#projections/collections.ts'
import { useCollectionCountsQuery } from '../../data/collections.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { staysInTrash } from '../../ui/stays-in-trash.ts'
import type { FolderTree } from './tree.ts'
import { takenAlong, useDeletion } from './use-deletion.ts'

interface Props {
  folder: CollectionRow
  tree: FolderTree
  /** Called as it is deleted: to leave what will not be there. */
  onLeave: () => void
  onClose: () => void
}

/** Asks before a folder is deleted, and says what goes with it. */
export const DeleteCollectionDialog = ({ folder, tree, onLeave, onClose }: Props) => {
  const deletion = useDeletion(folder.campaignId)
  const { data: counted } = useCollectionCountsQuery(folder.campaignId)
  const below = tree.below(folder.id)
  const lore = below.reduce((sum, id) => sum + (counted?.counts[id] ?? 0), 0)
  const along = takenAlong(below.length - 1, lore)
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
