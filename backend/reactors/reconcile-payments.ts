import type pg from 'pg'
import { billing } from '#domain/billing.ts'
import { credits } from '#domain/credits.ts'
import type { Difference } from '#domain/differences.ts'
import { mostStrangers, reconciliation, reconciliationEvents, reconciliationId } from '#domain/reconciliation.ts'
import { users } from '#domain/users.ts'
import { compare } from '../commands/billing/compare.ts'
import { billingLease } from '../commands/billing/lease.ts'
import type { Command } from '../commands/dispatch.ts'
import { type Payments, PaymentsUnavailable } from '../providers/payments.ts'
import { type Reaction, reactor } from './reactor.ts'

/** Number of users compared by one job, which records its result as an event, so that a restart continues after them. */
const page = 25

const people = `select id, "customerId" from subscriptions where id > $1 order by id limit ${page}`
const first = '00000000-0000-0000-0000-000000000000'

interface Customer {
  id: string
  customerId: string
}

/** Dependencies of a round of comparisons. */
interface Round {
  pool: pg.Pool
  lease: ReturnType<typeof billingLease>
  payments: Payments
  roundId: string
}

/**
 * Compares the recorded payments of each user with the provider's records, records the differences, and applies changes that were
 * missed here.
 */
export const reconcilePayments = (pool: pg.Pool, payments: Payments | undefined) => {
  const lease = billingLease(pool)
  const comparePage = (roundId: string, after: string, reaction: Reaction) =>
    tryRound(roundId, reaction, async () => {
      if (!payments) throw new PaymentsUnavailable('Payments are not set up here')
      await reconcilePage({ pool, lease, payments, roundId }, after, reaction)
    })

  return reactor(reconciliationEvents, {
    name: 'reconcile-payments',
    slow: true,
    attempts: 12,
    on: {
      ReconciliationBegan: ({ roundId }, reaction) => comparePage(roundId, first, reaction),
      PeopleReconciled: ({ roundId, after }, reaction) => comparePage(roundId, after, reaction),
    },
  })
}

/**
 * Records that the provider is unreachable and lets the queue retry; after the last attempt, the next round compares
 * again.
 */
const tryRound = async (roundId: string, reaction: Reaction, work: () => Promise<unknown>) => {
  const send = (command: Command<typeof reconciliation.commands>) =>
    reaction.dispatch(reconciliation, reconciliationId, command)
  try {
    await work()
  } catch (error) {
    if (reaction.last && !reaction.signal.aborted)
      return send({ type: 'EndReconciliation', data: { roundId, outcome: 'given_up' } })
    if (error instanceof PaymentsUnavailable) await send({ type: 'DelayReconciliation', data: { roundId } })
    throw error
  }
}

const reconcilePage = async (round: Round, after: string, reaction: Reaction) => {
  const { pool, roundId } = round
  const { rows } = await pool.query<Customer>(people, [after])
  const last = rows.at(-1)
  if (!last) return endRound(round, reaction)
  for (const each of rows) {
    reaction.signal.throwIfAborted()
    await reconcileCustomer(round, each, reaction)
  }
  const data = { roundId, after: last.id, looked: rows.length }
  return reaction.dispatch(reconciliation, reconciliationId, { type: 'NotePeople', data })
}

/** Records differences before repairing them: a job that dies in between repeats the same. */
const reconcileCustomer = (
  { lease, payments, roundId }: Round,
  { id: userId, customerId }: Customer,
  { stateOf, dispatch }: Reaction,
) =>
  lease(userId, async (now) => {
    const askedAt = await now()
    const account = await payments.account(customerId)
    const note = (differences: Difference[]) =>
      dispatch(billing, userId, { type: 'NoteDifferences', data: { userId, roundId, differences } })
    if (account === null) {
      const differences: Difference[] = [{ code: 'customer_gone', reference: customerId, mended: false }]
      return note(differences)
    }
    const known = { billing: await stateOf(billing, userId), wallet: await stateOf(credits, userId) }
    const { differences, record, hasNews, due } = compare(userId, known, { account, askedAt })
    // Recorded even without differences, which ends those found earlier.
    await note(differences)
    if (hasNews) await dispatch(billing, userId, record)
    if (due.length > 0) await dispatch(credits, userId, due)
  })

const endRound = async (round: Round, reaction: Reaction) => {
  const { roundId } = round
  const strangers = await findStrangers(round, reaction)
  await reaction.dispatch(reconciliation, reconciliationId, [
    { type: 'NoteStrangers', data: { roundId, strangers } },
    { type: 'EndReconciliation', data: { roundId, outcome: 'finished' } },
  ])
}

/** Customers at the provider without a user here. */
const findStrangers = async ({ pool, payments }: Round, { stateOf, signal }: Reaction) => {
  const strangers: Difference[] = []
  for await (const { customerId, userId } of payments.customers()) {
    signal.throwIfAborted()
    const { rows } = await pool.query('select from subscriptions where "customerId" = $1', [customerId])
    if (rows.length > 0) continue
    const { registered } = await stateOf(users, userId)
    strangers.push({
      code: registered ? 'customer_second' : 'customer_unknown',
      reference: customerId,
      mended: false,
    })
    if (strangers.length === mostStrangers) break
  }
  return strangers
}
