import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type EventStore, EventStoreUnavailable } from '#eventstore'
import { AnotherLog, createLogGuard, watchLog } from '../../backend/commands/log-guard.ts'
import { migrate } from '../../backend/projections/migrate.ts'
import { rebuildEverything } from '../../backend/projections/rebuild.ts'
import { reactor } from '../../backend/reactors/reactor.ts'
import { migrateJobs } from '../../backend/reactors/worker.ts'
import { views } from '../../backend/things.ts'
import { memoryStore } from '../memory-store.ts'
import { append, eventually, fact, kernel, silent } from './kernel.ts'

const [owner, player] = [randomUUID(), randomUUID()]
const signal = new AbortController().signal

/** A campaign with folders, one of which is deleted and comes back, and lore that is hidden and shown. */
const story = async (store: EventStore, name: string) => {
  const [campaignId, root, below, lore] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const operationId = randomUUID()
  const joined = { campaignId, userId: player, role: 1, inviteId: randomUUID() }
  await append(
    store,
    `campaigns-${campaignId}`,
    fact(
      'CampaignCreated',
      { campaignId, ownerId: owner, name, description: '', rpgSystemCode: 'x', publicAdventureCode: null },
      owner,
    ),
    fact('MemberJoined', joined, player),
  )
  const folder = (collectionId: string, parentCollectionId: string | null, visibility: string) =>
    fact('CollectionCreated', { campaignId, collectionId, name, parentCollectionId, userId: owner, visibility }, owner)
  await append(
    store,
    `collections-${campaignId}`,
    folder(root, null, 'PRIVATE'),
    folder(below, root, 'CAMPAIGN'),
    fact('CollectionDeleted', { campaignId, collectionId: root, rootId: root, operationId }, owner),
    fact('CollectionRestored', { campaignId, collectionId: root, parentCollectionId: null, operationId }, owner),
  )
  const made = { conjurationId: lore, userId: owner, campaignId, collectionId: below, visibility: 'CAMPAIGN' }
  await append(
    store,
    `conjurations-${lore}`,
    fact('ConjurationCreated', { ...made, name, description: '', tags: [], copyOf: null }, owner),
    fact('ConjurationVisibilityChanged', { conjurationId: lore, visibility: 'PRIVATE' }, owner),
    fact('ConjurationDescribed', { conjurationId: lore, description: 'Secret.' }, owner),
    fact('ConjurationVisibilityChanged', { conjurationId: lore, visibility: 'CAMPAIGN' }, owner),
  )
}

let k: Awaited<ReturnType<typeof kernel>>
let store: ReturnType<typeof memoryStore>
beforeEach(async () => {
  store = memoryStore()
  await story(store, 'One')
  k = await kernel(store)
  const projector = k.project()
  await k.caughtUp()
  await projector.stop()
})
afterEach(() => k.close())

const everything = async () => {
  const tables = ['feed', ...views.map(({ view }) => view.table)]
  const rows = await Promise.all(tables.map((table) => k.query(`select t.*::text as row from ${table} t order by 1`)))
  return Object.fromEntries(tables.map((table, n) => [table, rows[n]]))
}

it('the log that the views were made from is known again, and grows', { tags: 'long' }, async () => {
  const known = createLogGuard(k.pool, store)
  await known.prove()
  await story(store, 'Two')
  k.project()
  await k.caughtUp()
  await known.prove()
  expect(known.mismatch()).toBeUndefined()
})

it.each([
  ['another', async (other: EventStore) => story(other, 'Other')],
  [
    'a longer one',
    async (other: EventStore) => {
      await story(other, 'Other')
      await story(other, 'More')
    },
  ],
  ['an empty one', async () => undefined],
])('%s is told from it, in a sentence that says what helps', async (_which, fill) => {
  const other = memoryStore()
  await fill(other)
  const known = createLogGuard(k.pool, other)
  const refusal = await known.prove().catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(AnotherLog)
  expect(known.mismatch()).toMatch(
    /^The views in PostgreSQL and the event store are of two logs: .* `npm run rebuild -- all`.*EVENTSTORE_URL.*DATABASE_URL/,
  )
})

it('installations from before it was written down know their log by the feed', async () => {
  await k.query('alter table checkpoint drop "lastPosition", drop "lastId"')
  await migrate(k.pool, views)
  await createLogGuard(k.pool, store).prove()
  await expect(createLogGuard(k.pool, memoryStore()).prove()).rejects.toBeInstanceOf(AnotherLog)
})

it('everything is made anew from another log, and is what a projector makes of it: no jobs, no notice', {
  tags: 'long',
}, async () => {
  await migrateJobs(k.pool)
  const other = memoryStore()
  await story(other, 'Other')
  await story(other, 'More')
  const remembering = createLogGuard(k.pool, other)
  await expect(remembering.prove()).rejects.toBeInstanceOf(AnotherLog)
  const reference = await kernel(other)
  k.closing.push(reference.close)
  reference.project()
  await reference.caughtUp()
  const expected = await reference.query('select t.*::text as row from feed t order by 1')

  const rebuilt = await rebuildEverything({ store: other, postgres: k.postgres, tables: views, signal })
  expect(rebuilt.filter((one) => 'error' in one)).toEqual([])
  const made = await everything()
  expect(made.feed).toEqual(expected)
  for (const { view } of views)
    expect([view.table, made[view.table]]).toEqual([
      view.table,
      await reference.query(`select t.*::text as row from ${view.table} t order by 1`),
    ])
  expect(await k.query('select * from graphile_worker.jobs')).toEqual([])
  await createLogGuard(k.pool, other).prove()
  // What had missed its log still remembers that one.
  await expect(remembering.prove()).rejects.toThrow('Start it again')

  const jobs = reactor({}, { name: 'counting', on: { ConjurationDescribed: async () => undefined } as never })
  k.project({ store: other, reactors: [jobs], prove: createLogGuard(k.pool, other).prove })
  await story(other, 'Yet more')
  await eventually(async () => (await k.query('select * from graphile_worker.jobs')).length === 1)
})

