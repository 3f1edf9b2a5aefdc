import fc from 'fast-check'
import { billing } from '#domain/billing.ts'
import { Interval, SoldPlan } from '#domain/billing-account.ts'
import type { billingEvents } from '#domain/billing-events.ts'
import type { Billing } from '#domain/billing-state.ts'
import { credits } from '#domain/credits.ts'
import { decideAll, type MessageOf, Rejection, stateOf } from '#domain/decider.ts'
import type { GivenPlan } from '#domain/plan-credits.ts'
import { compare } from '../../backend/commands/billing/compare.ts'
import {
  giveBackForDispute,
  giveBackForRefund,
  packGrant,
  planGrants,
  takeBackForDispute,
  takeBackForRefund,
} from '../../backend/commands/billing/paid-credits.ts'
import { providerAccount } from '../vendors/payments.ts'

export const userId = '0198c0de-0000-7000-8000-000000000001'
const uuid = (n: number) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`
const dayMs = 86_400_000

type BillingEvent = MessageOf<typeof billingEvents>
type CreditCommand = MessageOf<typeof credits.commands>

/** The commands of the jobs that follow an event of billing, as the reactors send them. */
const commandsAfter = ({ type, data }: BillingEvent, known: Billing): CreditCommand[] => {
  if (type === 'PlanPaid') return planGrants(userId, known, data.invoiceId)
  if (type === 'PackPaid') return [packGrant(userId, data.paymentId, data.credits)]
  if (type === 'PaymentRefunded') return takeBackForRefund(known, data)
  if (type === 'PaymentRefundFailed') return giveBackForRefund(known, data)
  if (type === 'PaymentDisputed') return takeBackForDispute(known, data)
  if (type !== 'DisputeClosed') return []
  return data.won ? giveBackForDispute(known, data) : takeBackForDispute(known, data)
}

const n = fc.nat({ max: 20 })
const seconds = fc.oneof(fc.nat({ max: 3600 }), fc.nat({ max: 3 * 86_400 }))
const choice = { plan: fc.constantFrom(...SoldPlan.options), interval: fc.constantFrom(...Interval.options) }

/** Anything that changes a user's credits, here or at the payment provider, in any order and at any time. */
export const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('wait' as const),
      days: fc.oneof(
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 300, max: 366 }),
        fc.double({ min: 0, max: 2, noNaN: true }),
      ),
      fails: fc.boolean(),
    }),
  },
  // The moment at which a change costs least.
  { weight: 2, arbitrary: fc.record({ does: fc.constant('waitUntilNearEnd' as const), seconds }) },
  fc.record({ does: fc.constant('subscribe' as const), ...choice }),
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('change' as const), ...choice, secondsAgo: fc.nat({ max: 3600 }) }),
  },
  fc.record({ does: fc.constantFrom('cancel' as const, 'resume' as const, 'cancelNow' as const, 'recover' as const) }),
  fc.record({ does: fc.constant('buyPack' as const) }),
  fc.record({
    does: fc.constantFrom('giveByAdmin' as const, 'giveByCoupon' as const),
    plan: choice.plan,
    days: fc.option(fc.integer({ min: -2, max: 500 }), { nil: null }),
  }),
  fc.record({
    does: fc.constant('refund' as const),
    n,
    part: fc.oneof(fc.constant(100), fc.integer({ min: 1, max: 100 })),
  }),
  fc.record({ does: fc.constant('dispute' as const), n }),
  fc.record({ does: fc.constant('settleDispute' as const), n, isWon: fc.boolean() }),
  fc.record({ does: fc.constant('spend' as const), amount: fc.integer({ min: 1, max: 30_000 }), comes: fc.boolean() }),
  // A webhook is heard, and the provider is queried; its answer may be an older one that was delayed.
  { weight: 3, arbitrary: fc.record({ does: fc.constant('hear' as const), late: fc.nat({ max: 3 }) }) },
  // One of the waiting jobs runs, once or twice.
  { weight: 3, arbitrary: fc.record({ does: fc.constant('work' as const), n, twice: fc.boolean() }) },
)
/** Kept apart: a refund frees its time, which may be granted for again before the refund fails. */
export const failingRefund = fc.record({ does: fc.constant('failRefund' as const), n })
type StepOf<Steps> = Steps extends fc.Arbitrary<infer Each> ? Each : never
export type Step = StepOf<typeof step> | StepOf<typeof failingRefund>

/** One user's billing and credits here, their account at the payment provider, and the jobs in between. */
export const payingWorld = (start = '2026-01-31T12:00:00.000Z') => {
  const provider = providerAccount('cus_1', start)
  const looks: Parameters<typeof hear>[0][] = []
  const ledger: MessageOf<typeof credits.events>[] = []
  const jobs: (() => CreditCommand[])[] = []
  const gifts: GivenPlan[] = []
  let [known, wallet, count] = [billing.initial, credits.initial, 0]

  const tell = (...commands: CreditCommand[]) => {
    try {
      const events = decideAll(credits, wallet, commands).flatMap(({ events }) => events)
      ledger.push(...(events as typeof ledger))
      wallet = stateOf({ evolve: credits.evolve, initial: wallet }, events)
    } catch (refused) {
      if (!(refused instanceof Rejection)) throw refused
    }
  }
  const look = () => ({ account: provider.seen(), askedAt: provider.now() })
  const hear = (seen: ReturnType<typeof look>) => {
    const events = billing.decide.RecordAccount(known, { userId, ...seen })
    known = stateOf({ evolve: billing.evolve, initial: known }, events)
    jobs.push(...events.map((event) => () => commandsAfter(event, known)))
  }
  const compared = () => compare(userId, { billing: known, wallet }, look())
  const give = (plan: SoldPlan, days: number | null, source: 'admin' | 'plan') => {
    const from = provider.now()
    const through = days === null ? null : new Date(Date.parse(from) + days * dayMs).toISOString()
    gifts.push({ plan, from, through })
    const data = { userId, grantId: uuid(7000 + gifts.length), plan, from, through, source, comment: 'Gift' }
    jobs.push(() => [{ type: 'GrantPlanCredits', data }])
  }
  const spend = (amount: number, comes: boolean) => {
    const holdId = uuid(++count)
    const purpose = { kind: 'images', id: holdId, stream: `images-${holdId}`, label: 'Image' }
    tell({ type: 'HoldCredits', data: { userId, holds: [{ holdId, amount, purpose }] } })
    if (comes) tell({ type: 'CaptureCredits', data: { userId, holdId } })
    else if (count % 2 === 0) tell({ type: 'ReleaseCredits', data: { userId, holdId, reason: 'failed' } })
  }
  const work = (at: number, twice: boolean) => {
    const [job] = jobs.splice(at % Math.max(1, jobs.length), 1)
    for (let times = twice ? 2 : 1; job && times > 0; times--) tell(...job())
  }

  const act = (each: Step) => {
    if (each.does === 'wait') provider.wait(each.days, each.fails)
    else if (each.does === 'waitUntilNearEnd') provider.waitUntilNearEnd(each.seconds)
    else if (each.does === 'subscribe') provider.subscribe(each.plan, each.interval)
    else if (each.does === 'change') provider.change(each.plan, each.interval, each.secondsAgo)
    else if (each.does === 'giveByAdmin') give(each.plan, each.days, 'admin')
    else if (each.does === 'giveByCoupon') give(each.plan, each.days, 'plan')
    else if (each.does === 'refund') provider.refund(each.n, each.part)
    else if (each.does === 'failRefund') provider.failRefund(each.n)
    else if (each.does === 'dispute') provider.dispute(each.n)
    else if (each.does === 'settleDispute') provider.settleDispute(each.n, each.isWon)
    else if (each.does === 'spend') spend(each.amount, each.comes)
    else if (each.does === 'resume') provider.cancel(false)
    else if (each.does !== 'hear' && each.does !== 'work') provider[each.does]()
    looks.push(look())
    if (each.does === 'hear') hear(looks.at(-1 - each.late) ?? look())
    if (each.does === 'work') work(each.n, each.twice)
  }
  /** Everything that waits is done: all jobs, and a round of reconciliation. */
  const settle = () => {
    while (jobs.length > 0) work(0, false)
    const { record, due } = compared()
    hear(record.data)
    tell(...due)
  }
  return { provider, gifts, act, settle, compared, ledger, now: () => ({ known, wallet }) }
}
