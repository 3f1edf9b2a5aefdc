import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe only holds to be moderate, and Lighthouse counts: headings that skip a level. */
const alsoSerious = new Set(['heading-order'])

/** What is serious or critical to axe, or to us, on the page as it stands: the rule and where it is broken. */
export const seriousFindings = async (page: Page): Promise<string[]> => {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || alsoSerious.has(id))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}\n${failureSummary}`),
    )
}
