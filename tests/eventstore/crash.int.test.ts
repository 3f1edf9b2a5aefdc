/** @module-tag long */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { DeadlineExceededError, EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connectEventStore } from '../../eventstore/client.ts'
import { startEmbeddedEventStore } from '../../eventstore/embedded/process.ts'
import { LOCK_KEY } from '../../eventstore/embedded/schema.ts'
import type { EventStore, NewEvent } from '../../eventstore/index.ts'
import { follow } from './contract.ts'
import { freshEventStore, freshStream, numbered, numbers } from './embedded.ts'

let embedded: Awaited<ReturnType<typeof freshEventStore>>
let store: EventStore
let admin: pg.Client
beforeEach(async () => {
  embedded = await freshEventStore()
  store = connectEventStore(embedded)
  admin = new pg.Client(embedded.postgres)
  await admin.connect()
})
afterEach(async () => {
  await admin.end()
  await store.close()
  await embedded.stop()
})

const WRITERS = 8
const EACH = 60

/** Writers that append one event after the other to streams of their own; `atHalf` runs while they are at it. */
async function writeThrough(disturb: () => Promise<void>) {
  const streams = Array.from({ length: WRITERS }, () => freshStream())
  let acknowledged = 0
  let disturbed: Promise<void> | undefined
  await Promise.all(
    streams.map(async (stream) => {
      for (let n = 0; n < EACH; n++) {
        await store.append(stream, [numbered(n)], n === 0 ? 'none' : BigInt(n - 1))
        if (++acknowledged === (WRITERS * EACH) / 3) disturbed = disturb()
      }
    }),
  )
  await disturbed
  return streams
}

const terminate = async (name: string) => {
  await admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and datname = current_database()',
    [name],
  )
}
const terminateWriter = () => terminate('eventstore-writer')

const inOrder = Array.from({ length: EACH }, (_, n) => n)
const ns = (events: { data: unknown }[]) => events.map(({ data }) => (data as { n: number }).n)

describe('every append that was answered is there, once and in order', () => {
  test.each([
    [
      'the store is killed',
      async () => {
        await embedded.kill()
        await embedded.restart()
      },
    ],
    [
      'the store is stopped',
      async () => {
        await embedded.stopChild()
        await embedded.restart()
      },
    ],
    ['its database connection breaks', terminateWriter],
  ])('when %s under load, and a follower sees it so', async (_, disturb) => {
    const seen = follow(store, undefined)
    const streams = await writeThrough(disturb)
    const last = await store.head()
    await seen.until(({ batches }) => (batches.at(-1)?.position ?? 0n) >= last)
    for (const stream of streams) {
      expect(ns((await store.read(stream)).events)).toEqual(inOrder)
      expect(ns(seen.of(stream))).toEqual(inOrder)
    }
    await seen.stop()
  })
})

test('readers whose database connections break again and again read on, and the store goes on serving', async () => {
  const streams = Array.from({ length: 8 }, () => freshStream())
  for (const stream of streams) await store.append(stream, numbers(EACH), 'none')
  const pid = embedded.pid()
  let ended = false
  void embedded.exited().then(() => {
    ended = true
  })
  let done = false
  const reading = streams.map(async (stream) => {
    do expect(ns((await store.read(stream)).events)).toEqual(inOrder)
    while (!done)
  })
  for (let n = 0; n < 40; n++) await terminate('eventstore-reader')
  done = true
  await Promise.all(reading)
  expect({ ended, pid: embedded.pid() }).toEqual({ ended: false, pid })
})

test('the id at a position is read once the store is back, as everything else is', async () => {
  const [event] = numbers(1)
  const { position } = await store.append(freshStream(), [event as NewEvent], 'none')
  await embedded.kill()
  const id = store.idAt(position)
  await embedded.restart()
  expect(await id).toBe(event?.id)
})

test('a repeat is recognised by a store that has forgotten the first', async () => {
  const stream = freshStream()
  const [first, second, third] = [numbers(2), numbers(3), numbers(1)]
  const one = await store.append(stream, first, 'none')
  const two = await store.append(stream, second, 'any')
  await store.append(stream, third, 4n)
  await embedded.kill()
  await embedded.restart()
  expect(await store.append(stream, second, 'any')).toEqual(two)
  expect(await store.append(stream, first, 'none')).toEqual(one)
  expect(await store.append(stream, second, 1n)).toEqual(two)
  expect((await store.read(stream)).events).toHaveLength(6)
})

test('an append that outlives its deadline is answered so, and its repeat finds out what became of it', async () => {
  const client = new EventStoreDBClient({ endpoint: embedded.url }, { insecure: true })
  const stream = freshStream()
  const event = jsonEvent({ type: 'Slow', data: {} })
  await client.appendToStream(freshStream(), jsonEvent({ type: 'Quick', data: {} }))
  await admin.query('begin; lock table eventstore.events in exclusive mode')
  const late = client.appendToStream(stream, event, { deadline: 200 })
  await expect(late).rejects.toBeInstanceOf(DeadlineExceededError)
  await admin.query('rollback')
  expect((await client.appendToStream(stream, event)).nextExpectedRevision).toBe(0n)
  expect((await store.read(stream)).events).toHaveLength(1)
  await client.dispose()
})

describe('one process serves a database', () => {
  test('a second one says so, and ends', async () => {
    const second = startEmbeddedEventStore({ postgres: embedded.postgres, lockTimeout: 100 })
    await expect(second).rejects.toThrow('another event store serves this database')
  })

  test('a second one can wait for its turn', async () => {
    const waiting = startEmbeddedEventStore({ postgres: embedded.postgres, lockTimeout: Number.POSITIVE_INFINITY })
    const { position } = await store.append(freshStream(), numbers(1), 'none')
    await embedded.stopChild()
    const second = await waiting
    const after = connectEventStore(second)
    expect(await after.head()).toBe(position)
    await after.close()
    await second.stop()
  })

  test('whoever loses the database to another writes no more, and ends', async () => {
    const other = new pg.Client(embedded.postgres)
    await other.connect()
    const exited = embedded.exited()
    const taken = other.query('select pg_advisory_lock($1)', [LOCK_KEY])
    const queued = "select 1 from pg_locks where locktype = 'advisory' and not granted"
    while ((await admin.query(queued)).rowCount === 0);
    await terminateWriter()
    await taken
    expect(await exited).toBe(1)
    await other.end()
    await embedded.restart()
  })

  test('a store whose parent is killed ends too', async () => {
    await embedded.stopChild()
    const parent = fork(fileURLToPath(new URL('orphan.ts', import.meta.url)), [JSON.stringify(embedded.postgres)], {
      execArgv: [],
    })
    await new Promise((resolve) => parent.once('message', resolve))
    parent.kill('SIGKILL')
    // Granted when the orphan lets go of its lock.
    await admin.query('select pg_advisory_lock($1)', [LOCK_KEY])
    await admin.query('select pg_advisory_unlock($1)', [LOCK_KEY])
    await embedded.restart()
  })
})

test('its database may be shared: nothing but its own schema is touched', async () => {
  await store.append(freshStream(), numbers(1), 'none')
  const { rows } = await admin.query(
    "select distinct table_schema as name from information_schema.tables where table_schema !~ '^(pg_|information_schema)'",
  )
  expect(rows).toEqual([{ name: 'eventstore' }])
})
