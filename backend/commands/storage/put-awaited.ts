import { readInTransaction } from '../../http/snapshot.ts'
import type { Files } from '../../providers/files.ts'
import { keyedMutex } from '../keyed-mutex.ts'
import { refuseFullStorage, type StorageDeps } from './room.ts'

const awaiting = `insert into awaited_files (key, stream, "userId", "campaignId", bytes) values ($1, $2, $3, $4, $5)
  on conflict (key) do update set "putAt" = clock_timestamp(), stream = excluded.stream`
/** Queues a user's uploads, so that waiting ones do not occupy a database connection each. */
const oneByOne = keyedMutex()
const turn = 'select pg_advisory_xact_lock(hashtextextended($1, 0))'

interface Sent {
  key: string
  bytes: Buffer
  mime: string
  /** The owner of the used storage. */
  userId: string
  campaignId: string | null
}

/**
 * Reserves room for a file. The requests of a user and of a campaign are serialised, so that two do not use the same
 * room. Throws `storage_full`.
 */
const reserve = async (
  { pool, quotas }: StorageDeps,
  stream: string,
  { key, bytes, userId, campaignId }: Sent,
): Promise<void> => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(turn, [`storage of user ${userId}`])
    if (campaignId !== null) await client.query(turn, [`storage of campaign ${campaignId}`])
    const known = await client.query('select from awaited_files where key = $1', [key])
    if (known.rowCount === 0)
      await refuseFullStorage({ pool, quotas }, { userId, campaignId, bytes: bytes.length }, readInTransaction(client))
    await client.query(awaiting, [key, stream, userId, campaignId, bytes.length])
    await client.query('commit')
    client.release()
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      (lost: Error) => client.release(lost),
    )
    throw error
  }
}

/**
 * Stores a file that an event of `stream` will name. Its row is written first, which waits for a sweep that is removing
 * an earlier file of this key. Throws `storage_full`.
 */
export const storeAwaited = async (
  deps: StorageDeps & { files: Pick<Files, 'put'> },
  stream: string,
  sent: Sent,
): Promise<void> => {
  await oneByOne(sent.userId, () => reserve(deps, stream, sent))
  await deps.files.put(sent.key, sent.bytes, sent.mime)
}
