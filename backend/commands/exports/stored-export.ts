import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type pg from 'pg'
import { exportDays } from '#domain/exports.ts'
import type { Files } from '../../providers/files.ts'

/**
 * Returns the key of an export's file: the id of its operation, with this ending whatever its format. No event names
 * the file, so the sweep of uploaded files removes it; its row is dated so that this happens after `exportDays`. It
 * does not count towards the user's storage, since full storage is a reason to leave.
 */
export const exportKey = (operationId: string): string => `exports/${operationId}.zip`
const streamOf = (operationId: string) => `exports-${operationId}`

/** The sweep removes files a day after the time in their row. */
const awaiting = `insert into awaited_files (key, stream, "userId", "putAt")
  values ($1, $2, $3, clock_timestamp() + interval '${exportDays - 1} days')
  on conflict (key) do update set "putAt" = excluded."putAt"`

export const saveExport = async (
  { pool, files }: { pool: Pick<pg.Pool, 'query'>; files: Pick<Files, 'putStream'> },
  { operationId, userId, path, mime }: { operationId: string; userId: string; path: string; mime: string },
): Promise<void> => {
  const key = exportKey(operationId)
  const { size } = await stat(path)
  await pool.query(awaiting, [key, streamOf(operationId), userId])
  await files.putStream(key, createReadStream(path), { size, mime })
}

export const removeExport = async (
  { pool, files }: { pool: Pick<pg.Pool, 'query'>; files: Pick<Files, 'remove'> },
  operationId: string,
): Promise<void> => {
  await files.remove(exportKey(operationId))
  await pool.query('delete from awaited_files where key = $1', [exportKey(operationId)])
}
