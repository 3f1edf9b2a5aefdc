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

/** Who asks: a person's act, a job, a round of reconciliation. */
export interface Teller {
  userId: string
  send(decider: typeof billing, userId: string, command: BillingCommand): Promise<unknown>
}

/** One person's business with the provider, nobody else's meanwhile. */
export interface Visit {
  payments: Payments
  customerId: string
  /** Asks the provider for the whole account, records what is new of it, and answers what is known then. */
  look(): Promise<Billing>
}

interface DeskDeps {
  pool: pg.Pool
  payments: Payments | undefined
  handler: Pick<Dispatcher, 'stateOf'>
}

/** Where business with the payment provider is done: one person at a time, and what it says is recorded before anything is answered. */
export const billingDesk = ({ pool, payments, handler }: DeskDeps) => {
  const lease = billingLease(pool)

  const customerOf = async (at: Payments, { userId, send }: Teller, gone?: string): Promise<string> => {
    const { customerId } = await handler.stateOf(billing, userId)
    if (customerId !== null && customerId !== gone) return customerId
    const { rows } = await pool.query<{ email: string | null }>(
      `select ${verifiedEmail('u.id')} as email from auth."user" u where u.id = $1`,
      [userId],
    )
    if (!rows[0]) throw new Rejection('user_not_found')
    // Receipts of an address that is not proven would go to whoever has its mailbox. A key belongs to what was asked with it.
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

    /** What is known of somebody, without asking. */
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
            return handler.stateOf(billing, userId)
          },
        }
        return work(visit)
      })
    },
  }
}
