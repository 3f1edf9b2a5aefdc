import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Visibility } from '#domain/access.ts'
import { Rejection } from '#domain/decider.ts'
import { transcriptLimits, transcriptMegabytes, transcripts } from '#domain/transcripts.ts'
import { removeTranscriptLines, storeTranscriptLines } from '#projections/transcript-lines.ts'
import type { Act } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { readForm } from '../../http/form.ts'
import { hangUp } from '../../http/hang-up.ts'
import { allOf } from '../../providers/bounded.ts'
import { refusePrivate } from '../../queries/conjurations/may-keep-private.ts'
import { keyedMutex } from '../keyed-mutex.ts'
import { storeAwaited } from '../storage/put-awaited.ts'

const maxBytes = transcriptMegabytes * 1024 * 1024

export const Title = z
  .string()
  .max(500, `The title may be at most ${transcriptLimits.title} characters`)
  .transform((title) => title.replace(/\p{Cc}/gu, ' ').trim())
  .pipe(
    z
      .string()
      .min(1, 'Please give the session a title')
      .max(transcriptLimits.title, `The title may be at most ${transcriptLimits.title} characters`),
  )
export const SessionNumber = z
  .int('The session must be a whole number')
  .min(0, 'The session must be a whole number')
  .max(transcriptLimits.session, `The session may be at most ${transcriptLimits.session}`)
export const PlayedOn = z.iso.date('The date must be a day, such as 2026-11-21')

/** The fields of a form are strings; an empty one counts as absent. */
const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === undefined || value === '' ? null : value), schema.nullable())

const Form = z.object({
  title: optional(Title),
  session: optional(z.preprocess((text) => (typeof text === 'string' ? Number(text) : text), SessionNumber)),
  playedOn: optional(PlayedOn),
  visibility: Visibility.default('DM'),
  text: optional(z.string().trim().min(1).max(transcriptLimits.recap, 'A recap may be at most 20,000 characters')),
})

type Ports = Pick<Deps, 'handler' | 'pool' | 'files' | 'quotas' | 'untrusted'>

/** A parsed transcript. `bytes` are its lines, `seconds` is the time of the last one. */
interface Parsed {
  speakers: string[]
  seconds: number | null
  lineCount: number
  hash: string
  bytes: Buffer
}

/** Reads the form of a transcript, or of a recap, whose text is a field of it. */
export const readTranscriptForm = async (
  request: FastifyRequest,
  reply: FastifyReply,
  untrusted: Ports['untrusted'],
) => {
  const signal = hangUp(reply)
  const parse = async (bytes: Buffer, name: string): Promise<Parsed> => {
    const { value, bytes: lines } = await untrusted.run('transcript', { bytes, options: { name }, signal })
    return { ...value, bytes: lines ?? Buffer.alloc(0) }
  }
  const tooLarge = () => new Rejection('file_too_large', { megabytes: transcriptMegabytes })
  const take = async (file: Readable, filename: string, announced: number | undefined) => ({
    name: filename,
    parsed: await parse(await allOf(file, maxBytes, tooLarge, announced), filename),
  })
  const maxTextBytes = transcriptLimits.recap * 4
  const { taken, fields } = await readForm(request, { field: 'file', maxBytes, maxTextBytes, take })
  const { text, ...form } = Form.parse(fields)
  const title = (given: string) =>
    Title.safeParse(form.title ?? given.slice(0, transcriptLimits.title)).data ?? 'Untitled'
  if (taken) {
    const { name, parsed } = taken
    return { ...form, title: title(name.replace(/\.[^.]*$/, '')), kind: 'TRANSCRIPT' as const, parsed }
  }
  if (text === null) throw new Rejection('transcript_missing')
  const parsed = await parse(Buffer.from(text), 'recap.md')
  return { ...form, title: title('Recap'), kind: 'RECAP' as const, parsed }
}

type TranscriptForm = Awaited<ReturnType<typeof readTranscriptForm>>

/** Serialises uploads of one transcript: lines of two files would be mixed. */
const oneByOne = keyedMutex()

/** Stores the lines and records the transcript. A repeat of the act changes nothing. Throws `upload_differs`. */
export const addTranscript = (act: Act, campaignId: string, form: TranscriptForm, ports: Ports): Promise<string> =>
  oneByOne(act.idFor('transcript'), () => storeTranscript(act, campaignId, form, ports))

const storeTranscript = async (
  act: Act,
  campaignId: string,
  { parsed, session: sessionNumber, ...form }: TranscriptForm,
  { handler, pool, files, quotas }: Ports,
): Promise<string> => {
  await refusePrivate(pool, act.userId, { visibility: form.visibility, campaignId })
  const transcriptId = act.idFor('transcript')
  const key = `transcripts/${transcriptId}/${parsed.hash}.jsonl`
  const { title, playedOn, visibility, kind } = form
  const data = {
    ...{ transcriptId, userId: act.userId, campaignId, kind, title, sessionNumber, playedOn, visibility },
    speakers: kind === 'RECAP' ? [] : parsed.speakers,
    file: { key, size: parsed.bytes.length },
    lineCount: parsed.lineCount,
    seconds: parsed.seconds,
  }
  const before = await handler.stateOf(transcripts, transcriptId)
  // Otherwise the lines of two files would be mixed.
  if (before.status !== 'none' && before.key !== key) throw new Rejection('upload_differs')
  // Decides first, so that a repeat stores nothing.
  const decided = transcripts.decide.AddTranscript(before, data)
  if (decided.length > 0)
    await storeAwaited({ pool, files, quotas }, `${transcripts.category}-${transcriptId}`, {
      key,
      bytes: parsed.bytes,
      mime: 'application/x-ndjson',
      campaignId,
      userId: act.userId,
    })
  // Stored before the event, since other tabs read the lines once they receive it.
  await storeTranscriptLines(pool, transcriptId, parsed.bytes)
  await act.send(transcripts, transcriptId, { type: 'AddTranscript', data }).catch(async (error: unknown) => {
    // The event may be recorded although its confirmation was lost, or by an earlier request.
    const { status } = await handler.stateOf(transcripts, transcriptId)
    if (status === 'none') await removeTranscriptLines(pool, transcriptId)
    throw error
  })
  return transcriptId
}
