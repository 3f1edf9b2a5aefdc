import { setTimeout as pause } from 'node:timers/promises'
import { seeded } from '../../demo/grammar.ts'
import { failingOver } from '../eventstore/failing-over.ts'
import type { Fault } from './lib/fault.ts'
import { median, seconds, worst } from './lib/figures.ts'
import { type Env, startSplit } from './lib/installation.ts'
import { inParts } from './lib/parts.ts'
import { answersIn, underLoad } from './lib/under-load.ts'

type Cluster = Awaited<ReturnType<typeof failingOver>>

/** How the processes append, and what becomes of what they append while there is no leader. */
const parts = {
  'lane-held': { way: 'lane', meanwhile: 'hold', name: 'our own lane; held' },
  'lane-unanswered': { way: 'lane', meanwhile: 'mute', name: 'our own lane; written, but not answered' },
  'library-held': { way: 'library', meanwhile: 'hold', name: 'the client library; held' },
  'library-unanswered': { way: 'library', meanwhile: 'mute', name: 'the client library; written, but not answered' },
} as const

/** As long as three real nodes took to elect a leader. */
const election = { least: 600, most: 2200 }
/** Writing goes on so soon after it. */
const within = 1000

const columns = [
  'appends by; while there is no leader they are',
  'elections',
  'acknowledged',
  'of these retried',
  'refused',
  'other answers',
  'events',
  'writing goes on after (median)',
  'at worst',
  'checks',
]
const notes = [
  `A leader is missing for ${seconds(election.least)} to ${seconds(election.most)}. Writing goes on: from the election until the first append is answered. What was held is written all the same, long after it was made again.`,
]

export default {
  about: `The event store loses its leader again and again under a mixed load: connections break, and until another is elected appends are held, or written without an answer. Writing goes on within ${seconds(within)} of the election, and nothing is written twice.`,
  smallest: { rounds: 1, people: 2, only: ['library-held'] },
  async run({ rounds = 20, quick, ...options }) {
    const { people, seed, tell } = options
    const found = await inParts(parts, options, async ({ way, meanwhile, name }, place) => {
      const random = seeded(seed)
      let cluster: Cluster | undefined
      const start = async (env: Env) => {
        const eventStoreUrl = async (direct: string) => {
          cluster = await failingOver(direct)
          return cluster.urls[way]
        }
        return startSplit(place, { env, eventStoreUrl })
      }
      try {
        const { result, told, events, problems } = await underLoad({ start, load: { seed, people } }, async () => {
          if (!cluster) throw new Error('There is no cluster')
          const times: number[] = []
          for (let round = 1; round <= rounds; round++) {
            await pause(500 + random() * 1500)
            cluster.lose(meanwhile)
            await pause(election.least + random() * (election.most - election.least))
            const elected = performance.now()
            const next = cluster.nextAnswer()
            cluster.elect()
            await next
            times.push(performance.now() - elected)
            await pause(random() * 1000)
            cluster.release()
            if (round % 5 === 0) tell(`${name}: ${round} of ${rounds}`)
          }
          return times
        })
        const late = result.filter((ms) => ms > within && !quick)
        const { acknowledged, retried, refused } = told
        const times = [seconds(median(result)), seconds(worst(result))]
        return {
          row: [name, rounds, acknowledged, retried, refused, answersIn(told), events, ...times],
          problems: [...problems, ...late.map((ms) => `writing went on only ${seconds(ms)} after the election`)],
        }
      } finally {
        cluster?.close()
      }
    })
    return { columns, notes, ...found }
  },
} satisfies Fault
