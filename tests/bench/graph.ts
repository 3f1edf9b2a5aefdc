import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { overlapCount } from '../../frontend/src/features/graph/layout/apart.ts'
import { layOut } from '../../frontend/src/features/graph/layout/layout.ts'
import type { Bench, Table } from './lib/bench.ts'
import { openBrowser, pageOf } from './lib/browser.ts'
import { median, quantile, spread, verdict, written } from './lib/figures.ts'
import { forEach, type Person, signUp } from './lib/people.ts'

const sizes = {
  full: { nodes: 2000, links: 4000, answers: 20, frames: 240 },
  quick: { nodes: 40, links: 80, answers: 2, frames: 20 },
}

export const bench: Bench = {
  what: 'a graph of 2,000 entries and 4,000 links: its answer, laying it out beside a page that goes on, panning and zooming, in Chromium',
  async run(options) {
    const { quick, say, facts } = options
    const size = quick ? sizes.quick : sizes.full
    const { url } = await options.installation()
    const person = await signUp(url, 'ines')
    say(`${size.nodes} entries, ${size.links} links`)
    const { campaignId, links } = await fill(person, size)

    say('its answer')
    const answers = await answered(url, person, campaignId, size)
    say('laying it out here')
    const overlapping = overlapCount(layOut({ count: size.nodes, links, fixed: [] }))

    const browser = await openBrowser(options)
    facts.Chromium = browser.version()
    const page = await pageOf(browser, url, person)
    await page.goto('/relationships/graph')
    await page.locator('[data-ready]').waitFor()
    say('laying out all of it in the browser')
    const laid = await laidOut(page, quick)
    say('panning and zooming')
    const moved = {
      'all in view, panned': await frames(page, size.frames, 'pan'),
      'zoomed in and out': await frames(page, size.frames, 'zoom'),
    }
    await browser.close()
    return [answerTable(answers), layoutTable(laid, overlapping), framesTable(moved)]
  },
}

/** Communities of 25, as campaigns have: most links stay within one. */
const linksOf = ({ nodes, links }: { nodes: number; links: number }) => {
  let state = 20_261_122
  const random = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  return Array.from({ length: links }, (_, n): [number, number] => {
    const from = n % nodes
    const near = Math.min(nodes - 1, Math.floor(from / 25) * 25 + random(25))
    const to = random(10) === 0 ? random(nodes) : near
    return [from, to === from ? (from + 1) % nodes : to]
  })
}

async function fill(person: Person, size: { nodes: number; links: number }) {
  const { id: campaignId } = await person.send('POST', '/campaigns', { name: 'The Endless Web' })
  const ids = Array.from({ length: size.nodes }, () => randomUUID())
  await forEach(ids, 16, (id, n) =>
    person.send('POST', '/conjurations', { id, campaignId, name: `Entry ${n}`, visibility: 'CAMPAIGN' }),
  )
  const links = linksOf(size)
  const made = await forEach(links, 16, ([from, to], n) =>
    person.send('POST', `/relationships/${ids[from]}`, { relatedNodeId: ids[to], comment: `link ${n}` }),
  )
  await person.at(BigInt(Math.max(...made.map(({ position }) => Number(position)))))
  return { campaignId, links }
}

async function answered(url: string, person: Person, campaignId: string, size: (typeof sizes)['full']) {
  const ask = async (headers: Record<string, string>) => {
    const since = performance.now()
    const response = await fetch(`${url}/api/relationships/graph?campaignId=${campaignId}`, {
      headers: { ...person.headers, ...headers },
    })
    const graph = (await response.json()) as { nodes: unknown[]; links: unknown[] }
    if (graph.links.length !== size.links) throw new Error(`${graph.links.length} links of ${size.links} were answered`)
    return performance.now() - since
  }
  const repeated = async (headers: Record<string, string>) => {
    const times: number[] = []
    for (let n = 0; n < size.answers; n++) times.push(await ask(headers))
    return times
  }
  await ask({})
  return { fresh: await repeated({ 'cache-control': 'no-cache' }), kept: await repeated({}) }
}

interface Laid {
  /** Milliseconds from the click to the picture. */
  ms: number
  /** The longest that the page did not come to draw a frame meanwhile. */
  longest: number
}

/** What is more than can be looked at opens on one entry's surroundings; all of it is asked for. */
async function laidOut(page: Page, quick: boolean): Promise<Laid> {
  if (quick) return { ms: 0, longest: 0 }
  return page.evaluate(async () => {
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Show everything')
    if (!button) throw new Error('It does not open on surroundings')
    const since = performance.now()
    button.click()
    let [last, longest] = [since, 0]
    do {
      const now = await new Promise<number>(requestAnimationFrame)
      longest = Math.max(longest, now - last)
      last = now
    } while (performance.getEntriesByName('graph-laid-out').every(({ startTime }) => startTime < since))
    const [mark] = performance.getEntriesByName('graph-laid-out').filter(({ startTime }) => startTime >= since)
    return { ms: (mark?.startTime ?? Number.NaN) - since, longest }
  })
}

const frames = (page: Page, count: number, how: 'pan' | 'zoom'): Promise<number[]> =>
  page.evaluate(
    async ([count, how]) => {
      const stage = document.querySelector('[data-ready]')
      if (!stage) throw new Error('There is no stage')
      const at = { clientX: 800, clientY: 500, bubbles: true, cancelable: true }
      const times: number[] = []
      let last = await new Promise<number>(requestAnimationFrame)
      for (let n = 0; n < count; n++) {
        const wheel =
          how === 'pan' ? { deltaX: n % 60 < 30 ? 12 : -12, shiftKey: true } : { deltaY: n % 120 < 60 ? -40 : 40 }
        stage.dispatchEvent(new WheelEvent('wheel', { ...at, ...wheel }))
        const now = await new Promise<number>(requestAnimationFrame)
        times.push(now - last)
        last = now
      }
      return times
    },
    [count, how] as const,
  )

const answerTable = ({ fresh, kept }: { fresh: number[]; kept: number[] }): Table => ({
  title: 'The answer: who sees which of 4,000 links, and what stands at their ends',
  columns: ['', 'ms, median (range)', 'verdict'],
  rows: [
    ['read anew', spread(fresh), verdict({ name: 'median', value: median(fresh), atMost: 250 })],
    ['kept', spread(kept), ''],
  ],
})

const layoutTable = ({ ms, longest }: Laid, overlapping: number): Table => ({
  title: 'All of it laid out in a worker, on the page',
  columns: ['', 'found', 'verdict'],
  rows: [
    ['ms to the picture', written(ms), verdict({ name: 'ms', value: ms, atMost: 2000 })],
    ['longest frame meanwhile, ms', written(longest), verdict({ name: 'ms', value: longest, atMost: 100 })],
    ['pairs that overlap', String(overlapping), verdict({ name: 'pairs', value: overlapping, atMost: 0 })],
  ],
})

const framesTable = (moved: Record<string, number[]>): Table => ({
  title: 'Moving all of it, on a canvas',
  columns: ['', 'ms a frame, p50 / p95', 'verdict'],
  rows: Object.entries(moved).map(([name, times]) => [
    name,
    `${written(median(times))} / ${written(quantile(times, 0.95))}`,
    verdict({ name: 'frames a second', value: Math.round(1000 / median(times)), atLeast: 60 }),
  ]),
  notes: ['Painting is done without a graphics card here.'],
})
