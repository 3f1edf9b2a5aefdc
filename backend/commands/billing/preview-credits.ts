import type { Paid } from '#domain/billing-cover.ts'
import type { Billing } from '#domain/billing-state.ts'
import { credits, type Wallet } from '#domain/credits.ts'
import { decideAll } from '#domain/decider.ts'
import { planGrants } from './paid-credits.ts'

/** Named as no invoice is. */
const previewed = 'previewed'

/** What would be had more if a period of a plan were paid for: decided by the rule that will grant it, less what is settled from it of what is owed. */
export const creditsFor = (
  userId: string,
  { paid }: Pick<Billing, 'paid'>,
  { wallet, period }: { wallet: Wallet; period: Pick<Paid, 'plan' | 'interval' | 'from' | 'through'> },
): number => {
  const { plan, interval, from, through } = period
  const known = { paid: { ...paid, [previewed]: { plan, interval, from, through, paymentId: null, amount: 0 } } }
  return decideAll(credits, wallet, planGrants(userId, known, previewed))
    .filter(({ command }) => command.item === previewed)
    .flatMap(({ events }) => events as { type: string; data: { amount: number } }[])
    .reduce((sum, { type, data }) => sum + (type === 'CreditsGranted' ? data.amount : -data.amount), 0)
}
