import { basename } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { seeded } from '../../demo/grammar.ts'
import { connectEventStore } from '../../eventstore/client.ts'
import { among, type Doer, doSomething } from './lib/deeds.ts'
import type { Fault } from './lib/fault.ts'
import { startWhole } from './lib/installation.ts'
import { inParts } from './lib/parts.ts'
import { settled } from './lib/settled.ts'
import { answersIn, underLoad } from './lib/under-load.ts'
import { breakOff, disagreements, lookCloser, openTabs, sum } from './tabs/crowd.ts'
import type { Tab } from './tabs/tab.ts'

const everybody = 200
/** So many share a campaign. */
const atTable = 20
/** Half of this between two acts of one person: some 100 acts a second in all. */
const thinkMs = 4000
/** Each socket breaks off so often. */
const breaksEveryMs = 8000
/** What every tab folds without asking the server. */
const folded = ['rename a folder', 'move a folder', 'change lore', 'rename a picture']

/** What a part does to requests beside breaking off sockets: the share of responses that are held back, and of requests during which the socket breaks off. */
interface Part {
  held: number
  broken: number
}
const parts: Record<string, Part> = {
  plain: { held: 0, broken: 0 },
  delays: { held: 0.05, broken: 0 },
  reconnects: { held: 0, broken: 0.3 },
}
/** A response is held back so long at most. */
const mostHeldMs = 10_000

export default {
  about: `${everybody} people command at once on shared campaigns while their sockets break off and resume: in the end every tab shows what a fresh GET answers.`,
  smallest: { people: 3, seconds: 2, only: ['reconnects'] },
  async run({ people = everybody, seconds = 60, rounds = 1, seed, dir, tell, only }) {
    const eachRound = Array.from({ length: rounds }, (_, n) =>
      Object.entries(parts)
        .filter(([name]) => only.length === 0 || only.includes(name))
        .map(([name, part]) => [rounds === 1 ? name : `${name} ${n + 1}`, { ...part, seed: seed + n }] as const),
    )
    const { rows, problems } = await inParts(
      Object.fromEntries(eachRound.flat()),
      { only: [], dir, tell },
      async ({ seed, ...part }, place) => {
        const name = basename(place)
        const { told, problems, events, result } = await runRound({ people, seconds, seed, dir: place, part, tell })
        const { dropped, opened, wrong, ...counts } = result
        tell(`${name}: ${wrong.length === 0 ? 'holds' : wrong.slice(0, 20).join('; ')}`)
        const tallied = [told.acknowledged, told.refused, answersIn(told), events, dropped, opened - people]
        const followed = [counts.messages, counts.caches, counts.folded, counts.fetched, counts.fetchedAtLast]
        return {
          row: [name, people, seconds, ...tallied, ...followed, wrong.length],
          problems: [...problems, ...wrong.slice(0, 20)],
        }
      },
    )
    return {
      columns: [
        ...['round', 'people', 'seconds', 'acknowledged', 'refused', 'other answers', 'events'],
        ...['sockets broken off', 'connections resumed', 'messages', 'answers followed', 'changed by folding'],
        ...['fetched', 'of these in the last third', 'not as a fresh GET', 'checks'],
      ],
      rows,
      notes: [
        'In the last third people only rename, change and move what is there: tabs then fold and do not fetch, so that what they missed stays missing.',
        `${atTable} people share a campaign. Tabs are the web app's own code without its screens: its stream, its requests, its endpoints and how they fold.`,
        '`delays` holds back 5 % of the responses by up to 10 s; `reconnects` breaks off the tab’s socket during 30 % of its requests.',
      ],
      problems,
    }
  },
} satisfies Fault

interface Round {
  people: number
  seconds: number
  seed: number
  dir: string
  part: Part
  tell(line: string): void
}

/** One crowd on an installation of its own. */
const runRound = ({ people, seconds, seed, dir, part, tell }: Round) => {
  const random = seeded(seed)
  tell(`${people} people sign up`)
  let deed = doSomething
  const load = { seed, people, atTable, campaigns: 1, thinkMs, deed: (doer: Doer) => deed(doer) }
  return underLoad({ start: (env) => startWhole(dir, env), load }, async (installation, load) => {
    const store = connectEventStore(installation.eventStore)
    let isDisturbed = true
    const disturbance = {
      delayMs: () => (isDisturbed && random() < part.held ? random() * mostHeldMs : 0),
      breaksSocket: () => isDisturbed && random() < part.broken,
    }
    const tabs = openTabs(load, installation.urls, '0', disturbance)
    try {
      const ending = new AbortController()
      const breaking = breakOff(tabs, breaksEveryMs, random, ending.signal)
      const looking = lookAround(tabs, load.places, random, ending.signal)
      await delay((seconds * 1000 * 2) / 3)
      deed = among(folded)
      const fetchedBefore = sum(tabs, 'fetched')
      await delay((seconds * 1000) / 3)
      ending.abort()
      const [dropped] = await Promise.all([breaking, looking])
      await load.stop()
      tell(`${load.history.commands.length} commands, ${dropped} sockets broken off`)
      await settled({ store, postgres: installation.postgres })
      // What is compared with is fetched without delay; responses that are held back still arrive.
      isDisturbed = false
      const wrong = await disagreements(tabs)
      const wires = tabs.map(({ wire }) => wire)
      return {
        dropped,
        wrong,
        opened: wires.reduce((count, { opened }) => count + opened(), 0),
        messages: wires.reduce((count, { taken }) => count + taken(), 0),
        caches: tabs.reduce((count, { caches }) => count + caches.length, 0),
        folded: sum(tabs, 'folded'),
        fetched: sum(tabs, 'fetched'),
        fetchedAtLast: sum(tabs, 'fetched') - fetchedBefore,
      }
    } finally {
      for (const tab of tabs) tab.close()
      await store.close()
    }
  })
}

/** Every tab goes deeper once it sees something to go into. */
async function lookAround(
  tabs: readonly Tab[],
  places: readonly { campaignId: string }[],
  random: () => number,
  signal: AbortSignal,
) {
  const waiting = new Map(tabs.map((tab, n) => [tab, places[Math.floor(n / atTable)]?.campaignId ?? '']))
  while (waiting.size > 0 && !signal.aborted) {
    for (const [tab, campaignId] of waiting) if (lookCloser(tab, campaignId, random)) waiting.delete(tab)
    await delay(500, undefined, { signal }).catch(() => undefined)
  }
}
