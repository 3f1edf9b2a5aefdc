import { useState } from 'react'
import { useNavigate } from 'react-router'
import { untitledConjuration } from '#domain/conjuration-words.ts'
import type { ConjurationItem } from '#projections/answers.ts'
import { messageOf } from '../../app/problem.ts'
import { useDeleteConjurationMutation } from '../../data/conjuration.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { staysInTrash } from '../../ui/stays-in-trash.ts'
import { toast } from '../../ui/toast.ts'
import { useRestoring } from './use-restoring.ts'

/** Deleting a lore item: asked about first, then to its campaign's Trash, with a way back. `dialog` is to be rendered. */
export const useDeletion = (row: ConjurationItem, back: string) => {
  const [isAsking, setAsking] = useState(false)
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
    ask: () => setAsking(true),
    dialog: (
      <ConfirmDialog
        opened={isAsking}
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
        onClose={() => setAsking(false)}
      />
    ),
  }
}
