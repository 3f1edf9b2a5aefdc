import { Button } from '@mantine/core'
import { Fragment, useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { Speaker, TranscriptDetail, TranscriptLines } from '#projections/transcript-answers.ts'
import { messageOf } from '../../base/problem.ts'
import { linesPerPage, useTranscriptLinesQuery } from '../../data/transcripts.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { timeOf } from './times.ts'
import classes from './transcript.module.css'

/** The lines of a transcript, loaded page by page. */
export const Lines = ({ transcript }: { transcript: TranscriptDetail }) => {
  const [pages, setPages] = useState(1)
  const mostPages = Math.ceil(transcript.lineCount / linesPerPage)
  return (
    <section aria-label="What was said">
      <ol className={classes.lines} data-plain={transcript.speakers.length === 0 || undefined}>
        {Array.from({ length: pages }, (_, page) => (
          <LinePage key={page} page={page} transcript={transcript} />
        ))}
      </ol>
      {pages < mostPages && <Button onClick={() => setPages(pages + 1)}>Load More</Button>}
    </section>
  )
}

const LinePage = ({ transcript: { id, speakers }, page }: { transcript: TranscriptDetail; page: number }) => {
  const { data, error, isFetching, refetch } = useTranscriptLinesQuery({ id, page })
  const names = useMemo(() => patternOf(data?.lore ?? []), [data?.lore])
  if (!data && error && !isFetching)
    return (
      <li>
        <ErrorState text={messageOf(error, 'These lines could not be loaded.')} onRetry={() => void refetch()} />
      </li>
    )
  if (!data)
    return (
      <li>
        <Waiting />
      </li>
    )
  return data.data.map(({ n, at, speaker, text }) => (
    <li key={n} className={classes.line}>
      <time className="num">{at === null ? '' : timeOf(at)}</time>
      <SpeakerName speaker={speaker === null ? undefined : speakers[speaker]} />
      <p dir="auto">
        <Linked text={text} names={names} />
      </p>
    </li>
  ))
}

/** The character if there is one, else the member, else the name in the file. */
const SpeakerName = ({ speaker }: { speaker: Speaker | undefined }) => {
  if (!speaker) return <b />
  const { label, username, conjurationId, conjurationName } = speaker
  if (conjurationId === null) return <b dir="auto">{username ?? label}</b>
  return (
    <b dir="auto" title={username ?? label}>
      <Link to={`/lore/view/${conjurationId}`}>{conjurationName || label}</Link>
    </b>
  )
}

interface Names {
  ids: ReadonlyMap<string, string>
  pattern: RegExp | null
}

/** Finds the names of lore as whole words. The longest come first, so that no name hides one that contains it. */
const patternOf = (lore: TranscriptLines['lore']): Names => {
  const escaped = lore.map(({ name }) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return {
    ids: new Map(lore.toReversed().map(({ id, name }) => [name.toLowerCase(), id])),
    pattern:
      escaped.length > 0 ? new RegExp(`(?<![\\p{L}\\p{N}])(${escaped.join('|')})(?![\\p{L}\\p{N}])`, 'giu') : null,
  }
}

const Linked = ({ text, names: { ids, pattern } }: { text: string; names: Names }) => {
  if (!pattern) return text
  // Splitting at a group alternates text and names.
  return text.split(pattern).map((part, position) => {
    const id = position % 2 === 1 ? ids.get(part.toLowerCase()) : undefined
    const key = `${position}`
    return id === undefined ? (
      <Fragment key={key}>{part}</Fragment>
    ) : (
      <Link key={key} to={`/lore/view/${id}`}>
        {part}
      </Link>
    )
  })
}
