import path from 'node:path'
import type { Sculptor } from './apart/sculptor.ts'
import { startApart } from './lib/apart.ts'
import type { Bench, BenchOptions, Table } from './lib/bench.ts'
import { openBrowser, pageOf } from './lib/browser.ts'
import { median, quantile, verdict, written } from './lib/figures.ts'
import { signUp } from './lib/people.ts'

const prompts = [
  'a dwarf blacksmith with a hammer',
  'a knight named Ada of the Vale',
  'a grey wolf',
  'a horse',
  'a red dragon',
  'a giant spider',
  'a skeleton',
  'a treasure chest',
  'a sword in a stone',
  'an old spellbook',
]
const samples = path.join(import.meta.dirname, '../../frontend/public/samples')
const pictures = [
  ['studio-likeness-2.webp', 'relief'],
  ['studio-likeness-0.webp', 'figure'],
  ['studio-still-life-1.webp', 'figure'],
  ['studio-dungeon-0.webp', 'terrain'],
] as const

const [mostSeconds, mostMb, mostTriangles] = [10, 600, 200_000]
const [mostFrameMs, frames] = [4, 300]

export const bench: Bench = {
  what: 'Sculpts a 3D model of each kind, with its preview, checks its mesh without the geometry kernel, and turns one in Chromium.',
  async run(options): Promise<Table[]> {
    const { quick, stopping, say } = options
    const works = [
      ...prompts.map((prompt) => ({ name: prompt, wanted: { prompt, isCoarse: quick } })),
      ...pictures.map(([file, as]) => ({
        name: `${file} as ${as}`,
        wanted: { picture: path.join(samples, file), as, isCoarse: quick },
      })),
    ].filter((_, i) => !quick || i % 8 === 0)
    const rows: string[][] = []
    const all: Awaited<ReturnType<Sculptor['make']>>[] = []
    for (const { name, wanted } of works) {
      say(name)
      const apart = startApart<Sculptor>(stopping, 'sculptor.ts')
      const made = await apart.ask('make', wanted)
      await apart.stop()
      if (made.open > 0 || made.volume <= 0 || made.resting <= 0)
        throw new Error(`${name}: ${made.open} open edges, ${made.volume} mm³, ${made.resting} mm² on the ground`)
      all.push(made)
      rows.push([
        name,
        written(made.seconds),
        written(Math.round(made.peakMb)),
        written(made.triangles),
        `${written(made.overhang * 100)} %`,
        `${written(made.thin * 100)} %`,
        'closed, flat below',
      ])
    }
    const most = (of: (made: (typeof all)[number]) => number) => Math.max(...all.map(of))
    return [
      {
        title:
          '3D models of 28 mm, each in a process of its own: seconds of processor time with the preview, and the most memory',
        columns: ['made of', 'seconds', 'MB', 'triangles', 'overhang', 'thinner than 1.1 mm', 'checks'],
        rows,
        notes: [
          verdict(
            { name: 'seconds at most', value: most(({ seconds }) => seconds), atMost: mostSeconds },
            { name: 'MB at most', value: Math.round(most(({ peakMb }) => peakMb)), atMost: mostMb },
            { name: 'triangles at most', value: most(({ triangles }) => triangles), atMost: mostTriangles },
          ),
          'Every edge belongs to two triangles in opposite directions, the volume is positive, and the model rests on a flat face. Thin is surface whose opposite side is nearer than 1.1 mm, by rays; edges and tips do not count.',
        ],
      },
      ...(quick ? [] : [await turn(options)]),
    ]
  },
}

/** Turns a large model in the viewer, without a graphics card, and times the callbacks of animation frames. */
async function turn(options: BenchOptions): Promise<Table> {
  const { url } = await options.installation()
  // The first account of an installation is its admin.
  const person = await signUp(url, 'ines')
  const plan = { userId: person.id, plan: 'PRO', reason: 'To measure the viewer', subscriptionPaidThrough: null }
  await person.send('POST', '/admin/subscription/change', plan)
  const { id: campaignId } = await person.send('POST', '/campaigns', { name: 'The Endless Coast' })
  options.say('a red dragon in the viewer')
  const { id } = await person.send('POST', '/models', { campaignId, name: 'A dragon', prompt: 'a red dragon' })
  let status: unknown
  do {
    await new Promise((resolve) => setTimeout(resolve, 500))
    status = (await person.send('GET', `/models/${id}`)).status
  } while (status === 'GENERATING')
  if (status !== 'COMPLETED') throw new Error(`The model is ${status}`)

  const browser = await openBrowser(options, ['--enable-unsafe-swiftshader'])
  const page = await pageOf(browser, url, person)
  await page.addInitScript(() => {
    const times: number[] = []
    const request = window.requestAnimationFrame.bind(window)
    window.requestAnimationFrame = (callback) =>
      request((now) => {
        const since = performance.now()
        callback(now)
        times.push(performance.now() - since)
      })
    Object.assign(window, { frameTimes: times })
  })
  await page.goto(`/models/${id}`)
  await page.getByRole('region', { name: '3D model' }).locator('canvas').waitFor()
  const times = await page.evaluate(async (frames) => {
    const { frameTimes } = window as unknown as { frameTimes: number[] }
    // The first frames compile shaders and upload the mesh.
    while (frameTimes.length < 20) await new Promise((resolve) => setTimeout(resolve, 100))
    frameTimes.length = 0
    while (frameTimes.length < frames) await new Promise((resolve) => setTimeout(resolve, 100))
    return frameTimes.slice(0, frames)
  }, frames)
  await browser.close()
  return {
    title: 'The turntable of the viewer, a red dragon of about 150,000 triangles: JavaScript for each frame',
    columns: ['frames', 'ms, p50', 'ms, p95', 'verdict'],
    rows: [
      [
        written(times.length),
        written(median(times)),
        written(quantile(times, 0.95)),
        verdict({ name: 'ms, p95', value: quantile(times, 0.95), atMost: mostFrameMs }),
      ],
    ],
    notes: ['Pixels are drawn by the processor here, in another process, whose time does not count.'],
  }
}
