import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { EventStore, NewEvent } from '../../eventstore/index.ts'
import type { Bench, BenchOptions } from './lib/bench.ts'
import { type Cpu, cpuOf, plus, since } from './lib/cpu.ts'
import { usualEvent } from './lib/events.ts'
import { latency, median, type Reach, spread, verdict, written } from './lib/figures.ts'
import { type Load, load } from './lib/load.ts'
import type { Place } from './lib/place.ts'
import { interleaved } from './lib/rounds.ts'
import { bareStore } from './lib/stores/bare.ts'
import { emmettStore } from './lib/stores/emmett.ts'
import { libraryStore } from './lib/stores/library.ts'

interface Contender {
  /** Appends after the first `version` events of a stream, which the store has to check. */
  append(stream: string, events: readonly NewEvent[], version: number): Promise<void>
  count(): Promise<number>
}
type Name = 'ours' | 'floor' | 'peer' | 'library'
interface Level {
  title: string
  callers: number
  events: number
  reaches(ratios: { floor: number; peer: number }): Reach[]
}

const levels: Level[] = [
  { title: '1 caller', callers: 1, events: 1, reaches: () => [] },
  { title: '16 callers', callers: 16, events: 1, reaches: () => [] },
  {
    title: '64 callers',
    callers: 64,
    events: 1,
    reaches: ({ floor, peer }) => [
      { name: '× floor', value: floor, atLeast: 0.7 },
      { name: '× peer', value: peer, atLeast: 2 },
    ],
  },
  {
    title: '256 callers',
    callers: 256,
    events: 1,
    reaches: ({ floor }) => [{ name: '× floor', value: floor, atLeast: 1 }],
  },
  {
    title: '4 callers, batches of 100',
    callers: 4,
    events: 100,
    reaches: ({ floor }) => [{ name: '× floor', value: floor, atLeast: 0.45 }],
  },
]

/** Connections of the floor and of the peer: more of them were not faster on two cores. */
const connections = 20

const ours = (store: EventStore, pool: pg.Pool): Contender => ({
  async append(stream, events, version) {
    await store.append(stream, [...events], version === 0 ? 'none' : BigInt(version - 1))
  },
  async count() {
    const { rows } = await pool.query<{ count: string }>(
      "select count(*) from eventstore.events where stream not like '$%'",
    )
    return Number(rows[0]?.count)
  },
})

async function contend(
  place: Place,
  stopping: BenchOptions['stopping'],
): Promise<{ contenders: Record<Name, Contender>; cpu: () => Cpu }> {
  const [mine, bare, emmett] = [await place.database(), await place.database(), await place.database()]
  const { store, url, pid } = await place.eventStore(mine)
  const library = libraryStore(url)
  stopping.add('client library', library.close)
  const { count, append } = ours(store, place.pool(mine, 1))
  return {
    contenders: {
      ours: { append, count },
      floor: await bareStore(place.pool(bare, connections)),
      peer: await emmettStore(emmett, place.pool(emmett, connections)),
      // Into the same log as ours.
      library: { append: library.append, count },
    },
    cpu: () => cpuOf(pid, place.postgresPid),
  }
}

/** Each caller writes a stream of its own, new in each round, as people at work on different things do. */
async function appendFor(milliseconds: number, { callers, events }: Level, contender: Contender): Promise<Load> {
  const streams = Array.from({ length: callers }, () => ({ name: `bench-${randomUUID()}`, version: 0 }))
  return load(callers, milliseconds, async (caller) => {
    const stream = streams[caller] as { name: string; version: number }
    const batch = Array.from({ length: events }, usualEvent)
    await contender.append(stream.name, batch, stream.version)
    stream.version += events
  })
}

/** `12.3 + 4.5 + 6.7 = 23.5`. */
function costOf(loads: readonly (Load & { cpu: Cpu })[], events: number): string {
  const count = loads.reduce((sum, { calls }) => sum + calls, 0) * events
  const { own, store, postgres } = loads.map(({ cpu }) => cpu).reduce(plus)
  const parts = [own, store, postgres].map((part) => written(part / count))
  return `${parts.join(' + ')} = ${written((own + store + postgres) / count)}`
}

export const bench: Bench = {
  what: 'Durable appends through the port, beside the same rows by plain pg and beside emmett-postgresql.',
  async run({ quick, say, ...options }) {
    const [rounds, milliseconds] = quick ? [1, 30] : [7, 1500]
    const { contenders, cpu } = await contend(await options.place(), options.stopping)
    const names: Name[] = ['ours', 'floor', 'peer', 'library']
    const appended = { ours: 0, floor: 0, peer: 0, library: 0 }
    const measure = async (level: Level, name: Name, time = milliseconds) => {
      const before = cpu()
      const done = await appendFor(time, level, contenders[name])
      appended[name] += done.calls * level.events
      return { ...done, cpu: since(before, cpu()) }
    }

    const rows: string[][] = []
    const costs: string[][] = []
    for (const level of levels) {
      say(level.title)
      for (const name of names) await measure(level, name, milliseconds / 3)
      const loads = await interleaved(rounds, {
        ours: () => measure(level, 'ours'),
        floor: () => measure(level, 'floor'),
        peer: () => measure(level, 'peer'),
        library: () => measure(level, 'library'),
      })
      const rates = (name: Name) => loads[name].map(({ perSecond }) => perSecond * level.events)
      const times = (name: Name) => loads[name].flatMap(({ latencies }) => latencies)
      const against = (name: Name) => median(rates('ours')) / median(rates(name))
      const ratios = { floor: against('floor'), peer: against('peer') }
      rows.push([
        level.title,
        ...names.flatMap((name) => [spread(rates(name)), latency(times(name))]),
        written(ratios.floor),
        written(ratios.peer),
        verdict(...level.reaches(ratios)),
      ])
      costs.push([level.title, ...names.map((name) => costOf(loads[name], level.events))])
    }

    for (const name of ['ours', 'floor', 'peer'] as const) {
      const count = await contenders[name].count()
      const acknowledged = appended[name] + (name === 'ours' ? appended.library : 0)
      if (count !== acknowledged) throw new Error(`${name}: ${acknowledged} events were appended, ${count} are there`)
    }
    return [
      {
        title: `Events appended a second, medians of ${rounds} rounds of ${written(milliseconds / 1000)} s`,
        columns: [
          'work',
          ...names.flatMap((name) => [`${name}, events/s`, 'p50 / p99 ms']),
          'ours / floor',
          'ours / peer',
          'reach',
        ],
        rows,
        notes: [
          'Ours is the port; `library` is the same event store by its client library alone, without the lane that the port has for appends.',
          `Every event that was acknowledged was found in its table afterwards (${names.map((name) => `${name} ${written(appended[name])}`).join(', ')}).`,
        ],
      },
      {
        title: 'Processor time of an event in µs: this process + event store + PostgreSQL',
        columns: ['work', ...names],
        rows: costs,
        notes: ['Other work on the machine distorts these far less than the figures above.'],
      },
    ]
  },
}
