import { setTimeout as delay } from 'node:timers/promises'
import { seeded } from '../../demo/grammar.ts'
import { connectEventStore } from '../../eventstore/client.ts'
import { among, type Doer, doSomething } from './lib/deeds.ts'
import type { Fault } from './lib/fault.ts'
import { startWhole } from './lib/installation.ts'
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

export default {
  about: `${everybody} people command at once on shared campaigns while their sockets break off and resume: in the end every tab shows what a fresh GET answers.`,
  smallest: { people: 3, seconds: 2 },
  async run({ people = everybody, seconds = 60, seed, dir, tell }) {
    const random = seeded(seed)
    tell(`${people} people sign up`)
    let deed = doSomething
    const load = { seed, people, atTable, campaigns: 1, thinkMs, deed: (doer: Doer) => deed(doer) }
    const { told, problems, events, result } = await underLoad(
      { start: (env) => startWhole(dir, env), load },
      async (installation, load) => {
        const store = connectEventStore(installation.eventStore)
        const tabs = openTabs(load, installation.urls, '0')
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
      },
    )
    return {
      columns: [
        'people',
        'seconds',
        'acknowledged',
        'refused',
        'other answers',
        'events',
        'sockets broken off',
        'messages',
        'answers followed',
        'changed by folding',
        'fetched',
        'of these in the last third',
        'not as a fresh GET',
        'checks',
      ],
      rows: [
        [
          people,
          seconds,
          told.acknowledged,
          told.refused,
          answersIn(told),
          events,
          result.dropped,
          result.messages,
          result.caches,
          result.folded,
          result.fetched,
          result.fetchedAtLast,
          result.wrong.length,
          problems.length === 0 ? 'hold' : 'FAIL',
        ],
      ],
      notes: [
        'In the last third people only rename, change and move what is there: tabs then fold and do not fetch, so that what they missed stays missing.',
        `${atTable} people share a campaign. Tabs are the web app's own code without its screens: its stream, its requests, its endpoints and how they fold.`,
      ],
      problems: [...problems, ...result.wrong.slice(0, 20)],
    }
  },
} satisfies Fault

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
