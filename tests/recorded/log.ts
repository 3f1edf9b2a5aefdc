import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type pg from 'pg'
import { SCHEMA } from '../../eventstore/embedded/schema.ts'

/**
 * The log of the demo as a released version wrote it, with the accounts of its people, and what that version answered to each of them: what
 * is changed since must read it and answer the same.
 */
export const version = '2.17.2'

/** Rows by table, each as JSON has it; bytes as base64. */
export type Rows = Record<string, Record<string, unknown>[]>
/** What was answered, by person and address. */
export type Answers = Record<string, Record<string, unknown>>

const fileOf = (what: 'log' | 'answers') => join(import.meta.dirname, `${what}-${version}.json.gz`)

export const readRecorded = <T>(what: 'log' | 'answers'): T =>
  JSON.parse(gunzipSync(readFileSync(fileOf(what))).toString())

export const writeRecorded = (what: 'log' | 'answers', content: unknown): void =>
  writeFileSync(fileOf(what), gzipSync(JSON.stringify(content), { level: 9 }))

const tables = {
  'eventstore.events': `position::text, stream, revision::text, id, type, created, json, encode(data, 'base64') as data, encode(metadata, 'base64') as metadata`,
  sealing_keys: `id, owner, encode(key, 'base64') as key`,
  'auth."user"': '*',
  'auth.account': '*',
}

export const rowsOf = async (client: pg.ClientBase): Promise<Rows> => {
  const rows: Rows = {}
  for (const [table, columns] of Object.entries(tables)) {
    const order = table === 'eventstore.events' ? 'position' : 'id'
    rows[table] = (await client.query(`select ${columns} from ${table} order by ${order}`)).rows
  }
  return rows
}

/** Puts the log into an empty database, in which an embedded event store has not run yet. */
export const restoreLog = async (client: pg.ClientBase, rows: Rows): Promise<void> => {
  await client.query(SCHEMA)
  await client.query(
    `insert into eventstore.events (position, stream, revision, id, type, created, json, data, metadata)
     select (e->>'position')::bigint, e->>'stream', (e->>'revision')::bigint, (e->>'id')::uuid, e->>'type', (e->>'created')::timestamptz,
       (e->>'json')::boolean, decode(e->>'data', 'base64'), decode(e->>'metadata', 'base64') from jsonb_array_elements($1::jsonb) e`,
    [JSON.stringify(rows['eventstore.events'])],
  )
}

/** The people, into the tables that the sign-in library has made. */
export const restoreAccounts = async (client: Pick<pg.ClientBase, 'query'>, rows: Rows): Promise<void> => {
  for (const table of ['auth."user"', 'auth.account'])
    await client.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::jsonb)`, [
      JSON.stringify(rows[table]),
    ])
}
