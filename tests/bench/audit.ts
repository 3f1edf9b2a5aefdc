import type pg from 'pg'
import { sumOf } from '#domain/credit-grants.ts'
import type { Wallet } from '#domain/credits.ts'
import { amountsAfter, countAt } from '#domain/ledger-pages.ts'
import type { EventStore, RecordedEvent } from '#eventstore'
import { chainedEvents, chainNow } from '../../backend/audit/chain/installed.ts'
import { readLinks } from '../../backend/audit/chain/read-links.ts'
import { verify } from '../../backend/audit/chain/verify.ts'
import { creditsReplay } from '../../backend/audit/replay-credits.ts'
import { migrate } from '../../backend/projections/migrate.ts'
import { ledgerReader } from '../../backend/queries/audit/recorded.ts'
import type { Bench } from './lib/bench.ts'
import { beside, median, spread, verdict, written } from './lib/figures.ts'
import { fillLog } from './lib/filled-log.ts'
import { interleaved } from './lib/rounds.ts'
import { emmettStore } from './lib/stores/emmett.ts'
import { emmettStateOf, rebuildEmmettWallets } from './lib/stores/emmett-wallets.ts'
import { walletEvents } from './lib/wallets.ts'

const sizes = {
  full: { accounts: 9_900, each: 100, long: 10_000, emmett: 50, rounds: 3, moments: 20 },
  quick: { accounts: 10, each: 50, long: 120, emmett: 2, rounds: 1, moments: 2 },
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const since = performance.now()
  await work()
  return performance.now() - since
}
/** Every event is read and hashed, every link followed, and every wallet folded, in one reading. */
async function verifyAndReplay(store: EventStore, pool: pg.Pool) {
  const { until, ...now } = await chainNow(pool)
  const replay = creditsReplay()
  const signal = new AbortController().signal
  async function* events(): AsyncGenerator<RecordedEvent[]> {
    for await (const batch of chainedEvents(store, until, signal)) {
      for (const event of batch) replay.take(event)
      yield batch
    }
  }
  const links = readLinks(pool, now.length)
  return { found: await verify({ ...now, links, events: events(), heads: [], trusted: new Map() }), replay }
}

const parsed = `convert_from(data, 'UTF8')::jsonb`
const amount = `(${parsed} ->> 'amount')::int`
/** What may be spent, of each account, by adding up; and each event hashed, so that all of it is read. */
const plain = `select stream, sum(case type when 'CreditsGranted' then ${amount} when 'CreditsReleased' then ${amount}
    when 'CreditsHeld' then - ${amount} else 0 end)::int as available,
    count(*)::int as events, max(sha256(data || metadata)) as hash
  from eventstore.events where stream like 'credits-%' and ($1::text is null or stream = $1)
    and revision <= $2 group by stream`
interface Row {
  stream: string
  available: number
  events: number
}
const all = Number.MAX_SAFE_INTEGER
const plainly = async (pool: pg.Pool, stream: string | null = null, revision = all) =>
  (await pool.query<Row>(plain, [stream, revision])).rows

/** A balance includes what is held. */
const balanceOf = ({ available, open }: Wallet) => available + sumOf(Object.values(open))

