import type { PlanChoice } from '#domain/billing-answers.ts'
import { planPrices } from '#domain/plan-credits.ts'

/** Price of a plan's period, in cents. */
export const priceOf = ({ plan, interval }: PlanChoice): number =>
  planPrices[plan][interval === 'YEARLY' ? 'year' : 'month'] * 100
