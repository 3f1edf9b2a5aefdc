import { z } from 'zod'
import { isReturned } from './billing-cover.ts'
import type { billingEvents } from './billing-events.ts'
import type { Billing, RefundRequest, StartedRefund } from './billing-state.ts'
import { type Decider, Rejection } from './decider.ts'
import { mayAskForRefund } from './payment-answers.ts'

const userId = z.uuid()

export const refundCommands = {
  AskForRefund: z.object({
    userId,
    requestId: z.uuid(),
    paymentId: z.string().max(255),
    reason: z.string().trim().max(400),
    askedAt: z.iso.datetime(),
  }),
  DeclineRefund: z.object({ userId, requestId: z.uuid(), reason: z.string().trim().min(1).max(400) }),
  /** Starts a refund, or repeats the one that was started for `requestId`; `idempotencyKey` is sent to the provider. */
  RequestRefund: z.object({
    userId,
    paymentId: z.string(),
    amount: z.int().positive().nullable(),
    reason: z.string().trim().min(1).max(400),
    requestId: z.uuid().optional(),
    idempotencyKey: z.uuid(),
  }),
  /** The provider refused the refund of a request, so that another one may be started. */
  NoteRefusedRefund: z.object({ userId, requestId: z.uuid() }),
}

const isWithinYear = (earlier: string, later: string) => Date.parse(later) - Date.parse(earlier) < 365 * 86_400_000

type RefundEvents = Pick<typeof billingEvents, 'RefundRequested' | 'RefundRefused' | 'RefundAsked' | 'RefundDecided'>
type RefundRules = Pick<Decider<typeof refundCommands, RefundEvents, Billing>, 'decide' | 'evolve'>

/** Rules of refunds and of users' requests for them. */
export const refundRules: RefundRules = {
  decide: {
    AskForRefund(billing, data) {
      const { requestId, paymentId, reason, askedAt } = data
      const { detailed, refundRequests } = billing
      const known = refundRequests[requestId]
      if (known) return []
      const facts = detailed[paymentId]
      if (!facts) throw new Rejection('payment_not_found')
      if (!mayAskForRefund(facts.paidAt, askedAt)) throw new Rejection('refund_too_late')
      if (isReturned(billing, paymentId)) throw new Rejection('payment_returned')
      const requests = Object.values(refundRequests)
      if (requests.some((each) => each.paymentId === paymentId && each.isOpen))
        throw new Rejection('refund_asked_already')
      const unexplained = requests.filter(({ hasReason, askedAt: at }) => !hasReason && isWithinYear(at, askedAt))
      if (reason === '' && unexplained.length > 0) throw new Rejection('refund_reason_needed')
      return [{ type: 'RefundAsked', data }]
    },

    DeclineRefund(billing, data) {
      const request = billing.refundRequests[data.requestId]
      if (!request) throw new Rejection('refund_request_not_found')
      if (!request.isOpen) return []
      // If the money was returned by other means, the started refund can no longer be made.
      if (request.refund && !isReturned(billing, request.paymentId)) throw startedAlready(request.refund)
      return [{ type: 'RefundDecided', data: { ...data, paymentId: request.paymentId, amount: null } }]
    },

    RequestRefund(billing, data) {
      const isKnown =
        data.paymentId in billing.packs ||
        Object.values(billing.paid).some(({ paymentId }) => paymentId === data.paymentId)
      if (!isKnown) throw new Rejection('payment_not_found')
      if (data.requestId === undefined) return [{ type: 'RefundRequested', data }]
      const { refund } = requireOpenRequest(billing, data.requestId, data.paymentId)
      if (!refund && isReturned(billing, data.paymentId)) throw new Rejection('payment_returned')
      // The outcome of the started refund may be unknown: only the same refund is paid once by its key.
      if (refund && refund.amount !== data.amount) throw startedAlready(refund)
      const idempotencyKey = refund?.idempotencyKey ?? data.idempotencyKey
      return [{ type: 'RefundRequested', data: { ...data, idempotencyKey } }]
    },

    NoteRefusedRefund({ refundRequests }, data) {
      const request = refundRequests[data.requestId]
      if (!request?.isOpen || !request.refund) return []
      return [{ type: 'RefundRefused', data: { ...data, paymentId: request.paymentId } }]
    },
  },

  evolve: {
    RefundRequested: (billing, { requestId, idempotencyKey, amount, reason }) =>
      requestId && idempotencyKey
        ? withRequest(billing, requestId, { refund: { amount, reason, idempotencyKey } })
        : billing,
    RefundRefused: (billing, { requestId }) => withRequest(billing, requestId, { refund: null }),
    RefundAsked: (billing, { requestId, paymentId, askedAt, reason }) => ({
      ...billing,
      refundRequests: {
        ...billing.refundRequests,
        [requestId]: { paymentId, askedAt, isOpen: true, hasReason: reason !== '', refund: null },
      },
    }),
    RefundDecided: (billing, { requestId }) => withRequest(billing, requestId, { isOpen: false }),
  },
}

const requireOpenRequest = ({ refundRequests }: Billing, requestId: string, paymentId: string): RefundRequest => {
  const request = refundRequests[requestId]
  if (request?.paymentId !== paymentId) throw new Rejection('refund_request_not_found')
  if (!request.isOpen) throw new Rejection('refund_decided')
  return request
}

/** `amount` 0 means all that is left. */
const startedAlready = ({ amount }: StartedRefund) => new Rejection('refund_started', { amount: amount ?? 0 })

const withRequest = (billing: Billing, requestId: string, changes: Partial<RefundRequest>): Billing => {
  const request = billing.refundRequests[requestId]
  if (!request) return billing
  return { ...billing, refundRequests: { ...billing.refundRequests, [requestId]: { ...request, ...changes } } }
}
