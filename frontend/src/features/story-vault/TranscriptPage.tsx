import { ActionIcon, Button } from '@mantine/core'
import { IconArrowLeft, IconEdit, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import type { TranscriptDetail } from '#projections/transcript-answers.ts'
import { messageOf, statusOf } from '../../base/problem.ts'
import {
  useDeleteTranscriptMutation,
  useRestoreTranscriptMutation,
  useTranscriptQuery,
} from '../../data/transcripts.ts'
import { Badge } from '../../ui/Badge.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Page } from '../../ui/PageHeader.tsx'
import { staysInTrash } from '../../ui/stays-in-trash.ts'
import { toast } from '../../ui/toast.ts'
import { VisibilityBadge } from '../../ui/VisibilityBadge.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { EditTranscript } from './EditTranscript.tsx'
import { Lines } from './Lines.tsx'
import { Speakers } from './Speakers.tsx'
import { durationOf, playedOnOf } from './times.ts'
import classes from './transcript.module.css'

export const OneTranscript = () => {
  const { id = '' } = useParams()
  return <TranscriptPage key={id} id={id} />
}

/** A recap or a transcript: what was said, by whom, and the lore that it names. */
const TranscriptPage = ({ id }: { id: string }) => {
  const { data: transcript, error, isFetching, refetch } = useTranscriptQuery(id)
  const isGone = transcript === null || [400, 404].includes(statusOf(error))
  if (isGone && !isFetching)
    return (
      <Page>
        <title>Story Vault · Loreloom</title>
        <EmptyState
          subject="loom"
          heading="h1"
          title="This session is not here"
          text="It may have been deleted, or is no longer shown to you."
          action={
            <Button component={Link} to="/story-vault">
              Back to Story Vault
            </Button>
          }
        />
      </Page>
    )
  if (error && !transcript)
    return <ErrorState text={messageOf(error, 'This session could not be loaded.')} onRetry={() => void refetch()} />
  if (!transcript) return <Waiting />
  return (
    <Page>
      <title>{`${transcript.title} · Loreloom`}</title>
      <article className={classes.transcript}>
        <Head transcript={transcript} />
        {transcript.speakers.length > 0 && <Speakers transcript={transcript} />}
        <Lines transcript={transcript} />
      </article>
    </Page>
  )
}

const Head = ({ transcript }: { transcript: TranscriptDetail }) => {
  const { title, sessionNumber, playedOn, seconds, visibility, username, mayEdit } = transcript
  const [isEditing, setEditing] = useState(false)
  const removal = useRemoval(transcript)
  const facts = [playedOn && playedOnOf(playedOn), seconds !== null && durationOf(seconds), `added by ${username}`]
  return (
    <header className={classes.head}>
      <Link to="/story-vault" className={classes.back}>
        <IconArrowLeft size={15} aria-hidden="true" /> Story Vault
      </Link>
      <div className={classes.title}>
        <h1 dir="auto">{title}</h1>
        {mayEdit && (
          <>
            <ActionIcon aria-label="Edit title, date and visibility" onClick={() => setEditing(true)}>
              <IconEdit size={17} />
            </ActionIcon>
            <ActionIcon aria-label="Delete this session" onClick={removal.ask}>
              <IconTrash size={17} />
            </ActionIcon>
          </>
        )}
      </div>
      <p className={classes.facts}>
        {sessionNumber !== null && <Badge>Session {sessionNumber}</Badge>}
        <VisibilityBadge visibility={visibility} />
        <span>{facts.filter(Boolean).join(', ')}</span>
      </p>
      {isEditing && <EditTranscript transcript={transcript} onClose={() => setEditing(false)} />}
      {removal.dialog}
    </header>
  )
}

const useRemoval = ({ id, title }: TranscriptDetail) => {
  const [isAsking, setAsking] = useState(false)
  const [remove] = useDeleteTranscriptMutation()
  const [restore] = useRestoreTranscriptMutation()
  const navigate = useNavigate()

  const undo = async () => {
    const { error } = await restore(id)
    if (error) toast.error(messageOf(error, 'The session could not be restored. It is still in the Trash.'))
  }
  const confirm = async () => {
    const { error } = await remove(id)
    if (error) return void toast.error(messageOf(error, 'The session could not be deleted. Please try again.'))
    toast.success('The session is in the Trash.', { undo: () => void undo() })
    void navigate('/story-vault')
  }
  return {
    ask: () => setAsking(true),
    dialog: (
      <ConfirmDialog
        opened={isAsking}
        title="Delete this session?"
        text={
          <>
            Are you sure you want to delete <b>{title}</b>? {staysInTrash(1)}
          </>
        }
        confirm="Delete"
        danger
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      />
    ),
  }
}
