import type { z } from 'zod'
import { planPurchase } from './billing-account.ts'
import type { billingEvents } from './billing-events.ts'
import { differences as differenceWords } from './differences.ts'
import type { Recorded } from './ledger.ts'
import type { LedgerEntry, PaymentLine, PaymentsAnswer } from './ledger-answers.ts'
import { refTo } from './ledger-pages.ts'

type Data<Type extends keyof typeof billingEvents> = z.infer<(typeof billingEvents)[Type]>

/** Derives the ids of grants and take-backs from the provider's ids. */
export interface PaidIds {
  grant(reference: string): string
  refund(refundId: string): string
  dispute(disputeId: string): string
}

/** The movement of money that a billing event records, before it is matched with the ledger. */
type Moved = Omit<PaymentLine, 'eventId' | 'position' | 'at' | 'entries' | 'result'> & {
  /** The grant or take-back that must exist. */
  id: string
  /** The refunded payment. */
  of?: string
}

const moved = (ids: PaidIds): { [Type in keyof typeof billingEvents]?: (data: Data<Type>) => Moved | undefined } => ({
  PlanPaid: ({ invoiceId, plan, interval, amount }) => ({
    kind: 'plan',
    reference: invoiceId,
    for: planPurchase({ plan, interval }),
    amount,
    expected: null,
    id: ids.grant(invoiceId),
  }),
  PackPaid: ({ paymentId, credits, amount }) => ({
    kind: 'pack',
    reference: paymentId,
    for: `${credits} credits`,
    amount,
    expected: credits,
    id: ids.grant(paymentId),
  }),
  PaymentRefunded: ({ refundId, paymentId, amount }) => ({
    kind: 'refund',
    reference: refundId,
    for: 'Money given back',
    amount: -amount,
    expected: null,
    id: ids.refund(refundId),
    of: paymentId,
  }),
  PaymentRefundFailed: ({ refundId }) => ({
    kind: 'refund-failed',
    reference: refundId,
    for: 'Refund failed',
    amount: 0,
    expected: null,
    id: ids.refund(refundId),
  }),
  PaymentDisputed: ({ disputeId, paymentId, amount }) => ({
    kind: 'dispute',
    reference: disputeId,
    for: 'Payment disputed',
    amount: -amount,
    expected: null,
    id: ids.dispute(disputeId),
    of: paymentId,
  }),
  DisputeClosed: ({ disputeId, won }) =>
    won
      ? {
          kind: 'dispute-won',
          reference: disputeId,
          for: 'Dispute settled for the person',
          amount: 0,
          expected: null,
          id: ids.dispute(disputeId),
        }
      : undefined,
})

const threadOf = ({ threads }: LedgerEntry, id: string) => threads.find((thread) => thread.id === id)
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

/** The total that a take-back requested. */
const askedBy = (entries: readonly LedgerEntry[], id: string) =>
  sum(entries.filter(({ kind }) => kind === 'take-back').map((entry) => threadOf(entry, id)?.credits ?? 0))

const isGrant = ({ kind }: LedgerEntry) => kind === 'grant' || kind === 'purchase'

/**
 * Expected credits taken back: in proportion to the refunded money, limited by removals and by other take-backs that
 * were not reversed. Entries after its own reversal do not count.
 */
const expectedBack = (all: readonly LedgerEntry[], { id }: Moved, grant: string, share: number): number => {
  const reversal = all.findIndex((entry) => entry.kind === 'give-back' && threadOf(entry, id))
  const entries = reversal === -1 ? all : all.slice(0, reversal)
  const granted = entries.find((entry) => isGrant(entry) && threadOf(entry, grant))?.credits ?? 0
  const others = entries.filter((entry) => entry.kind === 'take-back' && threadOf(entry, grant) && !threadOf(entry, id))
  const isReversed = (takeBack: string) =>
    entries.some((entry) => entry.kind === 'give-back' && threadOf(entry, takeBack))
  const claimed = sum(
    others
      .flatMap(({ threads }) => threads.filter((thread) => thread.kind === 'take-back' && !isReversed(thread.id)))
      .map(({ credits }) => credits),
  )
  const removed = sum(
    entries.filter(({ kind }) => kind === 'removal').map((entry) => threadOf(entry, grant)?.credits ?? 0),
  )
  return Math.max(0, Math.min(Math.round(granted * Math.min(1, share)), granted - claimed - removed))
}

