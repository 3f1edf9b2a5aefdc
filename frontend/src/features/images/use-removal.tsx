import { lazy, useState } from 'react'
import { messageOf } from '../../base/problem.ts'
import { describeSkipped, succeededIds } from '../../data/bulk.ts'
import { useDeleteImagesMutation, useRestoreImagesMutation } from '../../data/images.ts'
import { formatCount } from '../../ui/figures.ts'
import { Part } from '../../ui/Part.tsx'
import { staysInTrash } from '../../ui/stays-in-trash.ts'
import { toast } from '../../ui/toast.ts'

const ConfirmDialog = lazy(async () => ({ default: (await import('../../ui/ConfirmDialog.tsx')).ConfirmDialog }))

/**
 * Moves images to the campaign's Trash after a confirmation, with an undo. Render `dialog`; `onDone` runs after the
 * deletion.
 */
export const useRemoval = (onDone: (ids: readonly string[]) => void) => {
  const [ids, setIds] = useState<readonly string[]>([])
  // The dialog stays mounted after it was opened, because it fades out.
  const [hasOpened, setOpened] = useState(false)
  const [deleteImages] = useDeleteImagesMutation()
  const [restoreImages] = useRestoreImagesMutation()

  const restore = async (ids: readonly string[]) => {
    const { data, error } = await restoreImages([...ids])
    if (error) toast.error(messageOf(error, 'The pictures could not be restored. They are still in the Trash.'))
    else if (data.skipped.length > 0)
      toast.error(`Only ${data.count} of ${formatCount(ids.length, 'image')} came back`, {
        context: describeSkipped(data),
      })
  }
  const remove = async () => {
    const { data, error } = await deleteImages([...ids])
    if (error) return void toast.error(messageOf(error, 'Failed to delete images'))
    onDone(ids)
    toast.success(`Successfully deleted ${data.count} image(s)`, {
      ...(data.skipped.length > 0 && { context: describeSkipped(data) }),
      undo: () => void restore(succeededIds(ids, data)),
    })
  }

  return {
    ask(ids: readonly string[]) {
      if (ids.length === 0) return void toast.error('Please select images to delete')
      setOpened(true)
      setIds(ids)
    },
    restore,
    isAsking: ids.length > 0,
    dialog: hasOpened && (
      <Part onFailed={() => setIds([])}>
        <ConfirmDialog
          opened={ids.length > 0}
          title={`Delete ${ids.length} image(s)`}
          text={`Are you sure you want to delete ${ids.length} image(s)?`}
          loss={staysInTrash(ids.length)}
          confirm="Delete"
          danger
          onConfirm={remove}
          onClose={() => setIds([])}
        />
      </Part>
    ),
  }
}
