import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { may, requiredPlan } from '#domain/entitlements.ts'
import {
  mostRecordingParts,
  mostRecordings,
  RecordingConsent,
  recordingMegabytes,
  recordingPartMegabytes,
  recordings,
} from '#domain/recordings.ts'
import type { Act } from '../../http/act.ts'
import { catchUp } from '../../http/catch-up.ts'
import type { Deps } from '../../http/deps.ts'
import { readForm } from '../../http/form.ts'
import { reading } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { allOf } from '../../providers/bounded.ts'
import { soundType } from '../../providers/sound-type.ts'
import type { Transcriber } from '../../providers/transcription.ts'
import { loadEntitlements } from '../../queries/users/standing.ts'
import { derivedId } from '../ids.ts'
import { keyedMutex } from '../keyed-mutex.ts'
import { storeAwaited } from '../storage/put-awaited.ts'

type Ports = Pick<Deps, 'handler' | 'pool' | 'files' | 'quotas' | 'progress' | 'store'>

const partBytes = recordingPartMegabytes * 2 ** 20
/** The beginning of the SHA-256 of a part: a part with other bytes has another key. */
export const PartHash = z.string().regex(/^[\da-f]{16}$/)

/** Derives a recording's id from its uploader too, so that other users cannot address its parts. */
export const recordingIdOf = (userId: string, campaignId: string, uploadId: string) =>
  derivedId(userId, campaignId, 'recording', uploadId)
const partKey = (recordingId: string, position: number, hash: string) => `recordings/${recordingId}/${position}-${hash}`
const streamOf = (recordingId: string) => `${recordings.category}-${recordingId}`

/** Throws `recording_not_set_up`, and `plan_required` where neither plan nor pre-order includes transcription. */
export const refuseTranscription = async (
  { pool, transcriber }: Pick<Deps, 'pool' | 'transcriber'>,
  userId: string,
): Promise<Transcriber> => {
  if (!transcriber) throw new Rejection('recording_not_set_up')
  const entitlements = await loadEntitlements(reading(pool), userId)
  if (may(entitlements, 'audioTranscripts', entitlements.now)) return transcriber
  const facts = { plan: requiredPlan('audioTranscripts'), wanted: 'audioTranscripts', what: 'audio transcripts' }
  throw new Rejection('plan_required', facts)
}

const PartForm = z.object({ consent: RecordingConsent })

/** Reads one part of a recording. The first part must be of the file type that the recording's name claims. */
export const receivePart = async (request: FastifyRequest, position: number) => {
  const tooLarge = () => new Rejection('file_too_large', { megabytes: recordingPartMegabytes })
  const take = async (file: Readable, filename: string, announced: number | undefined) => {
    const bytes = await allOf(file, partBytes, tooLarge, announced)
    if (position === 0) soundType(filename, bytes)
    return bytes
  }
  const { taken, fields } = await readForm(request, { field: 'file', maxBytes: partBytes, take })
  if (!taken || taken.length === 0) throw new Rejection('recording_part_missing')
  if (!PartForm.safeParse(fields).success) throw new Rejection('recording_consent')
  return taken
}

/**
 * Stores a part, which counts towards the storage at once and is deleted after a day unless a recording refers to it.
 * Returns its hash.
 */
export const storePart = async (
  {
    userId,
    campaignId,
    recordingId,
    position,
  }: { userId: string; campaignId: string; recordingId: string; position: number },
  bytes: Buffer,
  deps: Ports,
): Promise<string> => {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  const { status } = await deps.handler.stateOf(recordings, recordingId)
  if (status !== 'none') return hash
  const key = partKey(recordingId, position, hash)
  await storeAwaited(deps, streamOf(recordingId), {
    key,
    bytes,
    mime: 'application/octet-stream',
    userId,
    campaignId,
  })
  return hash
}

/** Postpones the sweep of parts that a recording will refer to; returns no row for a part that was swept already. */
const heldParts = `update awaited_files set "putAt" = clock_timestamp() where key = any($1) and stream = $2 returning key, bytes`

export const RecordingForm = z.object({
  uploadId: uuid(),
  /** The name of the file. */
  name: z.string().min(1).max(255),
  parts: z.array(PartHash).min(1).max(mostRecordingParts),
})

const partsOf = async ({ pool }: Ports, recordingId: string, hashes: readonly string[]) => {
  const keys = hashes.map((hash, position) => partKey(recordingId, position, hash))
  const { rows } = await pool.query<{ key: string; bytes: string }>(heldParts, [keys, streamOf(recordingId)])
  const sizes = new Map(rows.map(({ key, bytes }) => [key, Number(bytes)]))
  return keys.map((key) => {
    const size = sizes.get(key)
    if (size === undefined) throw new Rejection('recording_incomplete')
    return { key, size }
  })
}

const beginningOf = async ({ files }: Ports, key: string): Promise<Buffer> =>
  allOf(await files.stream(key, { start: 0, end: 255 }), 256, () => new Rejection('sound_content'))

const waiting = 'select count(*) as count from recordings where "userId" = $1'
/** One user's recordings are counted one after another, so that each counts towards the limit of the next. */
const oneByOne = keyedMutex()

type Described = Pick<
  Parameters<typeof recordings.decide.AddRecording>[1],
  'title' | 'sessionNumber' | 'playedOn' | 'visibility' | 'consent'
>

/** Records an uploaded recording, which begins its transcription. A repeat changes nothing. */
export const addRecording = (
  act: Act,
  campaignId: string,
  { uploadId, name, parts: hashes, ...described }: z.infer<typeof RecordingForm> & Described,
  deps: Ports & { transcriber: Transcriber },
): Promise<string> =>
  oneByOne(act.userId, async () => {
    const recordingId = recordingIdOf(act.userId, campaignId, uploadId)
    if ((await deps.handler.stateOf(recordings, recordingId)).status !== 'none') return recordingId
    await catchUp(deps)
    const [found] = await reading(deps.pool)<{ count: number }>(waiting, [act.userId])
    if ((found?.count ?? 0) >= mostRecordings) throw new Rejection('recordings_waiting')
    const parts = await partsOf(deps, recordingId, hashes)
    const [first] = parts
    const { mime, extension } = soundType(name, first ? await beginningOf(deps, first.key) : Buffer.alloc(0))
    const most = Math.min(recordingMegabytes * 2 ** 20, deps.transcriber.maxBytes)
    if (parts.reduce((sum, { size }) => sum + size, 0) > most)
      throw new Rejection('recording_too_large', { megabytes: Math.floor(most / 2 ** 20) })
    const data = { recordingId, userId: act.userId, campaignId, ...described, parts, mime, extension }
    await act.send(recordings, recordingId, { type: 'AddRecording', data })
    return recordingId
  })
