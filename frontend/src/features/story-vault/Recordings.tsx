import { Button } from '@mantine/core'
import { IconMicrophone } from '@tabler/icons-react'
import { useState } from 'react'
import { failedRecordingDays, type RecordingFailure } from '#domain/recordings.ts'
import { topicOf } from '#domain/topics.ts'
import type { RecordingItem } from '#projections/recording-answers.ts'
import { messageOf } from '../../base/problem.ts'
import { useCancelTranscriptionMutation, useRetryTranscriptionMutation } from '../../data/recordings.ts'
import { useTopic } from '../../realtime/topics.ts'
import { toast } from '../../ui/toast.ts'
import { useNow } from '../../ui/use-now.ts'
import { VisibilityBadge } from '../../ui/VisibilityBadge.tsx'
import { playedOnOf, timeOf } from './times.ts'
import classes from './vault.module.css'

/** Recordings that wait for their transcript, or whose transcription failed. */
export const Recordings = ({ recordings }: { recordings: readonly RecordingItem[] }) => (
  <ul className={classes.list} aria-label="Recordings">
    {recordings.map((one) => (
      <Row key={one.id} recording={one} />
    ))}
  </ul>
)

const reasons: Record<RecordingFailure, string> = {
  slow: 'The transcription took too long.',
  busy: 'The transcription server is too busy.',
  unreachable: 'The transcription server cannot be reached.',
  refused: 'The transcription server cannot read this recording. Please export it again, for example as .mp3.',
  too_large: 'The transcription server does not accept a recording this large. Please split it.',
  unusable: 'The transcription server sent no transcript.',
  silent: 'No words were found in this recording.',
  misconfigured: 'The transcription server is not set up correctly. Please tell the people who run this installation.',
  not_set_up: 'No transcription server is set up any more.',
  missing: 'The sound is not there any more.',
  storage_full: 'There is no room for the transcript. Please make room in your storage or that of the campaign.',
  failed: 'The transcription failed.',
}

const Row = ({ recording }: { recording: RecordingItem }) => {
  const { id, title, playedOn, visibility, username, failure, mayEdit } = recording
  const [retry, retrying] = useRetryTranscriptionMutation()
  const [cancel, cancelling] = useCancelTranscriptionMutation()
  const run = async (act: typeof retry | typeof cancel, failed: string) => {
    const { error } = await act(id)
    if (error) toast.error(messageOf(error, failed))
  }
  const facts = [playedOn && playedOnOf(playedOn), `uploaded by ${username}`]
  return (
    <li className={classes.row}>
      <b dir="auto">
        <IconMicrophone size={16} aria-hidden="true" /> {title}
      </b>
      <span className={classes.badges}>
        <VisibilityBadge visibility={visibility} />
      </span>
      <small>{facts.filter(Boolean).join(', ')}</small>
      {failure === null ? (
        <Progress recording={recording} />
      ) : (
        <p className={classes.failure}>
          {reasons[failure]} The recording is deleted {failedRecordingDays} days after it failed.
        </p>
      )}
      {mayEdit && (
        <span className={classes.acts}>
          {failure !== null && (
            <Button
              size="xs"
              loading={retrying.isLoading}
              onClick={() => void run(retry, 'It could not be tried again. Please try later.')}
            >
              Try Again
            </Button>
          )}
          <Button
            size="xs"
            variant="subtle"
            aria-label={failure === null ? `Cancel the transcription of ${title}` : `Remove the recording ${title}`}
            loading={cancelling.isLoading}
            onClick={() => void run(cancel, 'The recording could not be removed. Please try again.')}
          >
            {failure === null ? 'Cancel' : 'Remove'}
          </Button>
        </span>
      )}
    </li>
  )
}

/** Progress of a transcription. The server reports no share of its work: once it has the recording, the elapsed time is shown. */
const Progress = ({ recording: { id, startedAt } }: { recording: RecordingItem }) => {
  const now = useNow(true)
  const [stage, setStage] = useState<{ name: string; share: number | null }>()
  useTopic(topicOf('recording', id), {
    onMessage(message) {
      if (message.kind !== 'progress') return
      const { stage: name, done, total } = message.data
      setStage({ name, share: done !== undefined && total ? done / total : null })
    },
  })
  const since = timeOf(Math.max(0, Math.floor((now - Date.parse(startedAt)) / 1_000)))
  const isSending = stage?.name === 'sending' && stage.share !== null
  return (
    <span className={classes.waiting}>
      <progress
        className={classes.progress}
        aria-label="Transcription"
        {...(isSending && stage.share !== null ? { value: stage.share } : {})}
      />
      <span>
        {isSending ? 'Sending to the transcription server' : 'Transcribing'}, {since}
      </span>
    </span>
  )
}
