import type pg from 'pg'
import type { Passage } from './text-passages.ts'

/**
 * Where words stand in texts, and what texts mention, as of their last sitting. Made by a job from the text itself and not by a view, as no
 * event holds a whole text; a log that is projected anew brings the jobs again. Disposable.
 */
const tables = `
create table if not exists text_passages (
  "textId" uuid not null,
  n int not null,
  "conjurationId" uuid not null,
  revision int not null,
  passage text not null,
  words tsvector generated always as (public.lexemes(passage)) stored,
  primary key ("textId", n)
);
create index if not exists text_passages_words on text_passages using gin (words);
create index if not exists text_passages_lore on text_passages ("conjurationId");
create table if not exists text_mentions (
  "textId" uuid not null,
  "mentionedId" uuid not null,
  "conjurationId" uuid not null,
  passage text not null,
  primary key ("textId", "mentionedId")
);
create index if not exists text_mentions_of on text_mentions ("mentionedId");
create table if not exists indexed_texts ("textId" uuid primary key, revision int not null);`

export const migrateTextIndex = async (pool: pg.Pool): Promise<void> => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(hashtextextended('loreloom text index', 0))`)
    await client.query(tables)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

interface Indexed {
  textId: string
  conjurationId: string
  revision: number
  passages: readonly Passage[]
}

/** What a text is found by, in place of what it was; a job that comes late changes nothing. */
export const indexText = async (pool: pg.Pool, { textId, conjurationId, revision, passages }: Indexed) => {
  const client = await pool.connect()
  const mentions = new Map(passages.flatMap(({ mentions }) => mentions.map((each) => [each.id, each.words] as const)))
  try {
    await client.query('begin')
    const { rowCount } = await client.query(
      `insert into indexed_texts values ($1, $2) on conflict ("textId") do update set revision = excluded.revision
        where indexed_texts.revision < excluded.revision`,
      [textId, revision],
    )
    if (rowCount === 1) {
      await client.query('delete from text_passages where "textId" = $1', [textId])
      await client.query('delete from text_mentions where "textId" = $1', [textId])
      await client.query(
        `insert into text_passages ("textId", n, "conjurationId", revision, passage)
          select $1, n, $2, $3, passage from unnest($4::text[]) with ordinality as p(passage, n)`,
        [textId, conjurationId, revision, passages.map(({ text }) => text)],
      )
      await client.query(
        `insert into text_mentions select $1, m.id, $2, m.passage from unnest($3::uuid[], $4::text[]) as m(id, passage)`,
        [textId, conjurationId, [...mentions.keys()], [...mentions.values()]],
      )
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

/** With the words of what is forgotten. */
export const forgetTextIndex = (pool: pg.Pool) => pool.query('truncate text_passages, text_mentions, indexed_texts')
