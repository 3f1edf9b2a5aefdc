import type pg from 'pg'
import { billing } from '#domain/billing.ts'
import { billingEvents } from '#domain/billing-events.ts'
import { userEvents } from '#domain/users.ts'
import { verifiedEmail } from '../auth/verified-email.ts'
import { createPaymentSessions } from '../commands/billing/desk.ts'
import { derivedId } from '../commands/ids.ts'
import type { Payments } from '../providers/payments.ts'
import { type Reaction, reactor } from './reactor.ts'

/** Synchronises a user's account with the provider, from within a job. */
export const synchroniseBilling = (
  pool: pg.Pool,
  payments: Payments | undefined,
  userId: string,
  { stateOf, dispatch }: Reaction,
): Promise<unknown> =>
  createPaymentSessions({ pool, payments, handler: { stateOf } }).visit({ userId, send: dispatch }, ({ look }) =>
    look(),
  )

/** Queries the provider after a webhook, once for all webhooks received in the meantime. */
export const syncBilling = (pool: pg.Pool, payments: Payments | undefined) =>
  reactor(billingEvents, {
    name: 'sync-billing',
    oneFor: 'userId',
    slow: true,
    attempts: 25,
    on: {
      WebhookReceived: async ({ userId }, reaction) => payments && synchroniseBilling(pool, payments, userId, reaction),
    },
  })

/** Sets the provider's address for receipts once a user has verified it. */
export const syncReceiptAddress = (pool: pg.Pool, payments: Payments | undefined) =>
  reactor(userEvents, {
    name: 'sync-receipt-address',
    slow: true,
    attempts: 25,
    on: {
      async EmailVerified({ userId }, { event, stateOf }) {
        const { customerId } = await stateOf(billing, userId)
        if (!payments || customerId === null) return
        const { rows } = await pool.query<{ email: string | null }>(`select ${verifiedEmail('$1')} as email`, [userId])
        await payments.setEmail(
          customerId,
          rows[0]?.email ?? undefined,
          derivedId('receipts', event.id, rows[0]?.email ?? ''),
        )
      },
    },
  })
