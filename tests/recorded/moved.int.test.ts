/** @module-tag long */
import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EventStore } from '#eventstore'
import { verifyInstalled } from '../../backend/audit/chain/installed.ts'
import { keysInFile } from '../../backend/audit/chain/key-ring.ts'
import { signingWith } from '../../backend/audit/chain/signing.ts'
import { rebuildEverything } from '../../backend/projections/rebuild.ts'
import { views } from '../../backend/things.ts'
import { connectEventStore } from '../../eventstore/client.ts'
import { startEmbeddedEventStore } from '../../eventstore/embedded/process.ts'
import { fileSource } from '../../eventstore/move/file-source.ts'
import { fileTarget } from '../../eventstore/move/file-target.ts'
import type { Source, Target } from '../../eventstore/move/log.ts'
import { move } from '../../eventstore/move/move.ts'
import { storeLog } from '../../eventstore/move/store-log.ts'
import { type Database, freshDatabase } from '../postgres.ts'
import { eventually, type Stack, startStack } from '../stack.ts'
import { type Answers, type Rows, readRecorded } from './log.ts'
import { ofTheLog } from './of-the-log.ts'
import { answersOf, restoredInto } from './restored.ts'

/** An installation whose log was moved into another event store: all is as it was, but where events stand in the log. */
const recorded = readRecorded<Answers>('answers')
const rows = readRecorded<Rows>('log')
const { signal } = new AbortController()

/** Fields that say where in the log something is; views have some of them, as numbers. */
const positions = new Set(['position', 'first', 'last', 'since', 'until'])

/** What is made from the log, by table, and the jobs that wait; each event's place as its id. */
const standing = async ({ pool, store }: Stack) => {
  const [head, checkpoint] = [await store.head(), 'select position from checkpoint']
  await eventually(async () => BigInt((await pool.query(checkpoint)).rows[0].position) >= head)
  const { rows: places } = await pool.query<{ id: string; position: string }>('select id, position from feed')
  const idAt = new Map(places.map(({ id, position }) => [position, id]))
  const read = async (query: string) =>
    (await pool.query<{ row: object }>(query)).rows
      .map(({ row }) =>
        JSON.stringify(row, (key, value) => (positions.has(key) ? (idAt.get(String(value)) ?? value) : value)),
      )
      .sort()
  const made: Record<string, string[]> = {
    links: await read('select to_jsonb(l) as row from audit.links l'),
    jobs: await read(`select to_jsonb(j) - 'id' - 'run_at' as row from graphile_worker._private_jobs j`),
  }
  for (const table of ['feed', ...views.map(({ view }) => view.table)])
    made[table] = await read(`select to_jsonb(t) as row from ${table} t`)
  return { made, last: head }
}
let before: Awaited<ReturnType<typeof standing>>
let after: typeof before

let dir: string
let stack: Stack
let answers: Answers
const closing: (() => Promise<unknown>)[] = []

/** An event store whose log is in a database of its own, as long as somebody works with it. */
const during = async (
  postgres: Database['options'],
  dir: string,
  work: (there: { url: string; store: EventStore }) => Promise<unknown>,
) => {
  const server = await startEmbeddedEventStore({ postgres, socketPath: path.join(dir, `${postgres.database}.sock`) })
  const store = connectEventStore(server)
  await work({ url: server.url, store }).finally(async () => {
    await store.close()
    await server.stop()
  })
}

const moving = (source: Source, target: Target) =>
  move({ source, target, signal }).finally(() => Promise.all([source.close(), target.close()]))

beforeAll(async () => {
  dir = await fs.mkdtemp(path.join(os.tmpdir(), 'loreloom-moved-'))
  const [database, elsewhere] = [await freshDatabase(), await freshDatabase()]
  closing.push(() => fs.rm(dir, { recursive: true }), database.drop, elsewhere.drop)
  const kept = { ...database, drop: async () => undefined }
  const here = await restoredInto(kept, rows)
  before = await standing(here)
  await here.stop()

  const file = path.join(dir, 'log.jsonl.gz')
  const exported = fileTarget(file)
  await during(database.options, dir, ({ url }) => moving(storeLog(url, 'here'), exported))
  await exported.close()
  await during(elsewhere.options, dir, async ({ url, store }) => {
    // What a store has for itself, so that positions are others there.
    for (const n of [1, 2, 3])
      await store.append('$settings', [{ id: randomUUID(), type: `Setting${n}`, data: {}, metadata: {} }], 'any')
    await moving(fileSource(file), storeLog(url, 'there'))
    await rebuildEverything({ store, postgres: database.options, tables: views, signal })
  })
  stack = await startStack({ database: kept, passwords: null, logIn: elsewhere.options, roles: ['api', 'projector'] })
  closing.unshift(stack.stop)
  after = await standing(stack)
  answers = await answersOf(stack, rows, 'five still ring')
}, 300_000)
afterAll(async () => {
  for (const close of closing) await close()
})

test.each(['links', 'jobs', 'feed', ...views.map(({ view }) => view.table)])(
  '%s stay to the byte what they were',
  (table) => expect(after.made[table]).toEqual(before.made[table]),
)

test('it was moved, and there was something to keep', () => {
  expect(after.last).not.toBe(before.last)
  for (const table of ['links', 'jobs', 'feed', 'members', 'conjurations', 'images', 'wallets'])
    expect([table, before.made[table]?.length]).toEqual([table, expect.toSatisfy((rows: number) => rows > 1)])
})

test('the chain over accounts and billing follows from the log where it is now', async () => {
  const signing = signingWith(keysInFile(path.join(dir, 'audit-keys')), stack.pool)
  expect(await verifyInstalled({ ...stack, signing }, signal)).toMatchObject({
    result: 'consistent',
    // Those of before, and the five who signed in since.
    verified: (before.made.links?.length ?? 0) + 5,
  })
})

test.each(Object.keys(recorded))('%s is answered as before, with the dates of before', (name) => {
  const [was, is] = [ofTheLog(recorded[name]), answers[name] ?? {}]
  for (const [address, answer] of Object.entries(was)) expect([address, is[address]]).toMatchObject([address, answer])
})
