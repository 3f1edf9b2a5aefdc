import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { imageNoteLimit } from '#domain/image-words.ts'
import type { ImageRow } from '#projections/images.ts'
import { messageOf } from '../../base/problem.ts'
import { useUnsaved } from '../../base/use-unsaved.ts'
import { useNoteImageMutation } from '../../data/images.ts'
import { SaveIndicator, type SaveState } from '../../ui/SaveIndicator.tsx'
import { toast } from '../../ui/toast.ts'

interface Props {
  row: ImageRow
  mayEdit: boolean
  /** Shown below the title. */
  description?: string
}

/** A note about an image, saved on blur. Text that failed to save stays in the field. */
export const Note = ({ row, mayEdit, description }: Props) => {
  const [draft, setDraft] = useState<string | null>(null)
  const [state, setState] = useState<SaveState>('idle')
  const [noteImage] = useNoteImageMutation()
  const save = async () => {
    if (draft === null || draft === row.note) return setDraft(null)
    setState('saving')
    const { error } = await noteImage({ id: row.id, note: draft })
    setState(error ? 'failed' : 'saved')
    if (error) toast.error(messageOf(error, 'The note could not be saved. Please try again.'))
    // Text that was typed while the note was being saved stays in the field.
    else setDraft((now) => (now === draft ? null : now))
  }
  useUnsaved(
    () => draft !== null && draft !== row.note,
    () => void save(),
  )
  if (!mayEdit && row.note === '') return null
  return (
    <>
      <Textarea
        label="Note"
        description={description}
        w="100%"
        autosize
        minRows={2}
        maxRows={12}
        maxLength={imageNoteLimit}
        readOnly={!mayEdit}
        value={draft ?? row.note}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={() => void save()}
      />
      <SaveIndicator state={state} />
    </>
  )
}