/** The same events elsewhere: at other positions, and written by that store at another time. */
const moved = async () => {
  const other = memoryStore()
  await append(other, 'others-1', fact('Happened', {}))
  for (const { stream, id, type, data, metadata } of store.log)
    await other.append(stream, [{ id, type, data, metadata }], 'any')
  return other
}

it('a log that was moved is gone on with: jobs stay, none is made again, and none is missing', {
  tags: 'long',
}, async () => {
  await migrateJobs(k.pool)
  const jobs = reactor({}, { name: 'counting', on: { ConjurationDescribed: async () => undefined } as never })
  const queued = () => k.query(`select j.payload from graphile_worker._private_jobs j order by j.id`)
  await story(store, 'Two')
  const projector = k.project({ reactors: [jobs] })
  await k.caughtUp()
  await projector.stop()
  const [waiting] = await queued()
  const looked = { ...waiting?.payload, data: { arguments: { position: waiting?.payload.position } } }
  await k.query(`select graphile_worker.add_job('run-operations', '${JSON.stringify(looked)}'::json)`)
  // What the projector had not come to when it was stopped.
  await story(store, 'Three')

  const other = await moved()
  await rebuildEverything({ store: other, postgres: k.postgres, tables: views, signal })
  const event = other.log.find(({ id }) => id === waiting?.payload.id)
  const position = String(event?.position)
  expect(position).not.toBe(waiting?.payload.position)
  expect(await queued()).toEqual([
    { payload: { ...waiting?.payload, position } },
    { payload: { ...looked, position, data: { arguments: { position } } } },
  ])
  k.project({ store: other, reactors: [jobs], prove: createLogGuard(k.pool, other).prove })
  await eventually(async () => (await queued()).length === 3)
  expect((await queued()).at(-1)?.payload.id).toBe(
    other.log.findLast(({ type }) => type === 'ConjurationDescribed')?.id,
  )
})

it('an empty database is filled from an old log, and nothing that happened is done again', {
  tags: 'long',
}, async () => {
  const fresh = await kernel(store)
  k.closing.push(fresh.close)
  await migrateJobs(fresh.pool)
  await rebuildEverything({ store, postgres: fresh.postgres, tables: views, signal })
  const jobs = reactor({}, { name: 'counting', on: { ConjurationDescribed: async () => undefined } as never })
  fresh.project({ reactors: [jobs] })
  await fresh.caughtUp()
  expect(await fresh.query('select * from graphile_worker.jobs')).toEqual([])
  expect(await fresh.query('select t.*::text as row from feed t order by 1')).toEqual((await everything()).feed)
})

it('everything is made anew from the same log while it is projected', { tags: 'long' }, async () => {
  const before = await everything()
  await k.query('truncate feed; truncate collections')
  const projector = k.project()
  await rebuildEverything({ store, postgres: k.postgres, tables: views, signal })
  expect(await everything()).toEqual(before)
  await story(store, 'Two')
  await k.caughtUp()
  expect(projector.state().error).toBeNull()
  expect((await k.query('select * from feed')).length).toBeGreaterThan(before.feed?.length ?? 0)
})

it('nothing is projected from another log', async () => {
  const other = memoryStore()
  for (let n = 0; n < 3; n++) await story(other, 'Other')
  const before = await everything()
  const projector = k.project({ store: other, prove: createLogGuard(k.pool, other).prove })
  await eventually(() => projector.state().error?.includes('two logs'))
  expect(await everything()).toEqual(before)
})

it('a store that is not there at the start is proven before anything is asked of it', async () => {
  let doubted = 0
  const away = {
    idAt: () => Promise.reject(new EventStoreUnavailable('away')),
    guard: () => () => {
      doubted++
    },
  }
  const known = createLogGuard(k.pool, away)
  const end = await watchLog(known, away, () => undefined)
  expect(doubted).toBe(1)
  await end()
  await expect(watchLog(createLogGuard(k.pool, memoryStore()), memoryStore(), () => undefined)).rejects.toBeInstanceOf(
    AnotherLog,
  )
})

it('a store that is not there yet is logged in one sentence, and projected from once it answers', {
  tags: 'long',
}, async () => {
  const told: { message: string; facts: object }[] = []
  const log = {
    ...silent,
    error: (facts: object, message: string) => void told.push({ facts, message }),
  }
  let isAway = true
  let refused = 0
  const awayAtFirst = {
    ...store,
    async idAt(position: bigint) {
      if (!isAway) return store.idAt(position)
      refused++
      throw new EventStoreUnavailable('away')
    },
  }
  const projector = k.project({ store: awayAtFirst, log, prove: createLogGuard(k.pool, awayAtFirst).prove })
  await eventually(() => refused > 2)
  expect(told).toEqual([
    { facts: { retryInMs: 100 }, message: 'The projector waits for the event store, which does not answer' },
  ])
  isAway = false
  await eventually(() => projector.state().role === 'leading')
  expect(told).toHaveLength(1)
})
