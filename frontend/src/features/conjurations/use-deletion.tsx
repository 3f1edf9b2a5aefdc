import { useState } from 'react'
import { useNavigate } from 'react-router'
import { untitledConjuration } from '#domain/conjuration-words.ts'
import type { ConjurationItem } from '#projections/answers.ts'
import { messageOf } from '../../base/problem.ts'
import { useDeleteConjurationMutation } from '../../data/conjuration.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { staysInTrash } from '../../ui/stays-in-trash.ts'
import { toast } from '../../ui/toast.ts'
import { useRestoring } from './use-restoring.ts'

/** Moves a lore item to its campaign's Trash after a confirmation, with an undo. Render `dialog`. */
export const useDeletion = (row: ConjurationItem, back: string) => {
  const [isOpen, setOpen] = useState(false)
  const [deleteConjuration] = useDeleteConjurationMutation()
  const restore = useRestoring()
  const navigate = useNavigate()

  const remove = async () => {
    const { data, error } = await deleteConjuration(row.id)
    if (error)
      return void toast.error(messageOf(error, 'Something went wrong deleting your conjuration, please try again.'))
    const { campaignId } = row
    const { operationId } = data
    toast.success('Successfully deleted conjuration!', {
      ...(campaignId && { undo: () => void restore(campaignId, operationId) }),
    })
    return navigate(back)
  }

  return {
    ask: () => setOpen(true),
    dialog: (
      <ConfirmDialog
        opened={isOpen}
        title="Delete Lore?"
        text={
          <b className="serif" dir="auto">
            {row.name || untitledConjuration}
          </b>
        }
        // Only a campaign has a Trash.
        loss={row.campaignId ? staysInTrash(1) : 'This action cannot be undone'}
        confirm="Delete"
        danger
        onConfirm={remove}
        onClose={() => setOpen(false)}
      />
    ),
  }
}
