import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { withClient } from './lib/database.ts'
import type { Fault } from './lib/fault.ts'
import { median, seconds, worst } from './lib/figures.ts'
import { startWhole } from './lib/installation.ts'
import { mountSmallDisk, type SmallDisk } from './lib/small-disk.ts'
import { answersIn, underLoad } from './lib/under-load.ts'
import { until } from './lib/until.ts'

const megabytes = 400
const columns = [
  'times full',
  'for',
  'acknowledged',
  'of these while full',
  'retried',
  'refused',
  'other answers',
  'events',
  'back after (median)',
  'at worst',
  'checks',
]

const mounted = (dir: string): SmallDisk | string => {
  try {
    return mountSmallDisk(dir, megabytes)
  } catch (error) {
    return `Skipped: a small disk cannot be mounted here (${error instanceof Error ? error.message.split('\n')[0] : error}).`
  }
}

/** Ends the segment that PostgreSQL writes its log to, as writing much would: the next one finds no room. Answers what it said. */
const endSegment = (postgres: pg.ClientConfig) =>
  withClient(postgres, (client) =>
    client.query('select pg_switch_wal(), pg_switch_wal(), txid_current(), pg_switch_wal()'),
  ).then(
    () => 'it had one more',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )

export default {
  about:
    'The disk with the data directory fills up to its last block under a mixed load, and has room again some seconds later.',
  smallest: { rounds: 1, seconds: 2, people: 2 },
  async run({ rounds = 2, seconds: lasting = 35, people, seed, dir, tell }) {
    const place = join(dir, 'disk')
    mkdirSync(place)
    const disk = mounted(place)
    if (typeof disk === 'string') return { columns, rows: [], notes: [disk], problems: [] }
    try {
      const dataDir = join(place, 'data')
      const { result, told, events, problems } = await underLoad(
        { start: (env) => startWhole(dataDir, env), load: { seed, people } },
        async ({ postgres }, { history }) => {
          const times: number[] = []
          let acknowledged = 0
          for (let round = 1; round <= rounds; round++) {
            await pause(1500)
            tell(`full, round ${round}: ${disk.fill()} bytes were left`)
            const [from, until_] = [performance.now(), performance.now() + lasting * 1000]
            // What the database gives up by itself, such as an old segment of its log, is taken too.
            let logIsFull = false
            while (performance.now() < until_) {
              await pause(200)
              disk.fill()
              if (logIsFull || performance.now() < (from + until_) / 2) continue
              logIsFull = true
              tell(`its log finds no room: ${await endSegment(postgres)}`)
            }
            const to = performance.now()
            acknowledged += history.commands.filter(
              ({ settledAt = 0, outcome }) => outcome === 'acknowledged' && settledAt > from && settledAt < to,
            ).length
            let done = false
            void history.acknowledgedAfter(to).then(() => {
              done = true
            })
            disk.makeRoom()
            await until('a command is acknowledged again', 90_000, () => done)
            times.push(performance.now() - to)
          }
          return { times, acknowledged }
        },
      )
      const { times, acknowledged } = result
      const verdict = problems.length === 0 ? 'hold' : 'FAIL'
      const row = [
        rounds,
        `${lasting} s`,
        told.acknowledged,
        acknowledged,
        told.retried,
        told.refused,
        answersIn(told),
        events,
        seconds(median(times)),
        seconds(worst(times)),
        verdict,
      ]
      const note = `The data directory lies on ${megabytes} MB of memory. What is acknowledged while it is full found room in pages and log segments that were there already; half-way through PostgreSQL needs another segment of its log, finds no room and ends, and cannot start again before there is.`
      return { columns, rows: [row], notes: [note], problems }
    } finally {
      disk.unmount()
    }
  },
} satisfies Fault
