import type { Pool } from 'pg'
import { z } from 'zod'
import { attachmentMegabytes, type Conversation, conversations, mostFiles } from '#domain/conversations.ts'
import { Rejection } from '#domain/decider.ts'
import type { Deps } from '../../http/deps.ts'
import type { UploadedFile } from '../../http/receive-upload.ts'
import { isReadable } from '../../providers/document-types.ts'
import type { Files } from '../../providers/files.ts'
import { keyedMutex } from '../keyed-mutex.ts'
import { storeAwaited } from '../storage/put-awaited.ts'

/**
 * Files uploaded without a campaign wait for the user's next message, in any conversation. No event names them, so the
 * sweep removes those that are not claimed within a day.
 */
const streamOf = (userId: string) => `unclaimed-${userId}`
const folderOf = (userId: string) => `unclaimed/${userId}/`

type FileDeps = Pick<Deps, 'pool' | 'files' | 'quotas'>

/** Metadata, stored as the first line before the file's bytes. The name is not encrypted until an event records it. */
const About = z.object({ name: z.string(), mime: z.string(), extension: z.string(), hash: z.string() })

/**
 * Stores a file for its user's next message. Throws `file_too_large`, `document_…`, `message_files_full`,
 * `upload_differs` and `storage_full`.
 */
export const storeUnclaimed = async (
  { untrusted, ...deps }: FileDeps & Pick<Deps, 'untrusted'>,
  { userId, fileId }: { userId: string; fileId: string },
  { bytes, ...about }: UploadedFile,
): Promise<void> => {
  const { mime } = about
  if (bytes.length > attachmentMegabytes * 2 ** 20)
    throw new Rejection('file_too_large', { megabytes: attachmentMegabytes })
  if (!isReadable(mime)) throw new Rejection('document_type')
  await untrusted.run('document', { bytes, options: { mime } })
  const key = `${folderOf(userId)}${fileId}`
  const { rows: waiting } = await deps.pool.query<{ key: string }>(waitingKeys, [userId])
  if (waiting.length >= mostFiles && waiting.every((file) => file.key !== key))
    throw new Rejection('message_files_full', { most: mostFiles })
  const stored = Buffer.concat([Buffer.from(`${JSON.stringify(About.parse(about))}\n`), bytes])
  await oneByOne(key, async () => {
    const before = (await deps.files.stat(key)) && (await deps.files.get(key))
    if (before && !before.equals(stored)) throw new Rejection('upload_differs')
    await storeAwaited(deps, streamOf(userId), {
      key,
      bytes: stored,
      mime: 'application/octet-stream',
      userId,
      campaignId: null,
    })
  })
}

/** Serialises uploads of one key, so that a repeat sees what the first one stored. */
const oneByOne = keyedMutex()

const waitingKeys = `select key from awaited_files where "userId" = $1 and key like 'unclaimed/%'`
/**
 * Binds files to the first conversation that claims them, so that messages in two conversations do not attach the same file. A repeat in
 * the same conversation claims them again.
 */
const claim = `update awaited_files set stream = $3
  where key in (select key from awaited_files where "userId" = $1 and key like 'unclaimed/%' and stream in ($2, $3)
    order by "putAt", key limit $4 for update)
  returning key`

type Attached = z.infer<typeof conversations.commands.AttachFile>

/**
 * Claims at most `most` of the files that wait for a message of this user, and stores each for its conversation.
 * Returns the data of the commands that attach them together with the message; a repeat returns the same, without files that
 * are attached already.
 */
export const claimFiles = async (
  deps: FileDeps,
  conversationId: string,
  { owner, files: attached }: Conversation,
  most: number,
): Promise<Attached[]> => {
  if (!owner || most <= 0) return []
  const { pool, files } = deps
  const { userId, campaignId } = owner
  const stream = `${conversations.category}-${conversationId}`
  const { rows } = await pool.query<{ key: string }>(claim, [userId, streamOf(userId), stream, most])
  const claimed: Attached[] = []
  for (const { key } of rows) {
    const fileId = key.slice(folderOf(userId).length)
    if (attached.some(({ id }) => id === fileId)) continue
    const stored = await files.get(key)
    const lineEnd = stored.indexOf('\n')
    const { name, mime, extension, hash } = About.parse(JSON.parse(stored.subarray(0, lineEnd).toString()))
    const bytes = stored.subarray(lineEnd + 1)
    const fileKey = `conversations/${conversationId}/${fileId}/${hash}.${extension}`
    await storeAwaited(deps, stream, { key: fileKey, bytes, mime, userId, campaignId })
    claimed.push({ conversationId, userId, campaignId, fileId, name, key: fileKey, mime, size: bytes.length })
  }
  return claimed
}

/** Makes the files of a refused message wait again for the user's next message. */
export const releaseFiles = async (pool: Pool, userId: string, conversationId: string): Promise<void> => {
  await pool.query(
    `update awaited_files set stream = $2 where "userId" = $1 and key like 'unclaimed/%' and stream = $3`,
    [userId, streamOf(userId), `${conversations.category}-${conversationId}`],
  )
}

/** Removes the waiting copies of claimed files after their message was sent. */
export const removeClaimed = async (
  { pool, files }: { pool: Pool; files: Pick<Files, 'remove'> },
  userId: string,
  claimed: readonly { fileId: string }[],
): Promise<void> => {
  const keys = claimed.map(({ fileId }) => `${folderOf(userId)}${fileId}`)
  for (const key of keys) await files.remove(key)
  await pool.query('delete from awaited_files where key = any($1)', [keys])
}