export const bench: Bench = {
  what: 'A million credit events of 10,000 accounts verified and replayed, and one account as of any moment, beside plain SQL and emmett.',
  async run({ quick, say, ...options }) {
    const { accounts, each, long, emmett, rounds, moments } = sizes[quick ? 'quick' : 'full']
    const place = await options.place()
    const [mine, theirs] = [await place.database(), await place.database()]
    const pool = place.pool(mine)
    await migrate(pool, [])
    const peer = await emmettStore(theirs, place.pool(theirs))

    const events = accounts * each + long
    say(`filling ${written(events)} events`)
    const log = await fillLog(pool)
    const balances = new Map<string, number>()
    const fill = async (count: number) => {
      const { userId, events, balance } = walletEvents(count)
      balances.set(`credits-${userId}`, balance)
      await log.add(`credits-${userId}`, events)
      return { userId, events }
    }
    for (let n = 0; n < accounts; n++) await fill(each)
    const one = await fill(long)
    await log.end()
    const stream = `credits-${one.userId}`
    const { store } = await place.eventStore(mine)
    await pool.query('analyze eventstore.events')
    for (let n = 0; n < emmett; n++) {
      const { userId, events } = walletEvents(each)
      await peer.append(`credits-${userId}`, events, 0)
    }

    const check = (rows: Iterable<readonly [string, number]>, what: string) => {
      const found = new Map(rows)
      if (found.size !== balances.size) throw new Error(`${what}: ${found.size} accounts of ${balances.size}`)
      for (const [stream, available] of balances)
        if (found.get(stream) !== available)
          throw new Error(`${what}: ${stream} has ${found.get(stream)}, not ${available}`)
    }
    say('verifying and replaying')
    const took = await interleaved(rounds, {
      ours: () =>
        timed(async () => {
          const { found, replay } = await verifyAndReplay(store, pool)
          if (found.result !== 'consistent' || found.verified !== events || replay.unfollowed.length > 0)
            throw new Error(`${found.result}: ${found.verified} of ${events} are as they were`)
          check(
            [...replay.wallets].map(([stream, { available }]) => [stream, available] as const),
            'ours',
          )
        }),
      floor: () =>
        timed(async () => {
          const rows = await plainly(pool)
          check(
            rows.map(({ stream, available }) => [stream, available] as const),
            'plain SQL',
          )
        }),
      peer: () => timed(() => rebuildEmmettWallets(theirs)),
    })
    const { rows: documents } = await place.pool(theirs).query('select from wallets')
    if (documents.length !== emmett) throw new Error(`emmett made ${documents.length} documents of ${emmett} streams`)

    say('one account')
    await peer.append(stream, one.events, 0)
    const asOf = (n: number) => Math.floor(((n + 1) * long) / (moments + 1))
    const at = async (ledgerOf: ReturnType<typeof ledgerReader>, revision: number) => {
      const { ledger } = await ledgerOf(one.userId)
      const position = BigInt(ledger.entries[revision]?.position ?? 0)
      return amountsAfter(ledger.entries, countAt(ledger.entries, position)).balance
    }
    const known = ledgerReader(store)
    await known(one.userId)
    const times: Record<string, number[]> = { cold: [], known: [], floor: [], peer: [] }
    for (let n = 0; n < moments; n++) {
      const revision = asOf(n)
      const said: Record<string, number> = {}
      const note = async (name: string, work: () => Promise<number>) => {
        times[name]?.push(
          await timed(async () => {
            said[name] = await work()
          }),
        )
      }
      await note('cold', () => at(ledgerReader(store), revision))
      await note('known', () => at(known, revision))
      await note('floor', async () => (await plainly(pool, stream, revision))[0]?.available ?? 0)
      await note('peer', async () => balanceOf(await emmettStateOf(peer, stream, revision + 1)))
      if (said.cold !== said.known || said.cold !== said.peer)
        throw new Error(`at ${revision}: ${JSON.stringify(said)}`)
    }
    const perSecond = (milliseconds: readonly number[], count: number) =>
      milliseconds.map((time) => (count * 1000) / time)
    const ours = perSecond(took.ours, events)
    const row = beside(median(ours))
    const seconds = median(took.ours) / 1000
    const oneOf = (name: string, reach = '') => [
      ...[spread(times[name] ?? []), written(Math.max(...(times[name] ?? [])))],
      ...[written(median(times.cold ?? []) / median(times[name] ?? [])), reach],
    ]
    const most = Math.max(...(times.cold ?? []))
    return [
      {
        title: `${written(events)} events of ${written(accounts + 1)} accounts, medians of ${rounds} rounds`,
        columns: ['', 'events/s', 'ours / this', 'reach'],
        rows: [
          row(
            'ours: every event read and hashed, every link followed, every wallet replayed',
            ours,
            verdict({ name: 'seconds', value: seconds, atMost: 60 }),
          ),
          row('floor: the same rows summed up and hashed by one statement', perSecond(took.floor, events)),
          row(
            `peer: emmett’s projection of the same (${written(emmett * each)} events)`,
            perSecond(took.peer, emmett * each),
          ),
        ],
        notes: [
          `Ours took ${spread(took.ours.map((time) => time / 1000))} s. All came to the same for each account. The floor follows no chain, and what it adds up it believes.`,
        ],
      },
      {
        title: `One account of ${written(long)} events as of ${moments} moments, ms`,
        columns: ['', 'median (lowest to highest)', 'longest', 'ours / this', 'reach'],
        rows: [
          [
            'ours: read from its stream, all of its ledger',
            ...oneOf('cold', verdict({ name: 'longest, ms', value: most, atMost: 300 })),
          ],
          ['ours, going on from what was read: a step', ...oneOf('known')],
          ['floor: its events up to then summed up by one statement', ...oneOf('floor')],
          ['peer: emmett’s `aggregateStream` up to then', ...oneOf('peer')],
        ],
      },
    ]
  },
}
