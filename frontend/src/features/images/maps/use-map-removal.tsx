import { useState } from 'react'
import { messageOf } from '../../../base/problem.ts'
import { describeSkipped, succeededIds } from '../../../data/bulk.ts'
import { useDeleteImagesMutation, useRestoreImagesMutation } from '../../../data/images.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { formatCount } from '../../../ui/figures.ts'
import { staysInTrash } from '../../../ui/stays-in-trash.ts'
import { toast } from '../../../ui/toast.ts'

/** Moves maps to the campaign's Trash after a confirmation, with an undo. */
export const useMapRemoval = (onDone: () => void) => {
  const [ids, setIds] = useState<readonly string[]>([])
  const [deleteImages] = useDeleteImagesMutation()
  const [restoreImages] = useRestoreImagesMutation()
  const isOne = ids.length === 1

  const restore = async (ids: readonly string[]) => {
    const { error } = await restoreImages([...ids])
    if (error) toast.error(messageOf(error, 'The maps could not be restored. They are still in the Trash.'))
  }
  const remove = async () => {
    const { data, error } = await deleteImages([...ids])
    if (error) {
      const failed = isOne ? 'Failed to delete map. Please try again.' : 'Failed to delete maps'
      return void toast.error(messageOf(error, failed))
    }
    onDone()
    toast.success(data.count === 1 ? 'Map deleted successfully' : `${formatCount(data.count, 'map')} deleted`, {
      ...(data.skipped.length > 0 && { context: describeSkipped(data) }),
      undo: () => void restore(succeededIds(ids, data)),
    })
  }

  return {
    ask(ids: readonly string[]) {
      if (ids.length === 0) return void toast.error('Please select maps to delete')
      setIds(ids)
    },
    isAsking: ids.length > 0,
    dialog: (
      <ConfirmDialog
        opened={ids.length > 0}
        title={`Delete ${formatCount(ids.length, 'map')}`}
        text={`Are you sure you want to delete ${isOne ? 'this map' : `${ids.length} maps`}?`}
        loss={staysInTrash(ids.length)}
        confirm="Delete"
        danger
        onConfirm={remove}
        onClose={() => setIds([])}
      />
    ),
  }
}
