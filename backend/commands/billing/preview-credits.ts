import { Interval, SoldPlan } from '#domain/billing-account.ts'
import type { Paid } from '#domain/billing-cover.ts'
import type { Billing } from '#domain/billing-state.ts'
import { credits, type Wallet } from '#domain/credits.ts'
import { decideAll } from '#domain/decider.ts'
import { endOfPeriod } from '#domain/plan-credits.ts'
import { planGrants } from './paid-credits.ts'

/** Id of the previewed payment; no invoice or subscription has this id. */
const previewed = 'previewed'

/** Credits that a payment for a plan would grant, decided by the rule that grants them, and how many of these would settle owed credits. */
export const creditsFor = (
  userId: string,
  { paid }: Pick<Billing, 'paid'>,
  { wallet, payment }: { wallet: Wallet; payment: Omit<Paid, 'subscriptionId' | 'paymentId' | 'amount'> },
): { granted: number; settled: number } => {
  const previewedPayment = { ...payment, subscriptionId: previewed, paymentId: null, amount: 0 }
  const known = { paid: { ...paid, [previewed]: previewedPayment } }
  const events = decideAll(credits, wallet, planGrants(userId, known, previewed))
    .filter(({ command }) => command.item === previewed)
    .flatMap(({ events }) => events as { type: string; data: { amount: number } }[])
  const amountOf = (wanted: string) =>
    events.reduce((sum, { type, data }) => (type === wanted ? sum + data.amount : sum), 0)
  return { granted: amountOf('CreditsGranted'), settled: amountOf('OwedCreditsSettled') }
}

/** Credits that a first payment would grant at an ISO time, for each plan that is sold. */
export const firstCredits = (userId: string, billing: Pick<Billing, 'paid'>, wallet: Wallet, from: string) =>
  SoldPlan.options.flatMap((plan) =>
    Interval.options.map((interval) => {
      const through = endOfPeriod(from, interval)
      return { plan, interval, ...creditsFor(userId, billing, { wallet, payment: { plan, interval, from, through } }) }
    }),
  )
