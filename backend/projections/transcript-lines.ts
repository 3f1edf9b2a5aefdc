import type pg from 'pg'
import { z } from 'zod'
import { inTransaction } from './in-transaction.ts'

/**
 * The lines of transcripts, for pages and for search. Disposable: they are read again from the stored file when they
 * are missing.
 */
const table = `select pg_advisory_xact_lock(hashtextextended('loreloom transcript lines', 0));
create table if not exists transcript_lines (
  "transcriptId" uuid not null,
  n int not null,
  speaker int,
  at int,
  text text not null,
  words tsvector generated always as (public.lexemes(text)) stored,
  primary key ("transcriptId", n)
);
create index if not exists transcript_lines_words on transcript_lines using gin (words);`

const insert = `insert into transcript_lines ("transcriptId", n, speaker, at, text)
  select $1, n, speaker, at, text from unnest($2::int[], $3::int[], $4::int[], $5::text[]) as l(n, speaker, at, text)
  on conflict do nothing`
const batch = 2_000

/** Creates the table. PostgreSQL runs several statements of one query as a transaction, so that concurrent processes wait for the lock. */
export const migrateTranscriptLines = (pool: pg.Pool) => pool.query(table)

const Line = z.object({ speaker: z.int().nullable(), at: z.int().nullable(), text: z.string() })
type Line = z.infer<typeof Line>

/** Yields the lines of a file with one JSON object per line, in batches that are parsed as they are consumed. */
function* batchesOf(file: Buffer): Generator<Line[]> {
  let lines: Line[] = []
  for (let from = 0; from < file.length; ) {
    const end = file.indexOf(0x0a, from)
    const to = end === -1 ? file.length : end
    lines.push(Line.parse(JSON.parse(file.toString('utf8', from, to))))
    from = to + 1
    if (lines.length < batch) continue
    yield lines
    lines = []
  }
  if (lines.length > 0) yield lines
}

/** Stores all lines of a transcript's file, or none. A repeat changes nothing. */
export const storeTranscriptLines = async (pool: pg.Pool, transcriptId: string, file: Buffer): Promise<void> => {
  await inTransaction(pool, async (client) => {
    let stored = 0
    for (const lines of batchesOf(file)) {
      await client.query(insert, [
        transcriptId,
        lines.map((_line, index) => stored + index),
        lines.map(({ speaker }) => speaker),
        lines.map(({ at }) => at),
        lines.map(({ text }) => text),
      ])
      stored += lines.length
    }
  })
}

/** Stores a transcript's lines from its file, loaded by `read`, if the database lacks them. */
export const restoreTranscriptLines = async (
  pool: pg.Pool,
  transcriptId: string,
  read: () => Promise<Buffer>,
): Promise<void> => {
  const { rowCount } = await pool.query('select from transcript_lines where "transcriptId" = $1 limit 1', [
    transcriptId,
  ])
  if (rowCount === 0) await storeTranscriptLines(pool, transcriptId, await read())
}

export const removeTranscriptLines = (pool: Pick<pg.Pool, 'query'>, transcriptId: string) =>
  pool.query('delete from transcript_lines where "transcriptId" = $1', [transcriptId])

/** Removes the lines of campaigns whose files are deleted. Other campaigns' lines stay, since search reads only lines, never files. */
export const forgetTranscriptLines = (pool: Pick<pg.Pool, 'query'>, campaignIds: readonly string[]) =>
  pool.query(
    'delete from transcript_lines where "transcriptId" in (select id from transcripts where "campaignId" = any($1::uuid[]))',
    [campaignIds],
  )
