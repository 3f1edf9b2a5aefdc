import { useRef } from 'react'
import type { ImageEditing } from '#domain/image-edit-answers.ts'
import { messageOf, statusOf } from '../../../app/problem.ts'
import { useChooseEditMutation, useDiscardEditsMutation } from '../../../data/image-edits.ts'
import { toast } from '../../../ui/toast.ts'
import type { Edits } from './use-edits.ts'

interface Options {
  id: string
  editing: ImageEditing
  edits: Edits
  onClose: () => void
}

/** From the opening of the editor to its end: Done keeps what was made, Escape makes the picture what it was when it was opened. */
export const useVisit = ({ id, editing: { currentEditId }, edits, onClose }: Options) => {
  const [discardEdits] = useDiscardEditsMutation()
  const [chooseEdit] = useChooseEditMutation()
  const since = useRef(currentEditId)
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
      const isChanged = currentEditId !== since.current
      // Whoever leaves waits for none of what they asked for: the server cancels it as well.
      if (since.current && currentEditId && (isChanged || edits.isAwaiting)) {
        const { data, error } = await discardEdits({ id, since: since.current })
        // Why it stays is said; that nobody answered is not: nothing is lost by it.
        if (statusOf(error) > 0) toast.info(messageOf(error, 'Your edits were kept.'))
        if (data && isChanged && data.currentEditId === currentEditId)
          toast.info('The edits were kept.', { context: 'Somebody else has changed this picture since.' })
        else if (data && isChanged) toast.plain('Edits discarded', { undo: () => void bringBack(currentEditId) })
      }
      onClose()
    },
  }
}
