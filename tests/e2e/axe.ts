import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import axe, { type Result, type RunOptions } from 'axe-core'

/** What axe only holds to be moderate, and Lighthouse counts: headings that skip a level. */
const alsoSerious = new Set(['heading-order'])
/** All that another colour scheme can change. */
const ofColour = ['color-contrast', 'link-in-text-block']

const isThere = () => 'axe' in window

/** Where there are no frames, nothing has to be put together: axe is brought into the page once, and runs there. Brought for each run it takes four times as long. */
const violationsOn = async (page: Page, options: RunOptions): Promise<Result[]> => {
  if (page.frames().length > 1) return (await new AxeBuilder({ page }).options(options).analyze()).violations
  if (!(await page.evaluate(isThere))) await page.evaluate(axe.source)
  return page.evaluate(async (given) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    return (await axe.run(document, given)).violations
  }, options)
}

const findingsOn = async (page: Page, options: RunOptions = {}): Promise<string[]> => {
  const violations = await violationsOn(page, { resultTypes: ['violations'], ...options })
  return violations
    .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || alsoSerious.has(id))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}\n${failureSummary}`),
    )
}

/** Once all that moves has come to its end, if it has one. */
const atRest = async () => {
  // What another colour scheme sets in motion begins with the next frame.
  await new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame)))
  const ending = document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
  await Promise.allSettled(ending.map(({ finished }) => finished))
}

/** What is serious or critical to axe, or to us, on the page as it stands, in both colour schemes: the rule and where it is broken. */
export const seriousFindings = async (page: Page): Promise<string[]> => {
  // Colours are judged where they come to rest.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const asItStands = await findingsOn(page)
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const [own, other] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  const turn = async (colorScheme: 'dark' | 'light') => {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
    await page.evaluate(atRest)
  }
  await turn(other)
  const turned = await findingsOn(page, { runOnly: { type: 'rule', values: ofColour } })
  await turn(own)
  return [...asItStands, ...turned.map((finding) => `${other}: ${finding}`)]
}
