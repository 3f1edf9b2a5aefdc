import { fromMarkdown } from '#richtext/from-markdown.ts'
import { moreSlowMarkdown, slowMarkdown } from '../slow-markdown.ts'
import type { Bench, BenchOptions, Table } from './lib/bench.ts'
import { median, quantile, verdict, written } from './lib/figures.ts'

const sizes = { full: { letters: 64_000, rounds: 3 }, quick: { letters: 200, rounds: 1 } }
/** Conversions that take fewer milliseconds are too short for a ratio. */
const shortest = 20
const slowestShown = 12

/** Milliseconds of processor time: other work on the machine distorts it least. */
const timed = (work: () => unknown): number => {
  const since = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}

interface Growth {
  name: string
  once: number
  twice: number
}

const growthTable = ({ letters, rounds }: (typeof sizes)['full'], say: BenchOptions['say']): Table => {
  const all = [...slowMarkdown, ...moreSlowMarkdown]
  for (const [, of] of all) fromMarkdown(of(letters / 8))
  const growths = all.map(([name, of]): Growth => {
    say(`Markdown of ${name}`)
    const took = (length: number) => {
      const text = of(length)
      return median(Array.from({ length: rounds }, () => timed(() => fromMarkdown(text))))
    }
    return { name, once: took(letters), twice: took(2 * letters) }
  })
  const slowest = growths.toSorted((one, other) => other.twice - one.twice)
  const ratios = growths.filter(({ once }) => once >= shortest).map(({ once, twice }) => twice / once)
  return {
    title: `Markdown that is made to take long, milliseconds of processor time, medians of ${rounds}; the slowest ${slowestShown} of ${all.length}`,
    columns: ['repeated', `${written(letters)} letters`, `${written(2 * letters)} letters`, 'ratio'],
    rows: slowest
      .slice(0, slowestShown)
      .map(({ name, once, twice }) => [name, written(once), written(twice), written(twice / once)]),
    notes: [
      `Of those that take ${shortest} ms or more: ${verdict({ name: 'ratio at most', value: Math.max(...ratios), atMost: 3.5 })}; median ${written(quantile(ratios, 0.5))}. Quadratic work has a ratio of 4.`,
    ],
  }
}

export const bench: Bench = {
  what: 'What users send that is made to take long: how the time grows with its length.',
  async run({ quick, say }) {
    const size = quick ? sizes.quick : sizes.full
    return [growthTable(size, say)]
  },
}
