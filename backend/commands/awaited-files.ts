import type { Pool } from 'pg'
import type { Files } from '../providers/files.ts'

/**
 * Files that somebody sent, each with the stream that is to name it: a request puts its file first and tells of it then, and may be refused
 * or break off between the two. Whether it was told of is looked at later.
 */
const table = `create table if not exists awaited_files (
  key text primary key, stream text not null, "putAt" timestamptz not null default clock_timestamp());
create index if not exists awaited_files_by_time on awaited_files ("putAt")`

export const migrateAwaitedFiles = async (pool: Pool): Promise<void> => {
  await pool.query(table)
}

const awaiting = `insert into awaited_files (key, stream) values ($1, $2)
  on conflict (key) do update set "putAt" = clock_timestamp(), stream = excluded.stream`

interface Sent {
  key: string
  bytes: Buffer
  mime: string
}

/** Puts a file that an event of `stream` will name. It is written down first: who is about to remove one of before is waited for. */
export const putAwaited = async (
  { pool, files }: { pool: Pick<Pool, 'query'>; files: Pick<Files, 'put'> },
  stream: string,
  { key, bytes, mime }: Sent,
): Promise<void> => {
  await pool.query(awaiting, [key, stream])
  await files.put(key, bytes, mime)
}
