import type { AccountSeen } from '#domain/billing-account.ts'
import type { Billing } from '#domain/billing-state.ts'
import {
  type CreditCommand,
  giveBackForDispute,
  packGrant,
  planGrants,
  takeBackForDispute,
  takeBackForRefund,
} from './paid-credits.ts'

/**
 * Commands for all credits granted and taken back by a user's payments and refunds; those already recorded have no
 * effect.
 */
export const dueCredits = (userId: string, billing: Billing, { refunds, disputes }: AccountSeen): CreditCommand[] => {
  const all = [
    ...planGrants(userId, billing),
    ...Object.entries(billing.packs).map(([paymentId, { credits }]) => packGrant(userId, paymentId, credits)),
    // Won disputes come first, since they increase the credits that the following ones can take back.
    ...disputes
      .filter(({ status }) => status === 'won')
      .flatMap((dispute) => giveBackForDispute(billing, { userId, ...dispute })),
    ...disputes.flatMap((dispute) => takeBackForDispute(billing, { userId, ...dispute })),
    ...refunds.flatMap((refund) => takeBackForRefund(billing, { userId, ...refund })),
  ]
  // Each says what it rests on; once is enough.
  return [...new Map(all.map((command) => [`${command.type} ${command.item}`, command])).values()]
}
