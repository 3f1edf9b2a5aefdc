/** @module-tag long */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { credits } from '#domain/credits.ts'
import { users } from '#domain/users.ts'
import type { EventStore } from '#eventstore'
import { commandHandler } from '../../backend/commands/handle.ts'
import { rebuild } from '../../backend/projections/rebuild.ts'
import { type Feed, openFeed } from '../../backend/realtime/feed.ts'
import { views } from '../../backend/things.ts'
import { connectEventStore } from '../../eventstore/client.ts'
import { freshEventStore } from '../eventstore/embedded.ts'
import { eventually, kernel, silent } from './kernel.ts'

/** The kernel over the embedded event store, with processes that are killed: what is promised to a person must hold. */
let embedded: Awaited<ReturnType<typeof freshEventStore>>
let store: EventStore
let k: Awaited<ReturnType<typeof kernel>>
let feed: Feed
beforeAll(async () => {
  embedded = await freshEventStore()
  store = connectEventStore(embedded)
  k = await kernel(store)
  feed = await openFeed({ postgres: k.postgres, pool: k.pool, log: silent })
  k.closing.push(feed.close)
})
afterAll(async () => {
  await k.close()
  await store.close()
  await embedded.stop()
})

const by = (actor: string, commandId: string = randomUUID()) => ({ actor, commandId, correlationId: commandId })
const grant = (userId: string, amount: number) => ({
  type: 'GrantCredits',
  data: { userId, grantId: randomUUID(), amount, source: 'pack', comment: '' },
})
const hold = (userId: string, amount: number) => {
  const purpose = { kind: 'images', id: randomUUID(), stream: 'images-1', label: 'Image' }
  return { type: 'HoldCredits', data: { userId, holds: [{ holdId: randomUUID(), amount, purpose }] } }
}

it('what was answered is in the views once, though event store, projector and database connections are killed', async () => {
  const processes = [commandHandler(store), commandHandler(store)]
  const people = Array.from({ length: 8 }, () => randomUUID())
  k.project({ batch: 10 })
  k.project({ batch: 10 })
  let answered = 0
  const person = async (userId: string, index: number) => {
    const { handle } = processes[index % 2] as (typeof processes)[0]
    await handle(users, userId, { type: 'RegisterUser', data: { userId, method: 'email', role: 'user' } }, by(userId))
    await handle(credits, userId, grant(userId, 100), by(userId))
    for (let n = 0; n < 40; n++) {
      const [command, metadata] = [hold(userId, 1), by(userId)]
      // Sent again, as a browser would that heard nothing.
      const answers = [
        await handle(credits, userId, command, metadata),
        await handle(credits, userId, command, metadata),
      ]
      expect(answers[1]).toEqual(answers[0])
      answered++
    }
  }
  const killing = (async () => {
    for (const threshold of [60, 160]) {
      await eventually(() => answered > threshold, 50_000)
      await embedded.kill()
      await embedded.restart()
    }
    for (const threshold of [200, 260]) {
      await eventually(() => answered > threshold, 50_000)
      await k.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'loreloom %' and datname = current_database()`,
      )
    }
  })()
  await Promise.all([...people.map(person), killing])
  await k.caughtUp()

  const wallets = await k.query<{ id: string; available: string }>('select id, available from wallets')
  expect(wallets.map(({ available }) => Number(available))).toEqual(people.map(() => 60))
  expect(await k.query('select from credit_transactions')).toHaveLength(people.length * 41)
  const told = await k.query<{ stream: string; revision: string }>(
    'select stream, revision from feed order by position, seq',
  )
  for (const userId of people) {
    const revisions = told
      .filter(({ stream }) => stream === `credits-${userId}`)
      .map(({ revision }) => Number(revision))
    expect(revisions).toEqual(Array.from({ length: 41 }, (_, n) => n))
  }
})

it('a command’s answer is a position that the views reach, with its effects in them', async () => {
  const { handle } = commandHandler(store)
  const userId = randomUUID()
  const { position } = await handle(credits, userId, grant(userId, 7), by(userId))
  expect(await feed.progress.waitFor(position, 10_000)).toBe(true)
  expect(await k.query('select available from wallets where id = $1', [userId])).toEqual([{ available: '7' }])
})

it('every view, rebuilt, is what it was', async () => {
  const rowsOf = async () => {
    const tables = views.map(async ({ view: { table } }) => [
      table,
      await k.query(`select * from "${table}" order by id`),
    ])
    return Object.fromEntries(await Promise.all(tables))
  }
  const before = await rowsOf()
  expect(before.wallets).not.toHaveLength(0)
  for (const table of views) await rebuild({ store, postgres: k.postgres, table, signal: new AbortController().signal })
  expect(await rowsOf()).toEqual(before)
})
