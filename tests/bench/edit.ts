import { type Commission, draw } from '../../studio/draw.ts'
import { erase } from '../../studio/retouch/erase.ts'
import type { Mask, Raster } from '../../studio/retouch/raster.ts'
import { type Retouch, retouch } from '../../studio/retouch/retouch.ts'
import { differenceIn, maskOf, maskPng, pngOf } from '../studio/retouch-pictures.ts'
import type { Bench, BenchOptions, Table } from './lib/bench.ts'
import { median, spread, verdict, written } from './lib/figures.ts'
import { openCv } from './lib/open-cv.ts'

const sizes = { full: { side: 1024, rounds: 3 }, quick: { side: 96, rounds: 1 } }
type Size = (typeof sizes)['full']
/** Parts of the picture that are painted over. */
const shares = [0.028, 0.15]
/** Milliseconds for an edit of up to 15 % of a picture; what takes longer is shown with progress. */
const atMost = 2000

const pictures: Pick<Commission, 'model' | 'prompt' | 'stylePreset'>[] = [
  { model: 'studio-vista', prompt: 'a stony coast at golden dusk with a lighthouse', stylePreset: 'fantasy-art' },
  { model: 'studio-wilderness', prompt: 'a forest path with a river', stylePreset: 'digital-art' },
  { model: 'studio-likeness', prompt: 'a bearded guard in a helmet', stylePreset: 'comic-book' },
]

const drawn = async (n: number, side: number) => {
  const commission = { ...(pictures[n] as Commission), negativePrompt: '', width: side, height: side, seed: 7 }
  const { pixels, things } = await draw(commission)
  const picture: Raster = { w: side, h: side, px: new Uint8ClampedArray(pixels) }
  return { picture, things }
}

/** Milliseconds of processor time, over all threads of this process: other work on the machine distorts it least. */
const timed = async <T>(work: () => T | Promise<T>): Promise<{ took: number; result: T }> => {
  const since = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(since)
  return { took: (user + system) / 1000, result }
}

/** A disc of that part of the picture, a little off its middle. */
const disc = (side: number, share: number): Mask => {
  const r = side * Math.sqrt(share / Math.PI)
  return maskOf(side, side, (x, y) => Math.hypot(x - side * 0.45, y - side * 0.5) < r)
}

const growth = { up: 0, down: 0, left: 0, right: 150 }

const toolsTable = async ({ side, rounds }: Size, say: BenchOptions['say']): Promise<Table> => {
  const mask = await maskPng(disc(side, 0.15), side, side)
  const edits: readonly (readonly [string, number, Retouch])[] = [
    ['erase, 2.8 %', 0, { tool: 'erase', mask: await maskPng(disc(side, 0.028), side, side) }],
    ['erase, 15 %', 0, { tool: 'erase', mask }],
    ['touch up, 15 %: a ship', 0, { tool: 'inpaint', prompt: 'a ship', premium: false, mask }],
    ['touch up, 15 %: night', 0, { tool: 'inpaint', prompt: 'night', premium: false, mask }],
    ['extend by 150 px', 0, { tool: 'outpaint', prompt: '', ...growth }],
    ['replace the subject', 2, { tool: 'replace', prompt: 'a wizard', searchPrompt: '' }],
    ['recolour a colour', 1, { tool: 'recolor', prompt: 'autumn orange', searchPrompt: 'green' }],
    ['remove the background, noted', 2, { tool: 'remove-background' }],
    ['remove the background, looked for', 2, { tool: 'remove-background' }],
    ['replace the background', 2, { tool: 'replace-background', prompt: 'mountains at dusk' }],
  ]
  const rows: string[][] = []
  for (const [name, n, edit] of edits) {
    say(name)
    const { picture, things } = await drawn(n, side)
    const order = { picture: await pngOf(picture), edit, seed: 7, ...(name.endsWith('for') ? {} : { things }) }
    const times: number[] = []
    for (let round = 0; round < rounds; round++) times.push((await timed(() => retouch(order))).took)
    // The subject, a head and shoulders, is far more of its picture than the limit is for.
    const reach = edit.tool === 'replace' ? 'over 15 %' : verdict({ name: 'ms', value: median(times), atMost })
    rows.push([name, spread(times), reach])
  }
  return {
    title: `Processor time of an edit at ${side} × ${side}, reading included and encoding not, ms, medians of ${rounds} rounds`,
    columns: ['tool', 'ms', 'reach'],
    rows,
  }
}

/** What is filled in where nothing was wrong has a truth: the picture itself. */
const besideTable = async ({ side, rounds }: Size, say: BenchOptions['say']): Promise<Table> => {
  const cv = await openCv()
  const ways = {
    ours: (picture: Raster, mask: Mask) => erase(picture, mask, { seed: 7 }),
    'OpenCV, Telea': cv.telea,
    'OpenCV, Navier-Stokes': cv.navierStokes,
  }
  const rows: string[][] = []
  for (const share of shares)
    for (const [name, way] of Object.entries(ways)) {
      say(`${name}, ${share}`)
      const times: number[] = []
      const off: number[] = []
      const rough: number[] = []
      for (const n of pictures.keys()) {
        const { picture } = await drawn(n, side)
        const mask = disc(side, share)
        const inside = (x: number, y: number) => mask[y * side + x] === 255
        for (let round = 0; round < rounds; round++) {
          const { took, result } = await timed(() => way(picture, mask))
          times.push(took)
          if (round > 0) continue
          off.push(differenceIn(result, picture, inside))
          rough.push(detail(result, inside) / detail(picture, inside))
        }
      }
      rows.push([
        `${written(Math.round(1000 * share) / 10)} % · ${name}`,
        spread(times),
        written(median(off)),
        written(median(rough)),
      ])
    }
  return {
    title: `Erasing beside OpenCV's inpainting, ${pictures.length} pictures of ${side} × ${side}`,
    columns: ['painted over', 'processor time, ms', 'off the picture, of 255', 'detail, of the picture’s'],
    rows,
    notes: [
      'What is painted over is part of the picture, so there is a truth. A smear is near to it in the mean and has none of its detail; 1 is as much as the picture has.',
    ],
  }
}

/** How much neighbours differ, in the mean. */
const detail = (picture: Raster, inside: (x: number, y: number) => boolean): number => {
  const next: Raster = { ...picture, px: picture.px.slice(4) }
  return differenceIn(
    { ...picture, px: picture.px.subarray(0, picture.px.length - 4) },
    next,
    (x, y) => x < picture.w - 1 && inside(x, y) && inside(x + 1, y),
  )
}

export const bench: Bench = {
  what: 'each tool of the embedded editor on a picture of a megapixel, and erasing beside OpenCV’s inpainting: processor time, and how near it comes',
  async run({ quick, say }) {
    const size = quick ? sizes.quick : sizes.full
    return [await toolsTable(size, say), await besideTable(size, say)]
  },
}
