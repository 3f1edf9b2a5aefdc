import { Readable } from 'node:stream'
import type pg from 'pg'
import { Rejection } from '#domain/decider.ts'
import {
  failedRecordingDays,
  type Recording,
  type RecordingFailure,
  recordingEvents,
  recordings,
} from '#domain/recordings.ts'
import type { Quotas } from '#domain/storage.ts'
import { transcripts } from '#domain/transcripts.ts'
import { derivedId } from '../commands/ids.ts'
import { storeAwaited } from '../commands/storage/put-awaited.ts'
import { FileMissing, type Files } from '../providers/files.ts'
import {
  type Sound,
  type Transcriber,
  TranscriptionError,
  type TranscriptionProgress,
} from '../providers/transcription.ts'
import { InputRefused, type UntrustedInput } from '../providers/untrusted-input.ts'
import { answered } from './answered.ts'
import type { Cancellations } from './cancellations.ts'
import { releaseFiles } from './purge-files.ts'
import { type Reaction, reactor } from './reactor.ts'

interface Ports {
  pool: pg.Pool
  files: Files
  quotas: Quotas
  untrusted: UntrustedInput
  cancellations: Cancellations
  /** Absent if no transcription server is configured. */
  transcriber: Transcriber | undefined
  /** Reports progress to viewers; each percent once. */
  progress(recordingId: string, progress: TranscriptionProgress): void
}

type Added = NonNullable<Recording['added']>

/** The stored parts of a recording as one stream. */
const soundOf = ({ parts, mime, extension }: Added, files: Pick<Files, 'stat' | 'stream'>): Sound => ({
  name: `recording.${extension}`,
  mime,
  size: parts.reduce((sum, { size }) => sum + size, 0),
  async open() {
    for (const { key } of parts) if (!(await files.stat(key))) throw new FileMissing(key)
    return Readable.from(
      (async function* () {
        for (const { key } of parts) yield* (await files.stream(key)) as AsyncIterable<Buffer>
      })(),
    )
  },
})

const eachPercent = (report: (progress: TranscriptionProgress) => void) => {
  let last = -1
  return (progress: TranscriptionProgress) => {
    const percent = progress.stage === 'sending' ? Math.floor(progress.share * 100) : 101
    if (percent === last) return
    last = percent
    report(progress)
  }
}

/** The outcome that an error represents; undefined for a fault. */
const failureOf = (error: unknown): RecordingFailure | undefined => {
  if (error instanceof TranscriptionError) return error.kind
  if (error instanceof FileMissing) return 'missing'
  if (error instanceof InputRefused) return 'unusable'
  if (error instanceof Rejection) return error.code === 'storage_full' ? 'storage_full' : 'unusable'
  return undefined
}
/** Failures that another attempt may avoid. */
const passing: readonly (RecordingFailure | undefined)[] = ['busy', 'unreachable', undefined]

/**
 * Has a server transcribe recordings. The recording's own stream decides whether a result is still wanted. A failure that may
 * pass is thrown, so that the queue retries it; any other is an outcome.
 */
export const transcribeRecordings = ({
  pool,
  files,
  quotas,
  untrusted,
  cancellations,
  transcriber,
  progress,
}: Ports) => {
  const transcribed = async (recordingId: string, added: Added, server: Transcriber, signal: AbortSignal) => {
    const onProgress = eachPercent((each) => progress(recordingId, each))
    const { name, text, madeBy } = await answered(
      server.transcribe(soundOf(added, files), { signal, onProgress }),
      signal,
    )
    const { value, bytes = Buffer.alloc(0) } = await untrusted.run('transcript', {
      bytes: Buffer.from(text),
      options: { name },
      signal,
    })
    const transcriptId = derivedId(recordingId, 'transcript')
    const key = `transcripts/${transcriptId}/${value.hash}.jsonl`
    const { userId, campaignId } = added
    await storeAwaited({ pool, files, quotas }, `${transcripts.category}-${transcriptId}`, {
      key,
      bytes,
      userId,
      campaignId,
      mime: 'application/x-ndjson',
    })
    const { speakers, lineCount, seconds } = value
    return { transcriptId, file: { key, size: bytes.length }, speakers, lineCount, seconds, madeBy }
  }

  const run = async (recordingId: string, attempt: number, reaction: Reaction) => {
    const { status, added, ...recording } = await reaction.stateOf(recordings, recordingId)
    if (!added || status !== 'waiting' || recording.attempt !== attempt) return
    const fail = (code: RecordingFailure) =>
      reaction.dispatch(recordings, recordingId, { type: 'FailTranscription', data: { recordingId, attempt, code } })
    if (!transcriber) return fail('not_set_up')
    await cancellations.during(recordingId, attempt, async (cancelled) => {
      const signal = AbortSignal.any([reaction.signal, cancelled])
      try {
        const result = await transcribed(recordingId, added, transcriber, signal)
        const data = { recordingId, attempt, ...result }
        await reaction.dispatch(recordings, recordingId, { type: 'RecordTranscription', data })
      } catch (error) {
        if (cancelled.aborted) return
        const code = failureOf(error)
        // A stopping process records nothing: another worker will transcribe it.
        if (reaction.signal.aborted || (passing.includes(code) && !reaction.last)) throw error
        await fail(code ?? 'failed')
        if (code === undefined) throw error
      }
    })
  }

  return reactor(recordingEvents, {
    name: 'transcribe-recordings',
    isLong: true,
    attempts: 5,
    on: {
      RecordingAdded: ({ recordingId }, reaction) => run(recordingId, 1, reaction),
      TranscriptionRetried: ({ recordingId, attempt }, reaction) => run(recordingId, attempt, reaction),
    },
  })
}

/** Adds the transcript of a recording to the vault. */
export const addTranscribed = reactor(recordingEvents, {
  name: 'add-transcribed',
  on: {
    async TranscriptionCompleted(
      { recordingId, transcriptId, title, file, speakers, lineCount, seconds },
      { stateOf, dispatch },
    ) {
      const { added } = await stateOf(recordings, recordingId)
      if (!added) return
      const { userId, campaignId, sessionNumber, playedOn, visibility } = added
      const data = {
        transcriptId,
        userId,
        campaignId,
        sessionNumber,
        playedOn,
        visibility,
        title,
        speakers,
        file,
        lineCount,
        seconds,
        kind: 'TRANSCRIPT' as const,
      }
      await dispatch(transcripts, transcriptId, { type: 'AddTranscript', data })
    },
  },
})

/** Deletes the sound of transcribed and cancelled recordings. */
export const removeSound = (deps: { pool: Pick<pg.Pool, 'query'>; files: Pick<Files, 'remove'> }) => {
  const remove = async (recordingId: string, { stateOf }: Reaction) => {
    const { added } = await stateOf(recordings, recordingId)
    if (added)
      await releaseFiles(
        deps,
        added.parts.map(({ key }) => key),
      )
  }
  return reactor(recordingEvents, {
    name: 'remove-sound',
    on: {
      TranscriptionCompleted: ({ recordingId }, reaction) => remove(recordingId, reaction),
      TranscriptionCancelled: ({ recordingId }, reaction) => remove(recordingId, reaction),
    },
  })
}

/** Discards recordings whose transcription failed a week ago. */
export const lapseRecordings = reactor(recordingEvents, {
  name: 'lapse-recordings',
  delayMs: failedRecordingDays * 86_400_000,
  on: {
    TranscriptionFailed: ({ recordingId, attempt }, { dispatch }) =>
      dispatch(recordings, recordingId, { type: 'LapseTranscription', data: { recordingId, attempt } }),
  },
})