interface PaymentContext {
  entries: readonly LedgerEntry[]
  /** The grant of each payment, by its id at the provider. */
  grants: ReadonlyMap<string, string>
}

const lineOf = (event: Recorded, found: Moved, { entries, grants }: PaymentContext): PaymentLine => {
  const { id: eventId, position, at } = event
  const { id, of, ...about } = found
  const wanted = found.kind === 'dispute-won' || found.kind === 'refund-failed' ? 'give-back' : 'take-back'
  const isPaid = found.kind === 'plan' || found.kind === 'pack'
  const mine = entries.filter((entry) => threadOf(entry, id) && (isPaid ? isGrant(entry) : entry.kind === wanted))
  const { amount = 0, of: paymentTotal = 0 } = event.data as { amount?: number; of?: number }
  const grant = of === undefined ? undefined : grants.get(of)
  const back = grant && paymentTotal > 0 ? expectedBack(entries, found, grant, amount / paymentTotal) : 0
  // 0 - x in place of -x, which could be -0.
  const expected = of === undefined ? found.expected : 0 - back
  const had = isPaid ? sum(mine.map(({ credits }) => credits)) : 0 - askedBy(mine, id)
  const isThere = mine.length > 0 || expected === 0
  const result = !isThere ? 'missing' : expected === null || expected === had ? 'match' : 'differs'
  return { eventId, position, at, ...about, expected, entries: mine.map(refTo), result }
}

/** True for grants that require a payment. Plan credits of a pre-order have none: the id of their grant is that of the causing event. */
const needsPayment = (entry: LedgerEntry) =>
  entry.kind === 'purchase' || (entry.source === 'plan' && entry.threads[0]?.id !== entry.causationId)

/**
 * Compares the provider's payments and refunds with the ledger: the events of the user's billing and their entries up
 * to one moment.
 */
export const paymentsOf = (
  events: readonly Recorded[],
  entries: readonly LedgerEntry[],
  ids: PaidIds,
): Omit<PaymentsAnswer, 'position' | 'at'> => {
  const context: PaymentContext = { entries, grants: grantsOf(events, ids) }
  const readers = moved(ids) as Record<string, ((data: unknown) => Moved | undefined) | undefined>
  const payments = events.flatMap((event) => {
    const found = readers[event.type]?.(event.data)
    return found ? [lineOf(event, found, context)] : []
  })
  const paid = new Set(payments.flatMap((payment) => payment.entries.map(({ eventId }) => eventId)))
  return {
    payments,
    matched: payments.filter(({ result }) => result === 'match').length,
    unpaid: entries.filter((entry) => isGrant(entry) && needsPayment(entry) && !paid.has(entry.eventId)).map(refTo),
    differences: differencesIn(events),
  }
}

const grantsOf = (events: readonly Recorded[], { grant }: PaidIds): Map<string, string> =>
  new Map(
    events.flatMap(({ type, data }) => {
      const { invoiceId, paymentId } = data as { invoiceId?: string; paymentId?: string | null }
      if (!paymentId || !(type === 'PlanPaid' || type === 'PackPaid')) return []
      return [[paymentId, grant(invoiceId ?? paymentId)] as const]
    }),
  )

type Found = PaymentsAnswer['differences']

/**
 * An open difference is found again each night and counts once. A difference that a later round does not find is
 * settled, until it is found again.
 */
const differencesIn = (events: readonly Recorded[]): Found => {
  const known = new Map<string, Found[number]>()
  for (const event of events) {
    for (const found of foundBy(event)) known.set(`${found.code} ${found.reference}`, found)
    for (const { code, reference } of settledBy(event)) {
      const found = known.get(`${code} ${reference}`)
      if (found) known.set(`${code} ${reference}`, { ...found, settledAt: event.at })
    }
  }
  return [...known.values()]
}

const settledBy = ({ type, data }: Recorded) =>
  type === 'DifferencesSettled' ? (data as Data<'DifferencesSettled'>).settled : []

const foundBy = ({ id: eventId, type, data, position, at }: Recorded): Found => {
  if (type !== 'DifferencesFound') return []
  return (data as Data<'DifferencesFound'>).differences.map((difference) => {
    const [what, remedy] = differenceWords[difference.code]
    return { eventId, position, at, settledAt: null, ...difference, what, remedy }
  })
}
