import type pg from 'pg'
import { billingEvents } from '#domain/billing-events.ts'
import { billingDesk } from '../commands/billing/desk.ts'
import type { Payments } from '../providers/payments.ts'
import { type Reaction, reactor } from './reactor.ts'

/** Asks the provider for somebody's account, from within a job. */
export const lookFrom = (
  pool: pg.Pool,
  payments: Payments | undefined,
  userId: string,
  { stateOf, dispatch }: Reaction,
): Promise<unknown> =>
  billingDesk({ pool, payments, handler: { stateOf } }).visit({ userId, send: dispatch }, ({ look }) => look())

/** A hint that something happened at the provider: it is asked what, once for all hints that came meanwhile. */
export const syncBilling = (pool: pg.Pool, payments: Payments | undefined) =>
  reactor(billingEvents, {
    name: 'sync-billing',
    oneFor: 'userId',
    slow: true,
    attempts: 25,
    on: { WebhookReceived: async ({ userId }, reaction) => payments && lookFrom(pool, payments, userId, reaction) },
  })
