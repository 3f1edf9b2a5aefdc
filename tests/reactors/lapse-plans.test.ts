import type pg from 'pg'
import { describe, expect, it } from 'vitest'
import { billing } from '#domain/billing.ts'
import type { AccountSeen } from '#domain/billing-account.ts'
import { effectivePlan } from '#domain/entitlements.ts'
import { dispatcher } from '../../backend/commands/dispatch.ts'
import { commandHandler } from '../../backend/commands/handle.ts'
import { type AccountRow, accountsView } from '../../backend/projections/accounts.ts'
import { stored } from '../../backend/projections/stored.ts'
import { fold } from '../../backend/projections/view.ts'
import { type Payments, PaymentsUnavailable } from '../../backend/providers/payments.ts'
import { entitlementsFromRow } from '../../backend/queries/users/standing.ts'
import { lapsePlans } from '../../backend/reactors/lapse-plans.ts'
import { reactionTo } from '../../backend/reactors/reaction.ts'
import { memoryStore } from '../memory-store.ts'
import { providerAccount } from '../vendors/payments.ts'

const userId = '0198c0de-0000-7000-8000-000000000001'
const start = '2027-01-31T12:00:00.000Z'
/** Through when January was paid, and a moment well within the grace of it. */
const paidThrough = '2027-02-28T12:00:00.000Z'
const inGrace = new Date('2027-03-05T12:00:00.000Z')

/** The lease's connection: there is nobody else. */
const alone = {
  connect: async () => ({ query: async () => ({ rows: [{ now: new Date() }] }), release: () => undefined }),
} as unknown as pg.Pool

/** Somebody whose BASIC was paid for once, and what the job does at the end of that. */
const world = async () => {
  const provider = providerAccount('cus_1', start)
  let answer: () => Promise<AccountSeen> = async () => provider.seen()
  const payments = { account: () => answer(), promotePaidCard: async () => undefined } as Partial<Payments> as Payments
  const store = memoryStore()
  const handler = dispatcher(commandHandler(store))
  const look = async (askedAt: string) => {
    const context = { actor: userId, correlationId: askedAt, commandId: () => askedAt }
    const data = { userId, askedAt, account: provider.seen() }
    await handler.dispatch(context, billing, userId, { type: 'RecordAccount', data })
  }
  provider.subscribe('BASIC', 'MONTHLY')
  await look(start)
  return {
    provider,
    look,
    answers: (how: typeof answer) => {
      answer = how
    },
    /** The job of the last cover. */
    async end(provided: Payments | undefined = payments) {
      const covers = store.log.filter(({ type }) => type === 'PlanCovered')
      const { event } = stored(covers.at(-1) as (typeof covers)[number])
      const job = { attempts: 1, max_attempts: 25 }
      const reactor = lapsePlans(alone, provided)
      const reaction = reactionTo(event, { reactor, handler, job, now: Date.now, signal: new AbortController().signal })
      await reactor.on.PlanCovered?.(event.data as never, reaction)
      return reactor.dueAt?.PlanCovered?.(event.data as never)
    },
    async planAt(at: Date) {
      const registered = { id: userId, adminPlan: null, preorderPlan: null, subscriptionPlan: null } as AccountRow
      const [row] = store.log.reduce<AccountRow[]>(
        (rows, each) => fold(accountsView, rows, stored(each).event),
        [registered],
      )
      return effectivePlan({ ...entitlementsFromRow(row ?? registered), complimentaryAccessThrough: null }, at)
    },
  }
}

describe('a plan that renews', () => {
  it('counts beyond what was paid, and ends seven days later once the provider was asked in vain', async () => {
    const { provider, end, planAt } = await world()
    provider.wait(40, true)
    expect(await planAt(inGrace)).toBe('BASIC')
    expect(await end()).toBe('2027-03-07T12:00:00.000Z')
    expect(await planAt(inGrace)).toBe('FREE')
  })

  it('goes on where the provider has its payment, though no webhook ever said so', async () => {
    const { provider, end, planAt } = await world()
    provider.wait(40)
    await end()
    expect(await planAt(inGrace)).toBe('BASIC')
  })

  it('goes on while the provider is away', async () => {
    const { answers, end, planAt } = await world()
    answers(() => Promise.reject(new PaymentsUnavailable('away')))
    await expect(end()).rejects.toBeInstanceOf(PaymentsUnavailable)
    expect(await planAt(inGrace)).toBe('BASIC')
  })

  it('comes back when it is paid late', async () => {
    const { provider, look, end, planAt } = await world()
    provider.wait(40, true)
    await end()
    provider.recover()
    await look('2027-03-10T12:00:00.000Z')
    expect(await planAt(inGrace)).toBe('BASIC')
  })
})

describe('a plan that was cancelled', () => {
  it('ends at the end of what was paid, of itself, and by an event', async () => {
    const { provider, look, end, planAt } = await world()
    provider.cancel()
    await look('2027-02-10T12:00:00.000Z')
    expect(await planAt(new Date('2027-02-28T11:59:59.000Z'))).toBe('BASIC')
    expect(await planAt(new Date(paidThrough))).toBe('FREE')
    expect(await end()).toBe(paidThrough)
    expect(await planAt(new Date('2027-02-01T12:00:00.000Z'))).toBe('FREE')
  })
})
