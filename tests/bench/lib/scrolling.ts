import type { Page } from '@playwright/test'
import type { Table } from './bench.ts'
import { median, quantile, verdict, written } from './figures.ts'

/** One refresh of a screen that shows 60 frames a second, with what clocks are off by. */
const frameMs = 1000 / 60 + 0.8

export interface Scrolled {
  frames: number[]
  /** Milliseconds that the page's main thread worked for each frame. */
  work: number
}

/** Scrolls a little in each frame, as a wheel does. */
export async function scroll(page: Page, selector: string, count: number): Promise<Scrolled> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const worked = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  }
  const before = await worked()
  const { frames, top } = await page.evaluate(
    async ([selector, count]) => {
      const element = document.querySelector(selector)
      if (!element) throw new Error(`There is no ${selector}`)
      const frames: number[] = []
      let last = await new Promise<number>(requestAnimationFrame)
      for (let n = 0; n < count; n++) {
        element.scrollTop += 60
        const now = await new Promise<number>(requestAnimationFrame)
        frames.push(now - last)
        last = now
      }
      return { frames, top: element.scrollTop }
    },
    [selector, count] as const,
  )
  if (top < count * 30) throw new Error(`${selector} did not scroll`)
  return { frames, work: ((await worked()) - before) / count }
}

export const scrollTable = (scrolled: Record<string, Scrolled>): Table => ({
  title: 'Scrolling, 60 pixels a frame',
  columns: ['', 'ms a frame, p50 / p95', 'frames in time', 'work a frame, ms', 'verdict'],
  rows: Object.entries(scrolled).map(([name, { frames, work }]) => [
    name,
    `${written(median(frames))} / ${written(quantile(frames, 0.95))}`,
    `${written((frames.filter((ms) => ms <= frameMs).length / frames.length) * 100)} %`,
    written(work),
    verdict({ name: 'frames a second', value: Math.round(1000 / median(frames)), atLeast: 60 }),
  ]),
  notes: [
    'Work is what the main thread does for a frame; 16.7 ms is all there is. Painting is done without a graphics card here.',
  ],
})
