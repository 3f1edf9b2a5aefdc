import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe only holds to be moderate, and Lighthouse counts: headings that skip a level. */
const alsoSerious = new Set(['heading-order'])
/** All that another colour scheme can change. */
const ofColour = ['color-contrast', 'link-in-text-block']

/** Where there are no frames, nothing has to be put together, for which axe opens a page of its own: a quarter of the time. */
const axeOn = (page: Page) =>
  new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(page.frames().length === 1)

const findingsOf = async (axe: AxeBuilder): Promise<string[]> => {
  const { violations } = await axe.analyze()
  return violations
    .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || alsoSerious.has(id))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}\n${failureSummary}`),
    )
}

/** Once all that moves has come to its end, if it has one. */
const atRest = async () => {
  const ending = document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
  await Promise.allSettled(ending.map(({ finished }) => finished))
}

/** What is serious or critical to axe, or to us, on the page as it stands, in both colour schemes: the rule and where it is broken. */
export const seriousFindings = async (page: Page): Promise<string[]> => {
  // Colours are judged where they come to rest.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const asItStands = await findingsOf(axeOn(page))
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const [own, other] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  const turn = async (colorScheme: 'dark' | 'light') => {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
    await page.evaluate(atRest)
  }
  await turn(other)
  const turned = await findingsOf(axeOn(page).withRules(ofColour))
  await turn(own)
  return [...asItStands, ...turned.map((finding) => `${other}: ${finding}`)]
}
