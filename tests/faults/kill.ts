import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { seeded } from '../../backend/demo/grammar.ts'
import { connectEventStore } from '../../eventstore/client.ts'
import type { Fault } from './lib/fault.ts'
import { median, seconds, worst } from './lib/figures.ts'
import { type Env, type Installation, startSplit, startWhole } from './lib/installation.ts'
import type { Load } from './lib/load.ts'
import { answersIn, underLoad } from './lib/under-load.ts'
import { until } from './lib/until.ts'

/** What is killed, in which installation, and when it is said to be back. */
const targets: Readonly<
  Record<string, { part: string; start(dir: string, env: Env): Promise<Installation>; back: Back }>
> = {
  server: { part: 'server', start: startWhole, back: acknowledged },
  eventstore: { part: 'event store', start: startWhole, back: acknowledged },
  postgres: { part: 'PostgreSQL', start: startWhole, back: acknowledged },
  worker: { part: 'worker 1', start: (dir, env) => startSplit(dir, { env }), back: drawn },
}

/** Resolves when what was killed at `since` (`performance.now()`) does its work again. */
type Back = (installation: Installation, load: Load, since: number) => Promise<unknown>

/** Somebody's command that was sent after it is acknowledged. */
function acknowledged(_: Installation, { history }: Load, since: number) {
  return history.acknowledgedAfter(since)
}

/** A picture is drawn. */
async function drawn({ eventStore }: Installation) {
  const store = connectEventStore(eventStore)
  const ending = new AbortController()
  try {
    const after = await store.head()
    for await (const { events } of store.subscribe({ after, signal: ending.signal }))
      if (events.some(({ type }) => type === 'ImageGenerated')) return
  } finally {
    ending.abort()
    await store.close()
  }
}

const patience = 60_000

export default {
  about: 'SIGKILL of the server, the event store, PostgreSQL or a worker at random moments under a mixed load.',
  async run({ rounds = 50, seed, only, dir, tell }) {
    const rows: (string | number)[][] = []
    const problems: string[] = []
    for (const [name, { part, start, back }] of Object.entries(targets)) {
      if (only.length > 0 && !only.includes(name)) continue
      const place = join(dir, name)
      mkdirSync(place)
      const random = seeded(seed)
      const {
        result,
        told,
        events,
        problems: found,
      } = await underLoad({ start: (env) => start(place, env), load: { seed } }, async (installation, load) => {
        const times: number[] = []
        const killed = installation.parts[part]
        if (!killed) throw new TypeError(`There is no ${part}`)
        for (let round = 1; round <= rounds; round++) {
          await pause(200 + random() * 1300)
          const since = performance.now()
          await killed.kill()
          const isBack = back(installation, load, performance.now())
          await killed.revive()
          let done = false
          void isBack.then(() => {
            done = true
          })
          await until(`${part} does its work again`, patience, () => done)
          times.push(performance.now() - since)
          if (round % 10 === 0) tell(`${part}: ${round} of ${rounds}, ${load.history.commands.length} commands`)
        }
        return times
      })
      rows.push([
        part,
        rounds,
        told.acknowledged,
        told.retried,
        told.refused,
        answersIn(told),
        events,
        seconds(median(result)),
        seconds(worst(result)),
        found.length === 0 ? 'hold' : 'FAIL',
      ])
      problems.push(...found.map((problem) => `${part}: ${problem}`))
    }
    const columns = [
      'killed',
      'rounds',
      'acknowledged',
      'of these retried',
      'refused',
      'other answers',
      'events',
      'back after (median)',
      'at worst',
      'checks',
    ]
    return {
      columns,
      rows,
      notes: ['Back: a command that was sent after the kill is acknowledged; for the worker, a picture is drawn.'],
      problems,
    }
  },
} satisfies Fault
