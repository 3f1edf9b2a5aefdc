import type { AccountSeen } from '#domain/billing-account.ts'
import type { Billing } from '#domain/billing-state.ts'
import { type CreditCommand, givenBack, packGrant, planGrants, takenByDispute, takenByRefund } from './paid-credits.ts'

/** All that credits have to know of what somebody paid for and got back; what they know already they decide into nothing. */
export const dueCredits = (userId: string, billing: Billing, { refunds, disputes }: AccountSeen): CreditCommand[] => {
  const all = [
    ...planGrants(userId, billing),
    ...Object.entries(billing.packs).map(([paymentId, { credits }]) => packGrant(userId, paymentId, credits)),
    // What was won first: it makes room for what is asked back otherwise.
    ...disputes
      .filter(({ status }) => status === 'won')
      .flatMap((dispute) => givenBack(billing, { userId, ...dispute })),
    ...disputes.flatMap((dispute) => takenByDispute(billing, { userId, ...dispute })),
    ...refunds.flatMap((refund) => takenByRefund(billing, { userId, ...refund })),
  ]
  // Each says what it rests on; once is enough.
  return [...new Map(all.map((command) => [`${command.type} ${command.item}`, command])).values()]
}
