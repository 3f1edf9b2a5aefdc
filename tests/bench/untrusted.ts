import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import sharp from 'sharp'
import { fromMarkdown } from '#richtext/from-markdown.ts'
import { strippedUpload } from '../../backend/providers/stripped.ts'
import { wordType } from '../../backend/providers/stripped-types.ts'
import { textFromMarkdown } from '../../backend/providers/text-from-markdown.ts'
import { openUntrustedInput, type UntrustedInput } from '../../backend/providers/untrusted-input.ts'
import { takePicture } from '../../backend/providers/uploads.ts'
import { deflated, markerBomb, wordDocument } from '../hostile-files.ts'
import { moreSlowMarkdown, slowMarkdown } from '../slow-markdown.ts'
import type { Bench, BenchOptions, Table } from './lib/bench.ts'
import { median, quantile, verdict, written } from './lib/figures.ts'

const sizes = {
  full: { letters: 64_000, rounds: 3, bombMegabytes: 60, pictureSide: 1_024, inputRounds: 7 },
  quick: { letters: 200, rounds: 1, bombMegabytes: 1, pictureSide: 64, inputRounds: 1 },
}
type Size = (typeof sizes)['full']
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

const growthTable = ({ letters, rounds }: Size, say: BenchOptions['say']): Table => {
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

interface Input {
  name: string
  /** On the event loop, as before there was a pool. */
  here: () => unknown
  pooled: () => Promise<unknown>
}

const inputsOf = async (
  { letters, bombMegabytes, pictureSide: side }: Size,
  { run }: UntrustedInput,
): Promise<Input[]> => {
  const noise = sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
  const jpeg = await noise.clone().jpeg({ quality: 95 }).toBuffer()
  const png = await noise.clone().png().toBuffer()
  const file = (label: string, name: string, mime: string, bytes: Buffer): Input => ({
    name: `${label}, ${written(Math.round(bytes.length / 1024))} kB`,
    here: () => strippedUpload(mime, bytes),
    pooled: () => run('campaignFile', { bytes: Buffer.from(bytes), options: { name } }),
  })
  const document = wordDocument(deflated('word/media/a.jpg', jpeg), deflated('word/media/b.png', png))
  const slow = 'a*'.repeat(letters / 2)
  return [
    file('JPEG among the files of a campaign', 'a.jpg', 'image/jpeg', jpeg),
    file('Word document with two pictures', 'a.docx', wordType, document),
    file(
      `Word document whose picture is ${bombMegabytes} MB of markers`,
      'a.docx',
      wordType,
      markerBomb(bombMegabytes),
    ),
    {
      name: `JPEG for the gallery, ${written(Math.round(jpeg.length / 1024))} kB`,
      here: () => takePicture(jpeg),
      pooled: () => run('picture', { bytes: Buffer.from(jpeg), options: {} }),
    },
    {
      name: `Markdown of ${written(letters)} letters that takes long`,
      here: () => textFromMarkdown({ markdown: slow }),
      pooled: () => run('markdown', { options: { markdown: slow } }),
    },
  ]
}

interface Cost {
  took: number
  /** The longest time for which the event loop did nothing else, and what 99 of 100 samples stay below. */
  longest: number
  p99: number
}

const costOf = async (work: () => unknown): Promise<Cost> => {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await pause(20)
  delay.reset()
  // The first sample after a reset is not recorded.
  await pause(5)
  const since = performance.now()
  await work()
  const took = performance.now() - since
  await pause(5)
  delay.disable()
  return { took, longest: delay.max / 1e6, p99: delay.percentile(99) / 1e6 }
}

const inputTable = async (size: Size, { stopping, say }: BenchOptions): Promise<Table> => {
  const untrusted = openUntrustedInput({ owner: () => 'bench', log: pino({ level: 'silent' }) })
  stopping.add('parsers', untrusted.close)
  const inputs = await inputsOf(size, untrusted)
  const first = await costOf(() =>
    untrusted.run('campaignFile', { bytes: Buffer.from('Rain.'), options: { name: 'a.txt' } }),
  )
  const rows: string[][] = []
  let longest = 0
  for (const { name, here, pooled } of inputs) {
    say(name)
    const both: [Cost[], Cost[]] = [[], []]
    for (let round = 0; round < size.inputRounds; round++) {
      both[0].push(await costOf(here))
      both[1].push(await costOf(pooled))
    }
    const cells = (costs: Cost[]) =>
      (['took', 'longest', 'p99'] as const).map((figure) => written(median(costs.map((cost) => cost[figure]))))
    longest = Math.max(longest, median(both[1].map((cost) => cost.longest)))
    rows.push([name, ...cells(both[0]), ...cells(both[1])])
  }
  return {
    title: `Uploads, milliseconds, medians of ${size.inputRounds}: the time of an answer, and for how long the event loop was held up`,
    columns: [
      ...['input', 'on the event loop: time', 'longest hold-up', 'its p99'],
      ...['in the pool: time', 'longest hold-up', 'its p99'],
    ],
    rows,
    notes: [
      `${verdict({ name: 'Longest hold-up in the pool', value: longest, atMost: 50 })}. The first input after a pause waits ${written(first.took)} ms for the child process to start.`,
    ],
  }
}

export const bench: Bench = {
  what: 'What users send that is made to take long: how the time grows with its length, and whom it holds up.',
  async run(options) {
    const size = options.quick ? sizes.quick : sizes.full
    return [growthTable(size, options.say), await inputTable(size, options)]
  },
}
