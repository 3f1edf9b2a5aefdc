import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe holds to be serious or critical on the page as it stands: the rule and where it is broken. */
export const seriousFindings = async (page: Page): Promise<string[]> => {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}\n${failureSummary}`),
    )
}
