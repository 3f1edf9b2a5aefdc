import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Fault } from './lib/fault.ts'
import { seconds, worst } from './lib/figures.ts'
import { type Installation, startSplit } from './lib/installation.ts'
import { answersIn, underLoad } from './lib/under-load.ts'

const minutes = 60_000
const hours = 60 * minutes
/** Where the clock is set to, away from the truth, one after the other. */
const settings: readonly [words: string, ms: number][] = [
  ['5 s ahead', 5_000],
  ['1 h ahead', hours],
  ['right', 0],
  ['2 min behind', -2 * minutes],
  ['1 h behind', -hours],
  ['26 h ahead', 26 * hours],
  ['3 days ahead', 72 * hours],
  ['right', 0],
]

/** Processes of ours whose clocks are set: all but PostgreSQL, whose own stays right. */
const ours = ({ parts }: Installation) =>
  Object.entries(parts).flatMap(([name, part]) => (name === 'PostgreSQL' ? [] : [part.pid() ?? []].flat()))

export default {
  about:
    "The wall clock of every process but PostgreSQL's jumps ahead and back under a mixed load: by seconds, hours and days.",
  smallest: { seconds: 1, people: 2, only: ['5 s ahead', 'right'] },
  async run({ rounds = 1, seconds: lasting = 6, people, seed, only, dir, tell }) {
    const place = join(dir, 'clock')
    mkdirSync(place)
    const file = join(dir, 'offset')
    writeFileSync(file, '0')
    // As an address: the option ends at a blank, and a path may have some.
    const env = { CLOCK_FILE: file, NODE_OPTIONS: `--import=${import.meta.resolve('./lib/shifted-clock.ts')}` }
    const {
      result,
      told,
      log,
      problems: found,
    } = await underLoad(
      { start: (given) => startSplit(place, { env: { ...given, ...env } }), load: { seed, people } },
      async (installation, { history }) => {
        const rows: (string | number)[][] = []
        for (let round = 0; round < rounds; round++)
          for (const [words, ms] of settings) {
            if (only.length > 0 && !only.includes(words)) continue
            tell(`the clock is ${words}`)
            const from = performance.now()
            writeFileSync(file, String(ms))
            for (const pid of ours(installation)) process.kill(pid, 'SIGUSR2')
            await pause(lasting * 1000)
            const sent = history.commands.filter(({ sentAt }) => sentAt >= from)
            const done = sent.filter(({ outcome }) => outcome === 'acknowledged').length
            const waits = sent.flatMap(({ tries }) => tries.map(({ ms: took }) => took))
            rows.push([words, sent.length, done, seconds(worst(waits))])
          }
        return rows
      },
    )
    const back = log.filter(({ created }, n) => created < (log[n - 1]?.created ?? created)).length
    const problems =
      back > 0 ? found : [...found, 'no event is dated before the one in front of it: no clock was ever set back']
    const verdict = problems.length === 0 ? 'hold' : 'FAIL'
    const notes = [
      `In all ${told.acknowledged} acknowledged, ${told.retried} of them at a second try or later, ${told.refused} refused, other answers: ${answersIn(told)}; ${log.length} events, of which ${back} are dated before the one in front of them. The checks at the end ${verdict}.`,
    ]
    return {
      columns: ['the clock is', 'commands sent', 'acknowledged meanwhile', 'longest wait for an answer'],
      rows: result,
      notes,
      problems,
    }
  },
} satisfies Fault
