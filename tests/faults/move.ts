import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { seeded } from '../../demo/grammar.ts'
import { withClient } from './lib/database.ts'
import type { Fault } from './lib/fault.ts'
import { seconds } from './lib/figures.ts'
import { type Env, type Installation, startEventStore, startSplit } from './lib/installation.ts'
import { type Program, startProgram } from './lib/program.ts'
import { startProxy } from './lib/proxy.ts'
import { answersIn, underLoad } from './lib/under-load.ts'
import { until } from './lib/until.ts'

const patience = 120_000
const everybody = 20
const moved = 'moved'

/** An installation whose processes find the event store where `way` leads. */
const startMovable = async (dir: string, env: Env) => {
  const way = { host: '127.0.0.1', port: 0 }
  const proxy = await startProxy(way)
  const settings = { DATABASE_URL: '', EVENTSTORE_URL: '' }
  const installation = await startSplit(dir, {
    env,
    databaseUrl: async (direct) => {
      settings.DATABASE_URL = direct
      return direct
    },
    eventStoreUrl: async (direct) => {
      settings.EVENTSTORE_URL = direct
      way.port = Number(new URL(direct).port)
      return `esdb://127.0.0.1:${proxy.port}?tls=false`
    },
  })
  let target: Awaited<ReturnType<typeof startEventStore>> | undefined
  const stop = async () => {
    // Before its database ends: it would wait for it to come back.
    await target?.stop()
    await installation.stop().finally(proxy.close)
  }
  return {
    installation: { ...installation, eventStore: `esdb://127.0.0.1:${proxy.port}?tls=false`, stop },
    settings,
    /** The event store that they move to, over a database of its own. */
    async startTarget() {
      await withClient(installation.postgres, (client) => client.query(`create database ${moved}`))
      target = await startEventStore(settings.DATABASE_URL.replace('/postgres?', `/${moved}?`))
      return target
    },
    /** From now on they find another one. */
    lead(url: string) {
      way.port = Number(new URL(url).port)
    },
  }
}
type Movable = Awaited<ReturnType<typeof startMovable>>

const ended = async (program: Program) => {
  const code = await program.ended
  if (code !== 0) throw new Error(`It ended with ${code}:\n${program.complaints().slice(-4000)}`)
}

const says = (program: Program, text: string) =>
  until(`it says ${text}`, patience, () => program.complaints().includes(text))

/** Kills both ends by turns while the log is followed, then moves everybody over. Answers how long nobody could work. */
const moveAway = async (
  { installation, settings, startTarget, lead }: Movable,
  { dir, rounds, seed, tell }: { dir: string; rounds: number; seed: number; tell(line: string): void },
): Promise<number> => {
  const random = seeded(seed)
  const target = await startTarget()
  const place = { ...settings, DATA_DIR: join(dir, 'api-1') }
  const copying = startProgram('backend/cli/log.ts', place, { args: ['copy', '--to', target.url, '--follow'] })
  await Promise.race([says(copying, 'Following.'), copying.ready])
  for (let round = 1; round <= rounds; round++) {
    for (const end of [installation.parts['event store'], target]) {
      await pause(300 + random() * 1000)
      await end?.kill()
      await pause(random() * 300)
      await end?.revive()
    }
    tell(`both ends were killed ${round} times`)
  }
  process.kill(copying.pid, 'SIGUSR2')
  await says(copying, 'holds the lock of the projector')

  const since = performance.now()
  const people = Object.entries(installation.parts).filter(([name]) => /^(api|projector|worker)/.test(name))
  await Promise.all(people.map(([, part]) => part.stop()))
  process.kill(copying.pid, 'SIGUSR2')
  await ended(copying)
  tell('both logs are the same; they move over')
  lead(target.url)
  await ended(startProgram('backend/cli/rebuild.ts', { ...place, EVENTSTORE_URL: target.url }, { args: ['all'] }))
  await Promise.all(people.map(([, part]) => part.revive()))
  return performance.now() - since
}

export default {
  about:
    'The log is copied into another event store while people write and both ends are killed by turns; then everybody moves over.',
  smallest: { rounds: 1, people: 4 },
  async run({ rounds = 5, people = everybody, seed, dir, tell }) {
    let movable: Movable | undefined
    const start = async (env: Env): Promise<Installation> => {
      movable = await startMovable(dir, env)
      return movable.installation
    }
    const { result, told, events, problems } = await underLoad({ start, load: { seed, people } }, async () => {
      if (!movable) throw new Error('It was not started')
      return moveAway(movable, { dir, rounds, seed, tell })
    })
    return {
      columns: ['killed, each end', 'acknowledged', 'of these retried', 'refused', 'other answers', 'events', 'pause'],
      rows: [[rounds, told.acknowledged, told.retried, told.refused, answersIn(told), events, seconds(result)]],
      notes: [
        'The copy ends with a comparison of both logs event for event, and with 1 where it finds a difference. The pause is from stopping the processes until all of them are ready again over the other store, with views made anew from it.',
      ],
      problems,
    }
  },
} satisfies Fault
