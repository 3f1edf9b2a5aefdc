import { setTimeout as pause } from 'node:timers/promises'
import { seeded } from '../../demo/grammar.ts'
import { connectEventStore } from '../../eventstore/client.ts'
import type { Fault } from './lib/fault.ts'
import { median, seconds, worst } from './lib/figures.ts'
import { type Env, type Installation, startSplit, startWhole } from './lib/installation.ts'
import type { Load } from './lib/load.ts'
import { inParts } from './lib/parts.ts'
import { answersIn, underLoad } from './lib/under-load.ts'
import { until } from './lib/until.ts'

interface Target {
  part: string
  start(dir: string, env: Env): Promise<Installation>
  /** When it is said to be back. */
  back: Back
}

/** What is killed, and in which installation. */
const targets: Readonly<Record<string, Target>> = {
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

/** How long each round took, from the kill until the part did its work again. */
const killAgainAndAgain = async (
  { part, back }: Target,
  { rounds, seed, tell }: { rounds: number; seed: number; tell: (line: string) => void },
  [installation, load]: [Installation, Load],
): Promise<number[]> => {
  const random = seeded(seed)
  const killed = installation.parts[part]
  if (!killed) throw new TypeError(`There is no ${part}`)
  const times: number[] = []
  for (let round = 1; round <= rounds; round++) {
    await pause(200 + random() * 1300)
    const since = performance.now()
    await killed.kill()
    let done = false
    void back(installation, load, performance.now()).then(() => {
      done = true
    })
    await killed.revive()
    await until(`${part} does its work again`, patience, () => done)
    times.push(performance.now() - since)
    if (round % 10 === 0) tell(`${part}: ${round} of ${rounds}, ${load.history.commands.length} commands`)
  }
  return times
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
const notes = [
  'Back: a command that was sent after the kill is acknowledged; for the worker, a picture is drawn. What dies again within 30 s of its start is started again after a pause that grows to two seconds.',
]

export default {
  about: 'SIGKILL of the server, the event store, PostgreSQL or a worker at random moments under a mixed load.',
  smallest: { rounds: 1, people: 2, only: ['server'] },
  async run({ rounds = 50, ...options }) {
    const { people, seed, tell } = options
    const found = await inParts(targets, options, async (target, place) => {
      const { result, told, events, problems } = await underLoad(
        { start: (env) => target.start(place, env), load: { seed, people } },
        (installation, load) => killAgainAndAgain(target, { rounds, seed, tell }, [installation, load]),
      )
      const { acknowledged, retried, refused } = told
      const times = [seconds(median(result)), seconds(worst(result))]
      return { row: [target.part, rounds, acknowledged, retried, refused, answersIn(told), events, ...times], problems }
    })
    return { columns, notes, ...found }
  },
} satisfies Fault
