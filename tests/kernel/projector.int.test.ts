import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { EventStore } from '#eventstore'
import { accessView } from '#projections/access.ts'
import { view } from '#projections/view.ts'
import { addJobs } from '../../backend/projections/jobs.ts'
import { becomeLeader } from '../../backend/projections/leader.ts'
import { rebuild } from '../../backend/projections/rebuild.ts'
import { projectionStatus } from '../../backend/projections/status.ts'
import { tabled } from '../../backend/projections/tabled.ts'
import { reactor } from '../../backend/reactors/reactor.ts'
import { migrateJobs } from '../../backend/reactors/worker.ts'
import { views } from '../../backend/things.ts'
import { memoryStore } from '../memory-store.ts'
import { append, eventually, fact, kernel } from './kernel.ts'

/** A view that counts how often an event took effect: an event projected twice is not a key conflict here, but a wrong sum. */
const Tally = z.object({ id: z.string(), taken: z.int() })
const tallies = tabled(
  view(Tally)<{
    Counted: z.ZodType<{ name: string; taken: number }>
    Broken: z.ZodType<{ name: string }>
  }>({
    table: 'tallies',
    on: {
      Counted: ({ name: id, taken }) => {
        if (id === 'poison') throw new Error('cannot take this')
        return { put: { id, taken } }
      },
      // The database refuses it: no such number.
      Broken: ({ name: id }) => ({ put: { id, taken: 1e30 } }),
    },
  }),
  'create table tallies (id text primary key, taken integer not null)',
)
const all = [...views, tallies]

let store: EventStore
let k: Awaited<ReturnType<typeof kernel>>
beforeEach(async () => {
  store = memoryStore()
  k = await kernel(store, all)
})
afterEach(() => k.close())

const counted = (name: string, taken = 1) => fact('Counted', { name, taken })
const tally = () => k.query<{ id: string; taken: number }>('select id, taken from tallies order by id')
const feed = () => k.query<{ position: string; type: string }>('select * from feed order by position, seq')

