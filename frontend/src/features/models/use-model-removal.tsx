import { useState } from 'react'
import { messageOf } from '../../base/problem.ts'
import { type Me, useMe } from '../../data/me.ts'
import { type Model, useDeleteModelMutation, useRestoreModelMutation } from '../../data/models.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { staysInTrash } from '../../ui/stays-in-trash.ts'
import { toast } from '../../ui/toast.ts'
import { modelName } from './model.ts'

/** The loss of credits; empty where none are at stake. Impersonators lose none of the owner's. */
export const lossOf = ({ status, cost, userId }: Model, { id, impersonatedBy }: Me): string =>
  status === 'GENERATING' && cost > 0 && userId === id && impersonatedBy === null
    ? `The ${cost} credits are not refunded.`
    : ''

/** Moves a model to the campaign's Trash after a confirmation, with an undo. */
export const useModelRemoval = (onDone: () => void = () => undefined) => {
  const me = useMe()
  const [row, setRow] = useState<Model>()
  const [isOpen, setOpen] = useState(false)
  const [deleteModel] = useDeleteModelMutation()
  const [restoreModel] = useRestoreModelMutation()

  const restore = async (id: string) => {
    const { error } = await restoreModel(id)
    if (error) toast.error(messageOf(error, 'The model could not be restored. It is still in the Trash.'))
  }
  const remove = async () => {
    if (!row) return
    const { error } = await deleteModel(row.id)
    if (error)
      return void toast.error('Failed to delete model', { context: messageOf(error, 'Please try again later.') })
    toast.success('Model deleted successfully', { undo: () => void restore(row.id) })
    onDone()
  }
  const isGenerating = row?.status === 'GENERATING'
  return {
    ask(row: Model) {
      setRow(row)
      setOpen(true)
    },
    isAsking: isOpen,
    dialog: row && (
      <ConfirmDialog
        opened={isOpen}
        title="Delete Model?"
        text={
          <>
            Are you sure you want to delete <b>{modelName(row)}</b>?
            {isGenerating && ' It is still generating, and ends in the Trash.'} {staysInTrash(1)}
          </>
        }
        loss={lossOf(row, me)}
        confirm="Delete"
        danger
        onConfirm={remove}
        onClose={() => setOpen(false)}
      />
    ),
  }
}
