import { useRef } from 'react'
import type { ImageEditing } from '#domain/image-edit-answers.ts'
import { messageOf, statusOf } from '../../../base/problem.ts'
import { useChooseEditMutation, useDiscardEditsMutation } from '../../../data/image-edits.ts'
import { toast } from '../../../ui/toast.ts'
import type { Edits } from './use-edits.ts'

interface Options {
  id: string
  editing: ImageEditing
  edits: Edits
  onClose: () => void
}

/** One session of the editor: Done accepts the edits, Escape restores the image's state at its start. */
export const useVisit = ({ id, editing: { currentEditId }, edits, onClose }: Options) => {
  const [discardEdits] = useDiscardEditsMutation()
  const [chooseEdit] = useChooseEditMutation()
  const initialEditId = useRef(currentEditId)
  const isLeaving = useRef(false)

  const bringBack = async (editId: string) => {
    const { error } = await chooseEdit({ id, editId })
    if (error)
      toast.error(messageOf(error, 'The edits could not be brought back. They are still in the line of edits.'))
  }
  return {
    done: onClose,
    async discard() {
      if (isLeaving.current) return
      isLeaving.current = true
      const isChanged = currentEditId !== initialEditId.current
      // Pending edits are not awaited: the server cancels them.
      if (initialEditId.current && currentEditId && (isChanged || edits.isAwaiting)) {
        const { data, error } = await discardEdits({ id, since: initialEditId.current })
        // A rejection is explained; a missing response is not, since nothing is lost.
        if (statusOf(error) > 0) toast.info(messageOf(error, 'Your edits were kept.'))
        if (data && isChanged && data.currentEditId === currentEditId)
          toast.info('The edits were kept.', { context: 'Somebody else has changed this picture since.' })
        else if (data && isChanged) toast.plain('Edits discarded', { undo: () => void bringBack(currentEditId) })
      }
      onClose()
    },
  }
}
