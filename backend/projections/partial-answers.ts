import type pg from 'pg'
import { type AnswerPart, readParts, withCitedSources, writeParts } from '#domain/answers.ts'

/** Answers in progress, for readers who open the conversation before the end. Disposable, and not encrypted: an erasure clears it. */
const table = `create unlogged table if not exists partial_answers (
  "answerId" uuid primary key,
  written int not null,
  parts text not null,
  at timestamptz not null default now()
)`

interface PartialAnswer {
  parts: AnswerPart[]
  /** The number of streamed characters that `parts` contain. */
  written: number
}

export const migratePartialAnswers = (pool: pg.Pool) => pool.query(table)
export const forgetPartialAnswers = (pool: pg.Pool) => pool.query('truncate partial_answers')

export const savePartialAnswer = async (pool: pg.Pool, answerId: string, { parts, written }: PartialAnswer) => {
  await pool.query(
    `insert into partial_answers values ($1, $2, $3, now())
      on conflict ("answerId") do update set written = excluded.written, parts = excluded.parts, at = excluded.at`,
    [answerId, written, writeParts(parts)],
  )
}

export const partialAnswer = 'select parts, written from partial_answers where "answerId" = $1'
export const findPartialAnswer = async (pool: pg.Pool, answerId: string): Promise<PartialAnswer | undefined> => {
  const { rows } = await pool.query<{ parts: string; written: number }>(partialAnswer, [answerId])
  return rows[0] && { parts: readParts(rows[0].parts), written: rows[0].written }
}

/** Deletes the row of an answer that has ended, and rows that a worker left behind a day ago. */
export const deletePartialAnswer = (pool: pg.Pool, answerId: string) =>
  pool.query(`delete from partial_answers where "answerId" = $1 or at < now() - interval '1 day'`, [answerId])

/** Returns the parts of an answer that has ended, without empty texts and without sources that no text cites. */
export const endedParts = (parts: readonly AnswerPart[]): AnswerPart[] =>
  parts.flatMap((part) => {
    if (part.kind !== 'text') return part
    const ended = withCitedSources(part)
    return ended.text === '' ? [] : ended
  })
