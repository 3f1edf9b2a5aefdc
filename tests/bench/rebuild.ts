import type pg from 'pg'
import type { EventStore, NewEvent } from '#eventstore'
import { migrate } from '../../backend/projections/migrate.ts'
import { rebuildEverything, rebuildTogether } from '../../backend/projections/rebuild.ts'
import { views } from '../../backend/things.ts'
import type { Bench } from './lib/bench.ts'
import { beside, median, verdict, written } from './lib/figures.ts'
import { fillMixed } from './lib/mixed.ts'
import { projectAll } from './lib/projecting.ts'
import { interleaved } from './lib/rounds.ts'
import { type Columns, columnsOf, fingerprint, insertColumns } from './lib/rows.ts'
import { emmettStore } from './lib/stores/emmett.ts'
import { rebuildEmmettView } from './lib/stores/emmett-view.ts'

const rate = async (events: number, work: () => Promise<void>) => {
  const since = performance.now()
  await work()
  return (events * 1000) / (performance.now() - since)
}

const prints = async (pool: pg.Pool) => {
  const all: Record<string, string> = {}
  for (const { view } of views) all[view.table] = await fingerprint(pool, view.table)
  return JSON.stringify(all)
}

async function rebuildOurs(
  store: EventStore,
  postgres: pg.ClientConfig,
  expected: number,
  rebuilding = rebuildTogether,
) {
  const rebuilt = await rebuilding({ store, postgres, tables: views, signal: new AbortController().signal })
  for (const one of rebuilt) {
    if ('error' in one) throw one.error
    if (one.events !== expected) throw new Error(`${one.view} saw ${one.events} events, not ${expected}`)
  }
}

/** The same rows into tables made by the same definitions, on one connection that need not wait for the disk either. */
async function insertBare(pool: pg.Pool, all: readonly Columns[]) {
  const client = await pool.connect()
  try {
    await client.query('drop schema if exists bare cascade; create schema bare; set search_path to bare, public')
    await client.query('set synchronous_commit to off')
    for (const { sql } of views) await client.query(sql)
    return await rate(1, async () => {
      for (const columns of all) await insertColumns(client, columns)
    })
  } finally {
    client.release(true)
  }
}

/** The first so many events of lore, stream by stream, as emmett is given them. */
async function fillEmmett(mine: pg.Pool, theirs: Awaited<ReturnType<typeof emmettStore>>, count: number) {
  const { rows } = await mine.query<{ stream: string; id: string; type: string; data: Buffer; metadata: Buffer }>(
    `select stream, id, type, data, metadata from eventstore.events where stream like 'conjurations-%' order by position limit $1`,
    [count],
  )
  const streams = new Map<string, NewEvent[]>()
  for (const { stream, id, type, data, metadata } of rows)
    streams.set(stream, [
      ...(streams.get(stream) ?? []),
      { id, type, data: JSON.parse(data.toString()), metadata: JSON.parse(metadata.toString()) },
    ])
  for (const [stream, events] of streams) await theirs.append(stream, events, 0)
  return { events: rows.length, documents: streams.size }
}

/** A million events in four minutes. */
const pause = Math.ceil(1_000_000 / 240)

export const bench: Bench = {
  what: 'All read models anew from a log of mixed events, beside inserting their rows and beside emmett rebuilding one view.',
  async run({ quick, say, ...options }) {
    const [rounds, wanted, few] = quick ? [1, 600, 60] : [3, 200_000, 5000]
    const place = await options.place()
    const [mine, plain, theirs] = [await place.database(), await place.database(), await place.database()]
    const { store } = await place.eventStore(mine)
    const pool = place.pool(mine)
    const barePool = place.pool(plain)
    await migrate(pool, views)
    // The functions that its tables call.
    await migrate(barePool, [])

    say(`filling ${wanted} events`)
    const count = await fillMixed(store, wanted)
    say('projecting them')
    const projected = await rate(count, () => projectAll(store, mine, pool))
    const expected = await prints(pool)
    const rows = await Promise.all(views.map(({ view }) => columnsOf(pool, view.table)))
    const emmettPool = place.pool(theirs)
    const emmett = await emmettStore(theirs, emmettPool)
    const lore = await fillEmmett(pool, emmett, few)

    say('rebuilding')
    const rates = await interleaved(rounds, {
      ours: async () => {
        const perSecond = await rate(count, () => rebuildOurs(store, mine, count))
        if ((await prints(pool)) !== expected) throw new Error('The rebuilt views are not what the projector made')
        return perSecond
      },
      whole: () => rate(count, () => rebuildOurs(store, mine, count, rebuildEverything)),
      floor: async () => (await insertBare(barePool, rows)) * count,
      peer: async () => {
        const perSecond = await rate(lore.events, () => rebuildEmmettView(theirs))
        const { rows: made } = await emmettPool.query('select from conjurations')
        if (made.length !== lore.documents)
          throw new Error(`emmett made ${made.length} documents of ${lore.documents} streams`)
        return perSecond
      },
    })
    const ours = median(rates.ours)
    const row = beside(ours)
    const bareRows = rows.reduce((sum, { values }) => sum + (values[0]?.length ?? 0), 0)
    return [
      {
        title: `Events a second, ${views.length} read models from ${written(count)} events of ${await kinds(pool)} kinds, medians of ${rounds} rounds`,
        columns: ['', 'events/s', 'ours / this', 'reach'],
        rows: [
          row('ours: every view', rates.ours, verdict({ name: 'events/s', value: ours, atLeast: 10_000 })),
          row(
            'the same with the feed, `npm run rebuild -- all`: the pause when a log moves',
            rates.whole,
            verdict({ name: 'events/s', value: median(rates.whole), atLeast: pause }),
          ),
          row(`floor: their ${written(bareRows)} rows by \`unnest\` inserts into the same tables`, rates.floor),
          row(`peer: emmett rebuilding one view (${written(lore.events)} events of lore)`, rates.peer),
          row('the projector from nothing: rows, audiences, feed, checkpoint (once)', [projected]),
        ],
        notes: [
          'After each round the views were, row for row, what the projector had made. The floor inserts each row once and reads no events, so it says what the tables and their indexes cost.',
        ],
      },
    ]
  },
}

const kinds = async (pool: pg.Pool): Promise<string> => {
  const { rows } = await pool.query<{ count: string }>(
    "select count(distinct type) as count from eventstore.events where stream not like '$%'",
  )
  return rows[0]?.count ?? ''
}
