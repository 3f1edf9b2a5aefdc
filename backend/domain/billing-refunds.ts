import { z } from 'zod'
import { isReturned } from './billing-cover.ts'
import type { billingEvents } from './billing-events.ts'
import type { Billing } from './billing-state.ts'
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
  DecideRefund: z.object({
    userId,
    requestId: z.uuid(),
    amount: z.int().positive().nullable(),
    reason: z.string().trim().min(1).max(400),
  }),
  RequestRefund: z.object({
    userId,
    paymentId: z.string(),
    amount: z.int().positive().nullable(),
    reason: z.string().trim().min(1).max(400),
  }),
}

const isWithinYear = (earlier: string, later: string) => Date.parse(later) - Date.parse(earlier) < 365 * 86_400_000

type RefundEvents = Pick<typeof billingEvents, 'RefundRequested' | 'RefundAsked' | 'RefundDecided'>
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

    DecideRefund({ refundRequests }, data) {
      const request = refundRequests[data.requestId]
      if (!request) throw new Rejection('refund_request_not_found')
      if (!request.isOpen) return []
      return [{ type: 'RefundDecided', data: { ...data, paymentId: request.paymentId } }]
    },

    RequestRefund({ paid, packs }, data) {
      const isKnown =
        data.paymentId in packs || Object.values(paid).some(({ paymentId }) => paymentId === data.paymentId)
      if (!isKnown) throw new Rejection('payment_not_found')
      return [{ type: 'RefundRequested', data }]
    },
  },

  evolve: {
    RefundRequested: (billing) => billing,
    RefundAsked: (billing, { requestId, paymentId, askedAt, reason }) => ({
      ...billing,
      refundRequests: {
        ...billing.refundRequests,
        [requestId]: { paymentId, askedAt, isOpen: true, hasReason: reason !== '' },
      },
    }),
    RefundDecided: (billing, { requestId }) => {
      const request = billing.refundRequests[requestId]
      if (!request) return billing
      return { ...billing, refundRequests: { ...billing.refundRequests, [requestId]: { ...request, isOpen: false } } }
    },
  },
}
