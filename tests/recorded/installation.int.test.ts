/** @module-tag long */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectionStatus } from '#projections/status.ts'
import { type Database, freshDatabase } from '../postgres.ts'
import { eventually, type Stack, startStack } from '../stack.ts'
import { type Answers, type Rows, readRecorded } from './log.ts'
import { ofTheLog } from './of-the-log.ts'
import { answersOf } from './restored.ts'

/**
 * The upgrade of an installation: this version starts on the database of an earlier one, a plain SQL dump with its views, jobs, sign-ins and
 * checkpoint, and answers what that version answered. `installation.md` says how the dump was made.
 */
const read = (name: string) => gunzipSync(readFileSync(join(import.meta.dirname, name))).toString()
/**
 * Signing keys are a file of the data directory, which a dump of the database does not have. The chain grows with each
 * sign-in.
 */
const notOfTheDump = new Set(['/api/audit/keys', '/api/audit/chain'])
/** Recorded answers without those, and without the moment of the request: the end of a window, the end of the log. */
const withoutTheMoment = (was: Answers[string]): Answers[string] =>
  JSON.parse(JSON.stringify(was), (key, value) => {
    if (key === 'until' || notOfTheDump.has(key)) return undefined
    if (!key.endsWith('/past')) return value
    const { at: _at, position: _position, ...past } = value
    return past
  })

const recorded: Answers = JSON.parse(read('installation-0ae7bc60-answers.json.gz'))

let database: Database
let stack: Stack
let answers: Answers
/** What the dump has, before the upgrade. */
let before: { tables: number; events: number; users: number }

const counts = `select (select count(*) from information_schema.tables where table_schema not in ('pg_catalog', 'information_schema'))::int as tables,
  (select count(*) from eventstore.events)::int as events, (select count(*) from auth."user")::int as users`

beforeAll(async () => {
  database = await freshDatabase()
  const client = new pg.Client(database.options)
  await client.connect()
  try {
    await client.query(read('installation-0ae7bc60.sql.gz'))
    before = (await client.query(counts)).rows[0]
  } finally {
    await client.end()
  }
  stack = await startStack({ database, passwords: null, roles: ['api', 'projector'] })
  // Changed views are rebuilt first; a request for one of them is refused until then.
  const head = await stack.store.head()
  await eventually(async () => {
    const { position, stopped } = await projectionStatus(stack.pool)
    return position >= head && stopped.length === 0
  }, 150_000)
  answers = await answersOf(stack, readRecorded<Rows>('log'), 'five still ring')
}, 240_000)
afterAll(() => stack?.stop())

test('the dump is that of a whole installation', () => {
  expect(before.tables).toBeGreaterThan(40)
  expect(before.events).toBeGreaterThan(200)
  expect(before.users).toBe(5)
})

test('no view is stopped, and every event stands in the log as it stood', async () => {
  const { rows } = await stack.pool.query('select name, error from projections where "stoppedAt" is not null')
  expect(rows).toEqual([])
  const { rows: now } = await stack.pool.query<typeof before>(counts)
  expect(now[0]?.users).toBe(before.users)
  expect(now[0]?.events).toBeGreaterThanOrEqual(before.events)
})

test.each(Object.keys(recorded))('%s is answered as before the upgrade', (name) => {
  const [was, is] = [ofTheLog(withoutTheMoment(recorded[name] ?? {})), answers[name] ?? {}]
  expect(Object.keys(was).length).toBeGreaterThan(100)
  // An answer may say more than it did, and nothing else.
  for (const [address, answer] of Object.entries(was))
    expect.soft([address, is[address]]).toMatchObject([address, answer])
})
