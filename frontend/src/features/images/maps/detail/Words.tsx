import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { imageNoteLimit } from '#domain/image-words.ts'
import type { ImageRow } from '#projections/images.ts'
import { messageOf } from '../../../../app/problem.ts'
import { useNoteImageMutation } from '../../../../data/images.ts'
import { SaveIndicator, type SaveState } from '../../../../ui/SaveIndicator.tsx'
import { toast } from '../../../../ui/toast.ts'
import classes from './map-page.module.css'

/** What the map was asked for with, and what its DM wants to remember. */
export const Words = ({ row }: { row: ImageRow }) => {
  const [draft, setDraft] = useState<string | null>(null)
  const [state, setState] = useState<SaveState>('idle')
  const [noteImage] = useNoteImageMutation()
  const save = async () => {
    if (draft === null || draft === row.note) return setDraft(null)
    setState('saving')
    const { error } = await noteImage({ id: row.id, note: draft })
    setState(error ? 'failed' : 'saved')
    if (error) toast.error(messageOf(error, 'The note could not be saved. Please try again.'))
    else setDraft(null)
  }
  return (
    <>
      <section className={classes.panel} aria-label="Prompt">
        <h2>Prompt</h2>
        <p className={classes.written} dir="auto">
          {row.prompt}
        </p>
      </section>
      {row.negativePrompt && (
        <section className={classes.panel} aria-label="Description">
          <h2>Description</h2>
          <p className={classes.written} dir="auto">
            {row.negativePrompt}
          </p>
        </section>
      )}
      <section className={classes.panel} aria-label="Note">
        <Textarea
          label="Note"
          description="Players do not see it."
          autosize
          minRows={2}
          maxRows={12}
          maxLength={imageNoteLimit}
          value={draft ?? row.note}
          onChange={(event) => setDraft(event.currentTarget.value)}
          onBlur={() => void save()}
        />
        <SaveIndicator state={state} />
      </section>
    </>
  )
}