const leaseMs = 600
/** Nothing of this process runs meanwhile. */
const freeze = async () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, leaseMs * 2)
const cut = () =>
  k.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'loreloom projector' and datname = current_database()`)

describe('the projector', () => {
  it('writes rows, feed, jobs and checkpoint together', async () => {
    await migrateJobs(k.pool)
    const event = counted('a')
    await append(store, 'tallies-a', event, fact('Unknown', {}))
    const atOnce = reactor({ Counted: z.object({}) }, { name: 'at-once', on: { Counted: async () => undefined } })
    const later = reactor(
      { Counted: z.object({}) },
      { name: 'later', delayMs: 3_600_000, attempts: 3, on: { Counted: async () => undefined } },
    )
    k.project({ reactors: [atOnce, later] })
    await k.caughtUp()
    expect(await tally()).toEqual([{ id: 'a', taken: 1 }])
    expect(await feed()).toMatchObject([
      {
        position: '1',
        seq: 0,
        type: 'Counted',
        id: event.id,
        stream: 'tallies-a',
        revision: '0',
        item: 'a',
        data: event.data,
      },
      { position: '2', seq: 0, type: 'Unknown' },
    ])
    const jobs = await k.query(
      `select t.identifier, j.key, j.max_attempts, round(extract(epoch from j.run_at - now()) / 60)::int as minutes, j.payload
         from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id order by 1`,
    )
    const payload = { id: event.id, type: 'Counted', position: '1', stream: 'tallies-a', data: event.data }
    expect(jobs).toMatchObject([
      { identifier: 'at-once', key: `at-once:${event.id}`, max_attempts: 10, minutes: 0, payload },
      { identifier: 'later', key: `later:${event.id}`, max_attempts: 3, minutes: 60, payload },
    ])
  })

  it('lets no late job wait longer than it should by the database, whatever its event is dated', async () => {
    await migrateJobs(k.pool)
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
    const job = { identifier: 'later', payload: {}, max_attempts: 3 }
    const ahead = { ...job, run_at: inAnHour, at_most: 60, job_key: 'ahead' }
    const right = { ...job, run_at: inAnHour, at_most: 3600, job_key: 'right' }
    await k.pool.query(addJobs, [JSON.stringify([ahead, right])])
    expect(
      await k.query(`select key, round(extract(epoch from run_at - now()) / 60)::int as minutes
        from graphile_worker._private_jobs order by key`),
    ).toEqual([
      { key: 'ahead', minutes: 1 },
      { key: 'right', minutes: 60 },
    ])
  })

  it('takes text that the database cannot hold as near as it can', async () => {
    await append(store, 'tallies-a', counted('a\0\ud83d'))
    k.project()
    await k.caughtUp()
    expect(await tally()).toEqual([{ id: 'a��', taken: 1 }])
  })

  it('takes each event once, however often its connection is cut in the middle of a batch', {
    tags: 'long',
  }, async () => {
    const total = 3000
    k.project({ batch: 7 })
    const writing = (async () => {
      for (let n = 1; n <= total; n += 10)
        await append(store, 'tallies-a', ...Array.from({ length: 10 }, (_, i) => counted(`n${n + i}`, n + i)))
    })()
    let cuts = 0
    while (cuts < 8) {
      const cut = await k.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'loreloom projector' and datname = current_database() and state like 'idle in transaction%'`,
      )
      cuts += cut.length
      if ((await k.checkpoint()) >= BigInt(total)) break
    }
    await writing
    await k.caughtUp()
    expect(cuts).toBeGreaterThan(0)
    expect((await feed()).map(({ position }) => Number(position))).toEqual(
      Array.from({ length: total }, (_, i) => i + 1),
    )
    expect(await tally()).toHaveLength(total)
  })

  it('is one: a standby waits, and takes over when the leader goes', async () => {
    const first = k.project()
    await eventually(() => first.state().role === 'leading')
    const second = k.project()
    await append(store, 'tallies-a', counted('a'))
    await k.caughtUp()
    expect(second.state()).toMatchObject({ role: 'waiting', position: 0n })

    await first.stop()
    await append(store, 'tallies-a', counted('b'))
    await eventually(() => second.state().role === 'leading')
    await k.caughtUp()
    expect(await tally()).toHaveLength(2)
    expect(second.state().position).toBe(2n)
  })

  it('keeps its lock while nothing happens, and loses it when it freezes', { tags: 'long' }, async () => {
    const ending = new AbortController()
    const leaseMs = 1200
    const leader = await becomeLeader(k.postgres, ending.signal, leaseMs)
    await new Promise((resolve) => setTimeout(resolve, leaseMs * 1.5))
    expect(leader.lost.aborted).toBe(false)
    // Nothing of this process runs meanwhile.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, leaseMs * 1.5)
    const next = await becomeLeader(k.postgres, ending.signal, leaseMs)
    await eventually(() => leader.lost.aborted)
    await expect(leader.use((client) => client.query('select 1'))).rejects.toThrow()
    await Promise.all([leader.resign(), next.resign()])
  })

  it.each([
    ['info', 'it stood still', freeze, { leaseMs }],
    ['error', 'its connection was cut', cut, {}],
  ] as const)('comes back, and logs at the level %s that %s', async (level, _why, interrupt, lease) => {
    const logged: string[] = []
    const log = { info: () => logged.push('info'), error: () => logged.push('error') }
    const projector = k.project({ log, ...lease })
    await eventually(() => projector.state().role === 'leading')
    logged.length = 0
    await interrupt()
    await append(store, 'tallies-a', counted('a'))
    await k.caughtUp()
    await eventually(() => logged.length > 0)
    expect(logged[0]).toBe(level)
    expect(logged.filter((each) => each === 'error')).toHaveLength(level === 'error' ? 1 : 0)
  })

  it('that lost its lock without noticing writes nothing', async () => {
    const fenced = k.project()
    await eventually(() => fenced.state().role === 'leading')
    await k.query('update checkpoint set position = 5')
    await append(store, 'tallies-a', counted('a'))
    await append(store, 'tallies-a', ...Array.from({ length: 9 }, () => counted('b')))
    await k.caughtUp()
    expect((await feed()).map(({ position }) => position)).toEqual(['6', '7', '8', '9', '10'])
  })
})

describe.each([
  ['its handler throws', fact('Counted', { name: 'poison', taken: 1 })],
  ['the database refuses its row', fact('Broken', { name: 'b' })],
])('an event that a view cannot take: %s', (_how, poison) => {
  it('stops that view only, at that event, and says so', async () => {
    const userId = randomUUID()
    await append(store, 'tallies-a', counted('before'), poison, counted('after'))
    await append(store, `users-${userId}`, fact('UserRegistered', { userId, method: 'email', role: 'user' }))
    k.project()
    await k.caughtUp()
    expect(await tally()).toEqual([{ id: 'before', taken: 1 }])
    expect(await k.query('select id from accounts')).toEqual([{ id: userId }])
    expect(await feed()).toHaveLength(4)
    expect(await projectionStatus(k.pool)).toMatchObject({
      position: 4n,
      stopped: [{ view: 'tallies', at: 2n, error: expect.stringContaining('tallies') }],
    })
    await append(store, 'tallies-a', counted('later'))
    await k.caughtUp()
    expect(await tally()).toHaveLength(1)
  })

  it('is taken by a mended view, which is rebuilt by itself', async () => {
    await append(store, 'tallies-a', counted('before'), poison, counted('after'))
    const broken = k.project()
    await k.caughtUp()
    await broken.stop()
    const mended = {
      ...tallies,
      definition: 'mended',
      view: { ...tallies.view, on: { Counted: ({ name: id }: { name: string }) => ({ put: { id, taken: 2 } }) } },
    }
    k.project({ views: [...views, mended] })
    await eventually(async () => (await projectionStatus(k.pool)).stopped.length === 0)
    await append(store, 'tallies-a', counted('later'))
    await k.caughtUp()
    const names = (await tally()).map(({ id }) => id)
    expect(names).toEqual(expect.arrayContaining(['after', 'before', 'later']))
  })
})

