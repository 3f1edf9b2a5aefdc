import type pg from 'pg'
import { hasTranscriptLines, storeTranscriptLines } from '#projections/transcript-lines.ts'
import type { Files } from '../../providers/files.ts'

/** Restores the lines of a transcript from its file where the database lacks them. */
export const ensureTranscriptLines = async (
  { pool, files }: { pool: pg.Pool; files: Pick<Files, 'get'> },
  { id, key }: { id: string; key: string },
): Promise<void> => {
  if (await hasTranscriptLines(pool, id)) return
  await storeTranscriptLines(pool, id, await files.get(key))
}
