import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Ops } from '#domain/deltas.ts'
import { type TextState, textOf } from '#domain/texts.ts'
import { inTransaction } from './in-transaction.ts'
import { prepared } from './prepared.ts'
import { toJsonb } from './stored.ts'
import { type Passage, passagesOf } from './text-passages.ts'

/**
 * An index of the words in texts and of their mentions, as of the last writing session. A job builds it from the text
 * itself, since no event holds a whole text. Disposable: `rebuildTextIndex` recreates it.
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

export const migrateTextIndex = (pool: pg.Pool): Promise<void> =>
  inTransaction(pool, async (client) => {
    await client.query(`select pg_advisory_xact_lock(hashtextextended('loreloom text index', 0))`)
    await client.query(tables)
  })

/**
 * Replaces the changed passages and mentions of a text; an outdated job changes nothing. Returns true if the text's
 * searchable words changed.
 */
export const indexText = async (pool: pg.Pool, text: TextState): Promise<boolean> => {
  const { textId, conjurationId, revision } = text
  const passages = passagesOf(textOf(text))
  const client = await pool.connect()
  let isOther = false
  try {
    await client.query('begin')
    const { rowCount } = await client.query(
      `insert into indexed_texts values ($1, $2) on conflict ("textId") do update set revision = excluded.revision
        where indexed_texts.revision < excluded.revision`,
      [textId, revision],
    )
    if (rowCount === 1) {
      const changed = await findChanged(client, textId, passages)
      await client.query(
        `insert into text_passages ("textId", n, "conjurationId", revision, passage)
          select $1, n, $2, $3, passage from unnest($4::int[], $5::text[]) as p(n, passage)
          on conflict ("textId", n) do update set revision = excluded.revision, passage = excluded.passage`,
        [textId, conjurationId, revision, changed.map(({ n }) => n), changed.map(({ text }) => text)],
      )
      const ended = await client.query('delete from text_passages where "textId" = $1 and n > $2', [
        textId,
        passages.length,
      ])
      await replaceMentions(client, text, passages)
      isOther = changed.length > 0 || ended.rowCount !== 0
    }
    await client.query('commit')
    return isOther
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

const insertNew = `with new_texts as (
    insert into indexed_texts select distinct t."textId", 0 from jsonb_to_recordset($1::jsonb) as t("textId" uuid)
      on conflict do nothing returning "textId"
  ), passages as (
    insert into text_passages ("textId", n, "conjurationId", revision, passage)
      select p."textId", p.n, p."conjurationId", 0, p.passage
        from jsonb_to_recordset($2::jsonb) as p("textId" uuid, n int, "conjurationId" uuid, passage text) join new_texts using ("textId")
      on conflict do nothing
  )
  insert into text_mentions select m."textId", m.id, m."conjurationId", m.words
    from jsonb_to_recordset($3::jsonb) as m("textId" uuid, id uuid, "conjurationId" uuid, words text) join new_texts using ("textId")
    on conflict do nothing`

/** Adds texts at their revision 0 in one statement; those that are in the index already stay as they are. */
export const indexNewTexts = async (
  pool: pg.Pool,
  texts: readonly (Pick<TextState, 'textId' | 'conjurationId'> & { ops: Ops })[],
): Promise<void> => {
  if (texts.length === 0) return
  const parts = texts.map(({ ops, ...of }) => ({ of, passages: passagesOf(ops) }))
  const passages = parts.flatMap(({ of, passages }) =>
    passages.map(({ text }, n) => ({ ...of, n: n + 1, passage: text })),
  )
  const mentions = parts.flatMap(({ of, passages }) =>
    [...mentionsOf(passages)].map(([id, words]) => ({ ...of, id, words })),
  )
  const values = [parts.map(({ of }) => of), passages, mentions].map(toJsonb)
  await pool.query(prepared({ text: insertNew, values }))
}

const mentionsOf = (passages: readonly Passage[]): Map<string, string> =>
  new Map(passages.flatMap(({ mentions }) => mentions.map((each) => [each.id, each.words] as const)))

/** Replaces all mentions of a text by those in its passages. */
const replaceMentions = async (
  client: pg.ClientBase,
  { textId, conjurationId }: TextState,
  passages: readonly Passage[],
) => {
  const mentions = mentionsOf(passages)
  await client.query('delete from text_mentions where "textId" = $1', [textId])
  await client.query(
    `insert into text_mentions select $1, m.id, $2, m.passage from unnest($3::uuid[], $4::text[]) as m(id, passage)`,
    [textId, conjurationId, [...mentions.keys()], [...mentions.values()]],
  )
}

const hashOf = (text: string) => createHash('md5').update(text).digest('hex')

/**
 * The passages that differ from the index, with their numbers from 1. A keystroke in a long text changes one of
 * hundreds.
 */
const findChanged = async (client: pg.ClientBase, textId: string, passages: readonly Passage[]) => {
  const { rows } = await client.query<{ n: number; hash: string }>(
    'select n, md5(passage) as hash from text_passages where "textId" = $1',
    [textId],
  )
  const hashes = new Map(rows.map(({ n, hash }) => [n, hash]))
  return passages
    .map(({ text }, index) => ({ n: index + 1, text }))
    .filter(({ n, text }) => hashes.get(n) !== hashOf(text))
}

/** Clears the index, including the words of erased texts. */
export const forgetTextIndex = (pool: pg.Pool) => pool.query('truncate text_passages, text_mentions, indexed_texts')