describe('the access view, when it is the one that stopped', () => {
  /** Its owner as one of its members, its members, and its owner in person: they listen to nothing of it yet. */
  const toldOfNew = (campaignId: string, ownerId: string) => [
    `campaign-user:${campaignId}:${ownerId}`,
    `campaign:${campaignId}`,
    `user:${ownerId}`,
  ]

  it('shows nothing of what it does not know to anybody', { tags: 'long' }, async () => {
    const blind = {
      ...accessView,
      on: {
        ...accessView.on,
        CampaignRenamed: () => {
          throw new Error('cannot')
        },
      },
    }
    const [campaignId, ownerId] = [randomUUID(), randomUUID()]
    const created = { campaignId, ownerId, name: 'C', description: '', rpgSystemCode: 'D&D', publicAdventureCode: null }
    await append(store, `campaigns-${campaignId}`, fact('CampaignCreated', created))
    await append(store, `campaigns-${campaignId}`, fact('CampaignRenamed', { campaignId, name: 'D' }))
    await append(store, `campaigns-${campaignId}`, fact('Unknown', {}))
    const own = await kernel(store, [tabled(blind), ...all.slice(1)])
    k.closing.push(own.close)
    own.project({ access: blind })
    await own.caughtUp()
    const channels = await own.query<{ channels: string[] }>('select channels from feed order by position')
    expect(channels.map((row) => row.channels)).toEqual([toldOfNew(campaignId, ownerId), [], []])
    expect(await own.query('select name from campaigns')).toEqual([{ name: 'D' }])
  })

  it('because its definition changed, is rebuilt before anything is told', async () => {
    const [campaignId, ownerId] = [randomUUID(), randomUUID()]
    const created = { campaignId, ownerId, name: 'C', description: '', rpgSystemCode: 'D&D', publicAdventureCode: null }
    await append(store, `campaigns-${campaignId}`, fact('CampaignCreated', created))
    const old = k.project()
    await k.caughtUp()
    await old.stop()
    await append(store, `campaigns-${campaignId}`, fact('CampaignRenamed', { campaignId, name: 'D' }))
    // As versions had it that knew no channels.
    await k.query(`drop table access; create table access (
      id uuid primary key, "ownerId" uuid not null, "campaignId" uuid, visibility text not null, "conjurationId" uuid)`)
    k.project({ views: [{ ...tabled(accessView), definition: 'another' }, ...all.slice(1)] })
    await k.caughtUp()
    const channels = await k.query<{ channels: string[] }>('select channels from feed order by position')
    const told = toldOfNew(campaignId, ownerId)
    expect(channels.map((row) => row.channels)).toEqual([told, told.slice(0, 2)])
  })
})

it('the feed and the access of any history are the same in any batches, and after a rebuild', { tags: 'long' }, () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(2), fc.nat(2), fc.nat(4)), { maxLength: 20 }),
      fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 2, maxLength: 2 }),
      async (moves, batches) => {
        const history = memoryStore()
        const ids = () => [randomUUID(), randomUUID(), randomUUID()] as const
        const [items, campaigns, lores] = [ids(), ids(), ids()]
        const userId = randomUUID()
        for (const [item, other, act] of moves) {
          const [imageId, campaignId, conjurationId] = [items[item], campaigns[other], lores[other]]
          const visibility = (['PRIVATE', 'DM', 'CAMPAIGN'] as const)[item]
          const lore = { conjurationId, campaignId, visibility, userId: randomUUID() }
          const [type, data] = (
            [
              ['ImageUploaded', { imageId, userId, campaignId, file: {} }],
              ['ImageMoved', { imageId, campaignId }],
              ['ImageLinked', { imageId, conjurationId }],
              ['ConjurationCreated', { ...lore, tags: [], name: '', description: '' }],
              ['ConjurationVisibilityChanged', lore],
            ] as const
          )[act as 0 | 1 | 2 | 3 | 4]
          await append(history, act < 3 ? `images-${imageId}` : `conjurations-${conjurationId}`, fact(type, data))
        }
        const made = []
        for (const batch of batches) {
          const own = await kernel(history, [tabled(accessView)])
          const projector = own.project({ batch })
          await own.caughtUp()
          await projector.stop()
          const access = () => own.query('select * from access order by id')
          const before = await access()
          await rebuild({
            table: tabled(accessView),
            store: history,
            postgres: own.postgres,
            signal: AbortSignal.timeout(9_000),
          })
          expect(await access()).toEqual(before)
          made.push([await own.query('select * from feed order by position, seq'), before])
          await own.close()
        }
        expect(made[0]).toEqual(made[1])
      },
    ),
    { numRuns: 6 },
  ),
)
