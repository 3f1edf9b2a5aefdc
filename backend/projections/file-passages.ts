import type pg from 'pg'
import { pageEnd } from '#domain/documents.ts'
import { inTransaction } from './in-transaction.ts'

/**
 * Texts of files in passages, stored when an answer or a text first needs them. Disposable, and not encrypted: a file without a row in
 * `read_files` is read again, and an erasure clears both tables. Tables without a column `page` are of an earlier version: recreated.
 */
const tables = `select pg_advisory_xact_lock(hashtextextended('loreloom file passages', 0));
do $$ begin
  if to_regclass('file_passages') is not null and not exists (
    select from pg_attribute where attrelid = to_regclass('file_passages') and attname = 'page') then
    drop table file_passages, read_files;
  end if;
end $$;
create table if not exists file_passages (
  key text not null,
  n int not null,
  page int,
  passage text not null,
  words tsvector generated always as (public.lexemes(passage)) stored,
  primary key (key, n)
);
create index if not exists file_passages_words on file_passages using gin (words);
create table if not exists read_files (key text primary key, problem text);`

/** Creates the tables. PostgreSQL runs several statements of one query as a transaction, so that concurrent processes wait for the lock. */
export const migrateFilePassages = (pool: pg.Pool) => pool.query(tables)

/** Empties the tables: each file is read again when it is needed. */
export const forgetFilePassages = (pool: pg.Pool) => pool.query('truncate file_passages, read_files')

export const deleteFilePassages = async (pool: Pick<pg.Pool, 'query'>, keys: readonly string[]): Promise<void> => {
  await pool.query('delete from file_passages where key = any($1)', [keys])
  await pool.query('delete from read_files where key = any($1)', [keys])
}

/** Splits a text into passages of at most 1,500 characters, at the end of a line if possible, otherwise of a word. */
const passagesIn = (text: string): string[] =>
  text.match(/[\s\S]{1,1500}(?:\n|$)|[\s\S]{1,1500}(?:\s|$)|[\s\S]{1,1500}/g) ?? []

/** A file's passages with their pages, from 1; null in a file without pages. No passage extends over two pages. */
export const filePassagesOf = (text: string): { page: number | null; passage: string }[] =>
  text.includes(pageEnd)
    ? text
        .split(pageEnd)
        .flatMap((page, n) => passagesIn(page).map((passage) => ({ page: n + 1, passage })))
        .filter(({ passage }) => passage.trim() !== '')
    : passagesIn(text).map((passage) => ({ page: null, passage }))

/** Stores a file's text, or the reason why it has none. The first result is final, since a stored file never changes. */
export const saveFilePassages = async (
  pool: pg.Pool,
  key: string,
  result: { text: string } | { problem: string },
): Promise<void> => {
  await inTransaction(pool, async (client) => {
    const problem = 'problem' in result ? result.problem : null
    const { rowCount } = await client.query('insert into read_files values ($1, $2) on conflict do nothing', [
      key,
      problem,
    ])
    if (rowCount !== 1 || !('text' in result)) return
    const passages = filePassagesOf(result.text)
    await client.query(
      `insert into file_passages (key, n, page, passage)
        select $1, n, page, passage from unnest($2::int[], $3::text[]) with ordinality as p(page, passage, n) on conflict do nothing`,
      [key, passages.map(({ page }) => page), passages.map(({ passage }) => passage)],
    )
  })
}

/** Returns the outcome of reading a file: `problem` is null if its text was stored. Undefined if the file has not been read. */
export const findReadFile = async (
  pool: Pick<pg.Pool, 'query'>,
  key: string,
): Promise<{ problem: string | null } | undefined> =>
  (await pool.query<{ problem: string | null }>('select problem from read_files where key = $1', [key])).rows[0]

interface FilePassage {
  key: string
  n: number
  /** Page number from 1; null in a file without pages. */
  page: number | null
  passage: string
}

/** Returns the `ranked` best matches of any of these words in all files, and the `first` passages of each file, in the order of `keys`. */
export const findFilePassages = async (
  pool: Pick<pg.Pool, 'query'>,
  keys: readonly string[],
  { words, first, ranked }: { words: string; first: number; ranked: number },
): Promise<FilePassage[]> => {
  if (keys.length === 0) return []
  const { rows } = await pool.query<FilePassage>(
    `with query as (select to_tsquery('simple', string_agg(quote_literal(word), ' | ')) as any_word
        from unnest(tsvector_to_array(public.lexemes($2))) word),
      best as (select p.key, p.n from file_passages p, query where p.key = any($1) and p.words @@ query.any_word
        order by ts_rank(p.words, query.any_word, 1) desc, p.key, p.n limit $3)
    select p.key, p.n, p.page, p.passage from file_passages p
     where p.key = any($1) and (p.n <= $4 or (p.key, p.n) in (select key, n from best))
     order by array_position($1, p.key), p.n`,
    [keys, words, ranked, first],
  )
  return rows
}
