import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import type { TranscriptDetail } from '#projections/transcript-answers.ts'
import { fieldErrorsOf, messageOf } from '../../base/problem.ts'
import { useChangeTranscriptMutation } from '../../data/transcripts.ts'
import { DialogFoot } from '../../ui/DialogFoot.tsx'
import { DescriptionFields } from './DescriptionFields.tsx'
import classes from './vault.module.css'

/** Changes title, session, date and visibility. Only what differs is sent: another editor may change the rest. */
export const EditTranscript = ({ transcript, onClose }: { transcript: TranscriptDetail; onClose: () => void }) => {
  const before = {
    title: transcript.title,
    session: transcript.sessionNumber,
    playedOn: transcript.playedOn,
    visibility: transcript.visibility,
  }
  const [value, setValue] = useState(before)
  const [change, { error, isLoading }] = useChangeTranscriptMutation()
  const errors = fieldErrorsOf(error)
  const changed = Object.fromEntries(
    Object.entries(value).filter(([name, now]) => now !== before[name as keyof typeof before]),
  )
  const save = async () => {
    const { error } = await change({ id: transcript.id, ...changed })
    if (!error) onClose()
  }
  return (
    <Modal opened onClose={onClose} title="Edit this session" size={560}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <DescriptionFields value={value} errors={errors} onChange={(changes) => setValue({ ...value, ...changes })} />
        {error && Object.keys(errors).length === 0 && (
          <p role="alert">{messageOf(error, 'This could not be saved. Please try again.')}</p>
        )}
        <DialogFoot onCancel={onClose}>
          <Button type="submit" variant="filled" loading={isLoading} disabled={Object.keys(changed).length === 0}>
            Save
          </Button>
        </DialogFoot>
      </form>
    </Modal>
  )
}
