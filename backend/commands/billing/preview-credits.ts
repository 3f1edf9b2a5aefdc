import type { Paid } from '#domain/billing-cover.ts'
import type { Billing } from '#domain/billing-state.ts'
import { credits, type Wallet } from '#domain/credits.ts'
import { decideAll } from '#domain/decider.ts'
import { planGrants } from './paid-credits.ts'

/** Named as no invoice is. */
const previewed = 'previewed'

/** Credits that a payment for a plan would add: decided by the rule that grants them, less the part that settles owed credits. */
export const creditsFor = (
  userId: string,
  { paid }: Pick<Billing, 'paid'>,
  { wallet, payment }: { wallet: Wallet; payment: Omit<Paid, 'paymentId' | 'amount'> },
): number => {
  const known = { paid: { ...paid, [previewed]: { ...payment, paymentId: null, amount: 0 } } }
  return decideAll(credits, wallet, planGrants(userId, known, previewed))
    .filter(({ command }) => command.item === previewed)
    .flatMap(({ events }) => events as { type: string; data: { amount: number } }[])
    .reduce((sum, { type, data }) => sum + (type === 'CreditsGranted' ? data.amount : -data.amount), 0)
}
