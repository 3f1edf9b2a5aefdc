import { setTimeout as delay } from 'node:timers/promises'
import { seeded } from '../../demo/grammar.ts'
import { connectEventStore } from '../../eventstore/client.ts'
import { startBucket } from './lib/bucket.ts'
import { withClient } from './lib/database.ts'
import type { Fault } from './lib/fault.ts'
import { median, seconds, worst } from './lib/figures.ts'
import { type Installation, type Split, startSplit } from './lib/installation.ts'
import type { Load } from './lib/load.ts'
import { settled } from './lib/settled.ts'
import { answersIn, underLoad } from './lib/under-load.ts'
import { until } from './lib/until.ts'
import { breakOff, disagreements, openTabs } from './tabs/crowd.ts'

/** How many processes there are of each role. */
const split = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).map(([roles, count]) => ({ roles, count }))
const sizes = {
  full: split({ api: 2, projector: 2, worker: 2 }),
  quick: split({ 'api,worker': 1, projector: 2 }),
}
const everybody = 12
/** Half of this between two acts of one person. */
const thinkMs = 200
const takeOverMs = 10_000
const patience = 60_000

/** Milliseconds: until the process was gone, until it was there again, and until the views went on meanwhile. */
interface Time {
  what: string
  gone: number
  ready: number
  goesOn: number
}

export default {
  about:
    'Two `api`, one `projector` with a standby and two `worker` over one event store, one PostgreSQL and one bucket: the projector is killed and frozen, and every process is restarted in turn, under load.',
  smallest: { rounds: 1, people: 4, only: ['projector killed'] },
  async run({ rounds = 3, people = everybody, seed, only, quick, dir, tell }) {
    const split = quick ? sizes.quick : sizes.full
    const bucket = await startBucket(dir)
    try {
      const { told, problems, events, result } = await underLoad(
        {
          start: (env) => startSplit(dir, { split, env: { ...env, ...bucket.env } }),
          load: { seed, people, campaigns: 2, thinkMs },
        },
        (installation, load) => harmAll(installation, load, { split, rounds, seed, only, tell }),
      )
      const { times, wrong, tabs } = result
      const late = times
        .filter(({ what, goesOn }) => /killed|frozen/.test(what) && goesOn > takeOverMs && !quick)
        .map(({ what, goesOn }) => `${what}: views go on after ${seconds(goesOn)}`)
      const byWhat = Map.groupBy(times, ({ what }) => what)
      return {
        columns: [
          'what',
          'times',
          'it ends within',
          'views go on after (median)',
          'at worst',
          'it is ready again after',
        ],
        rows: [...byWhat].map(([what, all]) => {
          const of = (key: 'gone' | 'goesOn' | 'ready') => all.map((one) => one[key])
          const [gone, goesOn, ready] = [of('gone'), of('goesOn'), of('ready')]
          return [what, all.length, worst(gone), median(goesOn), worst(goesOn), worst(ready)].map((each, n) =>
            typeof each === 'number' && n > 1 ? seconds(each) : each,
          )
        }),
        notes: [
          'Views go on: counted from the harm until a command that was sent after it is acknowledged and in the views. A new process is ready when it has loaded and connected; frozen ones are not restarted.',
          `${told.acknowledged} commands were acknowledged, ${told.retried} of them at a second try or later; ${told.refused} were refused; other answers: ${answersIn(told)}. ${events} events. ` +
            `${tabs} tabs, half of them at each \`api\`, with sockets that broke off: ${wrong.length} of their answers are not as a fresh GET.`,
        ],
        problems: [...problems, ...late, ...wrong.slice(0, 20)],
      }
    } finally {
      await bucket.close()
    }
  },
} satisfies Fault

interface Harm {
  split: Split
  rounds: number
  only: readonly string[]
  seed: number
  tell(line: string): void
}

async function harmAll(installation: Installation, load: Load, { split, rounds, seed, only, tell }: Harm) {
  const store = connectEventStore(installation.eventStore)
  const tabs = openTabs(load, installation.urls, '0')
  const ending = new AbortController()
  const breaking = breakOff(tabs, 5000, seeded(seed), ending.signal)
  const times: Time[] = []
  /** Ends a process, and begins it again while others go on. */
  const timed = async (what: string, end: () => Promise<unknown>, begin: () => Promise<unknown>) => {
    if (only.length > 0 && !only.includes(what)) return
    tell(what)
    const since = performance.now()
    await end()
    const gone = performance.now()
    const beginning = begin()
    await viewsGoOn(installation, load, gone)
    const goesOn = performance.now() - since
    await beginning
    times.push({ what, gone: gone - since, goesOn, ready: performance.now() - gone })
  }
  try {
    await delay(1000)
    const part = (name: string) => {
      const found = installation.parts[name]
      if (!found) throw new TypeError(`There is no ${name}`)
      return found
    }
    // The first to start leads; killed, it comes back as the standby, which leads again when the other freezes.
    const [leads, stands] = [part('projector 1'), part('projector 2')]
    for (let round = 0; round < rounds; round++) {
      await timed('projector killed', leads.kill, leads.revive)
      const signal = (name: NodeJS.Signals) => async () => process.kill(stands.pid() ?? 0, name)
      await timed('projector frozen', signal('SIGSTOP'), async () => undefined)
      await signal('SIGCONT')()
      // It finds out that it leads no more, and stands by.
      await delay(1000)
    }
    const restart = (name: string) => timed(`${name} restarted`, part(name).stop, part(name).revive)
    // As `startSplit` names them.
    for (const { roles, count } of split) for (let n = 1; n <= count; n++) await restart(`${roles.split(',')[0]} ${n}`)
    await restart('event store')
    ending.abort()
    await breaking
    await load.stop()
    await settled({ store, postgres: installation.postgres })
    return { times, tabs: tabs.length, wrong: await disagreements(tabs) }
  } finally {
    ending.abort()
    for (const tab of tabs) tab.close()
    await store.close()
  }
}

/** Resolves once a command that was sent after `since` is in the views. */
async function viewsGoOn({ postgres }: Installation, { history }: Load, since: number) {
  const { position } = await history.acknowledgedAfter(since)
  await withClient(postgres, (client) =>
    until('the views go on', patience, async () => {
      const { rows } = await client.query<{ position: string }>('select position from checkpoint')
      return BigInt(rows[0]?.position ?? 0) >= (position ?? 0n)
    }),
  )
}
