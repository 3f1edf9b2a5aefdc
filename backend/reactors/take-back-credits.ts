import { billing } from '#domain/billing.ts'
import { billingEvents } from '#domain/billing-events.ts'
import { credits } from '#domain/credits.ts'
import {
  type CreditCommand,
  giveBackForDispute,
  giveBackForRefund,
  type Known,
  takeBackForDispute,
  takeBackForRefund,
} from '../commands/billing/paid-credits.ts'
import { type Reaction, reactor } from './reactor.ts'

const settle = async (
  userId: string,
  { stateOf, dispatch }: Reaction,
  commands: (known: Known) => readonly CreditCommand[],
): Promise<void> => {
  const due = commands(await stateOf(billing, userId))
  if (due.length > 0) await dispatch(credits, userId, due)
}

/**
 * Takes back the unspent credits of refunded or disputed money, and returns them if the refund fails or the dispute is won. After a lost
 * dispute, the same period may be paid for again.
 */
export const takeBackCredits = reactor(billingEvents, {
  name: 'take-back-credits',
  attempts: 25,
  on: {
    PaymentRefunded: (refund, reaction) => settle(refund.userId, reaction, (known) => takeBackForRefund(known, refund)),
    PaymentRefundFailed: (refund, reaction) =>
      settle(refund.userId, reaction, (known) => giveBackForRefund(known, refund)),
    PaymentDisputed: (dispute, reaction) =>
      settle(dispute.userId, reaction, (known) => takeBackForDispute(known, dispute)),
    DisputeClosed: (dispute, reaction) =>
      settle(dispute.userId, reaction, (known) =>
        dispute.won ? giveBackForDispute(known, dispute) : takeBackForDispute(known, dispute),
      ),
  },
})
