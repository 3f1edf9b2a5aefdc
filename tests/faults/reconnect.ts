import { setTimeout as delay } from 'node:timers/promises'
import type { Person } from '../bench/lib/people.ts'
import { type Hall, openHall } from './hall/hall.ts'
import { openStream, type Stream } from './hall/streams.ts'
import type { Fault } from './lib/fault.ts'
import { median, seconds, worst } from './lib/figures.ts'
import { startWhole } from './lib/installation.ts'
import { until } from './lib/until.ts'

const mostGuests = 50
const everybody = 2000
/** Twice what a browser waits at most between two attempts. */
const patience = 60_000
/** Something is said so often, to all of them. */
const tellEveryMs = 250

export default {
  about: `${everybody} tabs come back after the server was killed or stopped, with the patience of browsers: all are back within ${patience / 1000} s, and none has missed anything.`,
  smallest: { people: 6, rounds: 1, only: ['stopped'] },
  async run({ rounds = 3, people: tabs = everybody, only, dir, tell }) {
    const guests = Math.min(mostGuests, tabs)
    const installation = await startWhole(dir)
    const streams: Stream[] = []
    try {
      const hall = await openHall(installation.urls[0] ?? '', guests)
      const from = String(await hall.rename())
      for (let n = 0; n < tabs; n++)
        streams.push(openStream(installation.urls[0] ?? '', hall.people[n % guests] as Person, from))
      const allAreBack = (since: number) =>
        until('all are back', patience, () => streams.every((each) => each.isOpen() && each.openedAt() > since))
      await allAreBack(0)
      const { server } = installation.parts
      if (!server) throw new Error('There is no server')
      const rows: (string | number)[][] = []
      const problems: string[] = []
      const told: string[] = []
      const ways = { killed: () => server.kill(), stopped: () => server.stop() }
      for (let round = 1; round <= rounds; round++)
        for (const [how, end] of Object.entries(ways)) {
          if (only.length > 0 && !only.includes(how)) continue
          tell(`round ${round}: ${how}`)
          const speaker = speak(hall, told)
          await delay(1000)
          const began = performance.now()
          await end()
          const gone = performance.now()
          await server.revive()
          const there = performance.now()
          const back = await allAreBack(gone).then(
            () => true,
            () => false,
          )
          await speaker.stop()
          const isUpToDate = (each: Stream) => each.heard('CollectionRenamed').at(-1) === told.at(-1)
          await until('all are up to date', patience, () => streams.every(isUpToDate)).catch(() => undefined)
          const waits = streams.map((each) => each.openedAt() - there)
          const whole = streams.filter((each) => each.heard('CollectionRenamed').join() === told.join()).length
          rows.push([
            round,
            how,
            seconds(gone - began),
            seconds(there - gone),
            seconds(median(waits)),
            seconds(worst(waits)),
            told.length,
            `${whole} of ${tabs}`,
          ])
          if (!back) problems.push(`round ${round}, ${how}: not all are back within ${patience / 1000} s`)
          if (whole < tabs) problems.push(`round ${round}, ${how}: ${tabs - whole} of ${tabs} missed something`)
        }
      return {
        columns: [
          'round',
          'the server is',
          'it ends within',
          'and listens again after',
          'half are back after',
          'the last after',
          'changes told so far',
          'heard each of them once, in order',
        ],
        rows,
        notes: ['Back: counted from the moment that the server listens again.'],
        problems,
      }
    } finally {
      for (const stream of streams) stream.close()
      await installation.stop()
    }
  },
} satisfies Fault

/** Somebody changes something from time to time, also while the server is away. */
function speak(hall: Hall, told: string[]) {
  let stopped = false
  const speaking = (async () => {
    while (!stopped) {
      told.push(String(await hall.rename()))
      await delay(tellEveryMs)
    }
  })()
  return {
    stop() {
      stopped = true
      return speaking
    },
  }
}
