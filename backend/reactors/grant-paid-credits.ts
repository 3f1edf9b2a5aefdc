import { billing } from '#domain/billing.ts'
import { billingEvents } from '#domain/billing-events.ts'
import { credits } from '#domain/credits.ts'
import { packGrant, planGrants } from '../commands/billing/paid-credits.ts'
import { reactor } from './reactor.ts'

/** Grants the credits of payments, once for each invoice and each pack. */
export const grantPaidCredits = reactor(billingEvents, {
  name: 'grant-paid-credits',
  attempts: 25,
  on: {
    async PlanPaid({ userId, invoiceId }, { stateOf, dispatch }) {
      await dispatch(credits, userId, planGrants(userId, await stateOf(billing, userId), invoiceId))
    },
    PackPaid: ({ userId, paymentId, credits: amount }, { dispatch }) =>
      dispatch(credits, userId, packGrant(userId, paymentId, amount)),
  },
})
