import fc from 'fast-check'
import { expect, test } from 'vitest'
import { billing } from '#domain/billing.ts'
import type { AccountSeen } from '#domain/billing-account.ts'
import type { billingEvents } from '#domain/billing-events.ts'
import type { Billing } from '#domain/billing-state.ts'
import { credits } from '#domain/credits.ts'
import { decideAll, type MessageOf, Rejection, stateOf } from '#domain/decider.ts'
import { monthlyCredits } from '#domain/plan-credits.ts'
import { compare } from '../../backend/commands/billing/compare.ts'
import {
  givenBack,
  packGrant,
  planGrants,
  takenByDispute,
  takenByRefund,
} from '../../backend/commands/billing/paid-credits.ts'
import { creditsFor } from '../../backend/commands/billing/preview-credits.ts'
import { providerAccount } from '../vendors/payments.ts'

type BillingEvent = MessageOf<typeof billingEvents>
const userId = '0198c0de-0000-7000-8000-000000000001'
const uuid = (n: number) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`

/** What a job does about an event of billing, as the reactors do. */
const jobOf = ({ type, data }: BillingEvent, known: Billing): MessageOf<typeof credits.commands>[] => {
  if (type === 'PlanPaid') return planGrants(userId, known, data.invoiceId)
  if (type === 'PackPaid') return [packGrant(userId, data.paymentId, data.credits)]
  if (type === 'PaymentRefunded') return takenByRefund(known, data)
  if (type === 'PaymentDisputed') return takenByDispute(known, data)
  return type === 'DisputeClosed' && data.won ? givenBack(known, data) : []
}

const n = fc.nat({ max: 20 })
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('wait' as const),
      days: fc.integer({ min: 1, max: 50 }),
      fails: fc.boolean(),
    }),
  },
  fc.record({
    does: fc.constant('subscribe' as const),
    plan: fc.constantFrom('BASIC' as const, 'PRO' as const),
    interval: fc.constantFrom('MONTHLY' as const, 'YEARLY' as const),
  }),
  fc.record({ does: fc.constantFrom('upgrade' as const, 'yearly' as const, 'downgrade' as const) }),
  fc.record({ does: fc.constantFrom('cancel' as const, 'resume' as const, 'recover' as const, 'buyPack' as const) }),
  fc.record({ does: fc.constant('refund' as const), n, part: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ does: fc.constant('dispute' as const), n }),
  fc.record({ does: fc.constant('settleDispute' as const), n, isWon: fc.boolean() }),
  fc.record({ does: fc.constant('spend' as const), amount: fc.integer({ min: 1, max: 3000 }), comes: fc.boolean() }),
  // A webhook is heard, and the provider asked; its answer may be an older one, that was long on the way.
  { weight: 3, arbitrary: fc.record({ does: fc.constant('hear' as const), late: fc.nat({ max: 3 }) }) },
  // Some job runs, once or twice.
  { weight: 3, arbitrary: fc.record({ does: fc.constant('work' as const), n, twice: fc.boolean() }) },
)

/** Everything that is known of one person, and what changes it. */
const world = () => {
  const provider = providerAccount('cus_1', '2026-01-31T12:00:00.000Z')
  const looks: { account: AccountSeen; askedAt: string }[] = []
  const ledger: MessageOf<typeof credits.events>[] = []
  const jobs: BillingEvent[] = []
  let [known, wallet, spent] = [billing.initial, credits.initial, 0]

  const told = (...commands: MessageOf<typeof credits.commands>[]) => {
    try {
      const events = decideAll(credits, wallet, commands).flatMap(({ events }) => events)
      ledger.push(...(events as typeof ledger))
      wallet = stateOf({ evolve: credits.evolve, initial: wallet }, events)
    } catch (refused) {
      if (!(refused instanceof Rejection)) throw refused
    }
  }
  const heard = (look: { account: AccountSeen; askedAt: string }) => {
    const events = billing.decide.RecordAccount(known, { userId, ...look })
    known = stateOf({ evolve: billing.evolve, initial: known }, events)
    jobs.push(...events)
  }
  const look = () => ({ account: provider.seen(), askedAt: provider.now() })
  const compared = () => compare(userId, { billing: known, wallet }, look())

  const act = (each: typeof step extends fc.Arbitrary<infer Step> ? Step : never) => {
    if (each.does === 'wait') provider.wait(each.days, each.fails)
    if (each.does === 'subscribe') provider.subscribe(each.plan, each.interval)
    if (each.does === 'upgrade' || each.does === 'yearly' || each.does === 'downgrade') provider[each.does]()
    if (each.does === 'recover' || each.does === 'buyPack') provider[each.does]()
    if (each.does === 'cancel' || each.does === 'resume') provider.cancel(each.does === 'cancel')
    if (each.does === 'refund') provider.refund(each.n, each.part)
    if (each.does === 'dispute') provider.dispute(each.n)
    if (each.does === 'settleDispute') provider.settleDispute(each.n, each.isWon)
    if (each.does === 'spend') {
      const holdId = uuid(++spent)
      const purpose = { kind: 'images', id: holdId, stream: `images-${holdId}`, label: 'Image' }
      told({ type: 'HoldCredits', data: { userId, holds: [{ holdId, amount: each.amount, purpose }] } })
      if (each.comes) told({ type: 'CaptureCredits', data: { userId, holdId } })
      else if (spent % 2 === 0) told({ type: 'ReleaseCredits', data: { userId, holdId, reason: 'failed' } })
    }
    looks.push(look())
    if (each.does === 'hear') heard(looks.at(-1 - each.late) ?? look())
    if (each.does === 'work' && jobs.length > 0) {
      const [job] = jobs.splice(each.n % jobs.length, 1)
      for (let times = each.twice ? 2 : 1; job && times > 0; times--) told(...jobOf(job, known))
    }
  }
  return { provider, act, heard, told, compared, ledger, now: () => ({ known, wallet }) }
}

test('whatever happens there and here, in whatever order it is heard of, ends with one ledger once it was reconciled', () =>
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
      const { act, heard, told, compared, ledger, provider, now } = world()
      for (const each of steps) act(each)
      const { record, grant } = compared()
      heard(record.data)
      for (const command of grant) told(command)
      expect(compared().differences).toEqual([])

      const { wallet, known } = now()
      const account = provider.seen()
      // Nobody has more than the dearest plan of each period that was paid for, and what packs brought.
      const periods = Map.groupBy(
        account.invoices.filter(({ status }) => status === 'paid'),
        ({ subscriptionId, through }) => `${subscriptionId} ${through}`,
      )
      const most = [...periods.values()].reduce(
        (sum, paid) =>
          sum + Math.max(...paid.map(({ plan, interval }) => monthlyCredits[plan] * (interval === 'YEARLY' ? 12 : 1))),
        account.purchases.length * 250,
      )
      const asked = Object.values(wallet.takeBacks).reduce((sum, takeBack) => sum + takeBack.asked, 0)
      const granted = wallet.grants.reduce((sum, { amount }) => sum + amount, 0)
      expect(granted - asked).toBeLessThanOrEqual(most)
      if (account.refunds.length + account.disputes.length === 0) expect(granted).toBe(most)
      expect(wallet.grants).toHaveLength(
        account.invoices.filter(({ status }) => status === 'paid').length + account.purchases.length,
      )
      // The balance is what the ledger comes to, and never below nothing.
      expect(wallet.available).toBe(wallet.grants.reduce((sum, { left }) => sum + left, 0))
      expect(ledger.every(({ data }) => data.balance >= 0)).toBe(true)
      expect(known.subscription?.status ?? 'none').toBe(account.subscriptions.at(-1)?.status ?? 'none')
    }),
    { numRuns: 400 },
  ))

test('what a preview says of credits is what there is more when it was paid', () =>
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 30 }),
      fc.constantFrom('upgrade' as const, 'yearly' as const),
      (steps, does) => {
        const { act, heard, told, compared, provider, now } = world()
        provider.subscribe('BASIC', 'MONTHLY')
        for (const each of steps) act(each)
        const settle = () => {
          const { record, grant } = compared()
          heard(record.data)
          for (const command of grant) told(command)
        }
        settle()
        const { known, wallet } = now()
        provider[does]()
        const period = provider.seen().invoices.find(({ invoiceId }) => !(invoiceId in known.paid))
        fc.pre(period !== undefined && period.status === 'paid')
        const said = creditsFor(userId, known, { wallet, period })
        settle()
        expect(now().wallet.available - wallet.available).toBe(said)
      },
    ),
    { numRuns: 100 },
  ))
