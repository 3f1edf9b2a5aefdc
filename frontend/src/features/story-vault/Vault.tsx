import { Button, Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconFileUpload, IconMicrophone, IconNotes, IconWritingSign } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { may, requiredPlan } from '#domain/entitlements.ts'
import type { TranscriptItem, TranscriptList } from '#projections/transcript-answers.ts'
import { openOverlay } from '../../base/overlay.ts'
import type { Campaign } from '../../data/campaigns.ts'
import { selectEntitlements, today, useMe } from '../../data/me.ts'
import { useRecordingsQuery } from '../../data/recordings.ts'
import { transcriptsPerPage, useTranscriptsQuery } from '../../data/transcripts.ts'
import { Badge, PlanBadge } from '../../ui/Badge.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { VisibilityBadge } from '../../ui/VisibilityBadge.tsx'
import { AddRecording } from './AddRecording.tsx'
import { AddTranscript } from './AddTranscript.tsx'
import { Recordings } from './Recordings.tsx'
import { durationOf, playedOnOf } from './times.ts'
import classes from './vault.module.css'

/** Milliseconds after the last key. */
const pause = 250

type Addition = 'file' | 'text' | 'recording'

/** Recaps and transcripts of a campaign, which this installation stores itself. */
export const Vault = ({ campaign }: { campaign: Campaign }) => {
  const [adding, setAdding] = useState<Addition>()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), pause)
  const [want, setWant] = useState(transcriptsPerPage)
  const found = useTranscriptsQuery({ campaignId: campaign.id, search, want })
  const { data: recordings } = useRecordingsQuery(campaign.id)
  const server = recordings?.server
  return (
    <section className={classes.vault} aria-labelledby="vault-title">
      <header>
        <div>
          <h2 id="vault-title">Sessions of {campaign.name}</h2>
          <p>
            This vault is Loreloom’s own and belongs to this installation, not to Story Vault.
            {recordings?.server === null &&
              ' Audio cannot be transcribed here: no server for it is set up. Add its transcript instead.'}
          </p>
        </div>
        {!campaign.asOf && <AddButtons mayRecord={Boolean(server)} onAdd={setAdding} />}
      </header>
      {recordings && recordings.data.length > 0 && <Recordings recordings={recordings.data} />}
      <SearchField label="Search what was said" value={typed} onChange={setTyped} maxLength={200} />
      <Found found={found} search={search} />
      {found.data && found.data.data.length < found.data.total && (
        <Button className={classes.more} loading={found.isFetching} onClick={() => setWant(want + transcriptsPerPage)}>
          Load More
        </Button>
      )}
      {adding === 'recording' && server && (
        <AddRecording campaign={campaign} server={server} onClose={() => setAdding(undefined)} />
      )}
      {adding && adding !== 'recording' && (
        <AddTranscript campaign={campaign} kind={adding} onClose={() => setAdding(undefined)} />
      )}
    </section>
  )
}

interface AddButtonsProps {
  /** True if this installation has a server for transcriptions. */
  mayRecord: boolean
  onAdd: (addition: Addition) => void
}

/** Recordings need a plan; without it, their button leads to the upgrade. */
const AddButtons = ({ mayRecord, onAdd }: AddButtonsProps) => {
  const me = useMe()
  const mayTranscribe = may(selectEntitlements(me), 'audioTranscripts', today())
  return (
    <div className={classes.acts}>
      <Button leftSection={<IconWritingSign size={16} />} onClick={() => onAdd('text')}>
        Write a Recap
      </Button>
      {mayRecord && (
        <Button
          leftSection={<IconMicrophone size={16} />}
          rightSection={!mayTranscribe && <PlanBadge plan={requiredPlan('audioTranscripts')} />}
          onClick={() =>
            mayTranscribe ? onAdd('recording') : openOverlay({ kind: 'upgrade', wanted: 'audioTranscripts' })
          }
        >
          Add a Recording
        </Button>
      )}
      <Button variant="filled" leftSection={<IconFileUpload size={16} />} onClick={() => onAdd('file')}>
        Add a Transcript
      </Button>
    </div>
  )
}

interface Query {
  currentData?: TranscriptList | undefined
  isError: boolean
  isFetching: boolean
  refetch: () => unknown
}

const Found = ({ found, search }: { found: Query; search: string }) => {
  const { currentData: list, isError, isFetching, refetch } = found
  if (!list && isError && !isFetching)
    return <ErrorState text="The sessions could not be loaded." onRetry={() => void refetch()} />
  if (!list)
    return (
      <Loading label="Loading sessions" className={classes.list}>
        {[1, 2, 3].map((n) => (
          <Skeleton key={n} height={76} />
        ))}
      </Loading>
    )
  if (list.total === 0)
    return (
      <p className={classes.none} role="status">
        {search === ''
          ? 'No session is here yet. A transcript is read from .txt, .md, .vtt or .srt, and a recap is written in a minute.'
          : `Nobody said “${search}” in a session that you may see.`}
      </p>
    )
  return (
    <ul className={classes.list}>
      {list.data.map((one) => (
        <Row key={one.id} transcript={one} />
      ))}
    </ul>
  )
}

const Row = ({ transcript }: { transcript: TranscriptItem }) => {
  const { id, title, kind, sessionNumber, playedOn, seconds, visibility, username, excerpt } = transcript
  const facts = [playedOn && playedOnOf(playedOn), seconds !== null && durationOf(seconds), `added by ${username}`]
  return (
    <li>
      <Link to={`/story-vault/${id}`} className={classes.row}>
        <b dir="auto">{title}</b>
        <span className={classes.badges}>
          {sessionNumber !== null && <Badge>Session {sessionNumber}</Badge>}
          {kind === 'RECAP' && (
            <Badge colour="woad" icon={<IconNotes size={13} aria-hidden="true" />}>
              Recap
            </Badge>
          )}
          <VisibilityBadge visibility={visibility} />
        </span>
        <small>{facts.filter(Boolean).join(', ')}</small>
        {excerpt && (
          <span className={classes.excerpt} dir="auto">
            {excerpt}
          </span>
        )}
      </Link>
    </li>
  )
}
