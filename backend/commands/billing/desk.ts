import type pg from 'pg'
import { billing } from '#domain/billing.ts'
import type { Billing } from '#domain/billing-state.ts'
import { Rejection } from '#domain/decider.ts'
import { verifiedEmail } from '../../auth/verified-email.ts'
import type { Payments } from '../../providers/payments.ts'
import type { Command, Dispatcher } from '../dispatch.ts'
import { derivedId } from '../ids.ts'
import { billingLease } from './lease.ts'

type BillingCommand = Command<(typeof billing)['commands']>

/** The origin of a payment session: a user's request, a job, or a reconciliation round. */
export interface Teller {
  userId: string
  send(decider: typeof billing, userId: string, command: BillingCommand): Promise<unknown>
}

/** A payment session, exclusive for its user. */
export interface Visit {
  payments: Payments
  customerId: string
  /** Queries the provider for the whole account, records changes, and returns the updated state. */
  look(): Promise<Billing>
}

interface DeskDeps {
  pool: pg.Pool
  payments: Payments | undefined
  handler: Pick<Dispatcher, 'stateOf'>
}

/**
 * Runs payment sessions with the provider: one at a time per user, recording the provider's answers before the request
 * is answered.
 */
export const createPaymentSessions = ({ pool, payments, handler }: DeskDeps) => {
  const lease = billingLease(pool)

  const customerOf = async (at: Payments, { userId, send }: Teller, gone?: string): Promise<string> => {
    const { customerId } = await handler.stateOf(billing, userId)
    if (customerId !== null && customerId !== gone) return customerId
    const { rows } = await pool.query<{ email: string | null }>(
      `select ${verifiedEmail('u.id')} as email from auth."user" u where u.id = $1`,
      [userId],
    )
    if (!rows[0]) throw new Rejection('user_not_found')
    // An unverified address is withheld: its receipts would reach the owner of the mailbox. The idempotency key differs
    // with and without an address.
    const email = rows[0].email ?? undefined
    const key = derivedId('customer', userId, gone ?? '', ...(email === undefined ? ['without address'] : []))
    const made = await at.createCustomer(userId, email, key)
    await send(billing, userId, { type: 'LinkCustomer', data: { userId, customerId: made }, item: made })
    return made
  }

  return {
    payments: (): Payments => {
      if (!payments) throw new Rejection('payments_not_set_up')
      return payments
    },

    /** The recorded state of a user's account, without querying the provider. */
    known: (userId: string): Promise<Billing> => handler.stateOf(billing, userId),

    async visit<T>(teller: Teller, work: (visit: Visit) => Promise<T>): Promise<T> {
      const at = this.payments()
      const { userId, send } = teller
      return lease(userId, async (now) => {
        let customerId = await customerOf(at, teller)
        const visit: Visit = {
          payments: at,
          get customerId() {
            return customerId
          },
          async look() {
            let askedAt = await now()
            let account = await at.account(customerId)
            if (account === null) {
              customerId = await customerOf(at, teller, customerId)
              askedAt = await now()
              account = await at.account(customerId)
            }
            if (account === null) throw new Rejection('payments_unavailable')
            const data = { userId, askedAt, account }
            await send(billing, userId, { type: 'RecordAccount', data, item: askedAt })
            // Optional, and repeated by the next session: a failure, which telemetry counts, must not fail a session
            // that is recorded already.
            await at.promotePaidCard(customerId).catch(() => undefined)
            return handler.stateOf(billing, userId)
          },
        }
        return work(visit)
      })
    },
  }
}
