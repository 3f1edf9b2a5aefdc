import type pg from 'pg'
import { describe, expect, it } from 'vitest'
import { billing } from '#domain/billing.ts'
import { dispatcher } from '../../backend/commands/dispatch.ts'
import { commandHandler } from '../../backend/commands/handle.ts'
import { stored } from '../../backend/projections/stored.ts'
import { type Payments, PaymentsUnavailable } from '../../backend/providers/payments.ts'
import { followPaymentReturns } from '../../backend/reactors/follow-payment-returns.ts'
import { reactionTo } from '../../backend/reactors/reaction.ts'
import { memoryStore } from '../memory-store.ts'
import { providerAccount } from '../vendors/payments.ts'

const userId = '0198c0de-0000-7000-8000-000000000001'
const start = '2027-01-31T12:00:00.000Z'

/** Somebody who pays for BASIC by the month, and the jobs of its refunds and disputes. */
const world = async () => {
  const provider = providerAccount('cus_1', start)
  let looks = 0
  const nextLook = () => new Date(Date.parse(start) + ++looks * 1000)
  /** The lease's connection: there is nobody else. */
  const query = async () => ({ rows: [{ now: nextLook() }] })
  const alone = { connect: async () => ({ query, release: () => undefined }) } as unknown as pg.Pool
  const calls: string[] = []
  let isAway = false
  let cards = 1
  const called = async (name: string, effect: () => unknown) => {
    calls.push(name)
    if (isAway) throw new PaymentsUnavailable('away')
    effect()
  }
  const payments: Partial<Payments> = {
    account: async () => provider.seen(),
    promotePaidCard: async () => undefined,
    cards: async () => Array.from({ length: cards }, () => ({}) as never),
    suspendRenewal: () => called('suspend', () => provider.suspend()),
    resumeRenewal: () => called('resume', () => provider.resume()),
    cancelAtPeriodEnd: () => called('cancel', () => provider.cancel()),
    cancelNow: () => called('end', () => provider.cancelNow()),
  }
  const store = memoryStore()
  const handler = dispatcher(commandHandler(store))
  const reactor = followPaymentReturns(alone, payments as Payments)
  const look = async () => {
    const askedAt = nextLook().toISOString()
    const context = { actor: userId, correlationId: askedAt, commandId: () => askedAt }
    const data = { userId, askedAt, account: provider.seen() }
    await handler.dispatch(context, billing, userId, { type: 'RecordAccount', data })
  }
  const jobs = () =>
    store.log.flatMap((each) => {
      const { event } = stored(each)
      const on = reactor.on[event.type as keyof typeof reactor.on]
      const job = { attempts: 1, max_attempts: 25 }
      const of = { reactor, handler, job, now: Date.now, signal: new AbortController().signal }
      return on ? [() => on(event.data as never, reactionTo(event, of))] : []
    })
  provider.subscribe('BASIC', 'MONTHLY')
  await look()
  return {
    provider,
    calls,
    look,
    /** What the provider has is heard of, and the jobs of all refunds and disputes run, those that ran before too. */
    async follow() {
      await look()
      for (const job of jobs()) await job()
    },
    during: async (work: () => Promise<unknown>) => {
      isAway = true
      await work().finally(() => {
        isAway = false
      })
    },
    removeCards: () => {
      cards = 0
    },
    now: () => provider.seen().subscriptions.at(-1),
    paid: () => provider.bought().length,
  }
}

describe('a plan whose payment is disputed', () => {
  it('is not renewed while the bank decides', async () => {
    const { provider, follow, now, paid } = await world()
    provider.dispute(0)
    await follow()
    expect(now()).toMatchObject({ status: 'active', cancelAtPeriodEnd: true, isSuspended: true })
    provider.wait(40)
    expect([now()?.status, paid()]).toEqual(['ended', 1])
  })

  it('renews again once that is won', async () => {
    const { provider, follow, now, paid } = await world()
    provider.dispute(0)
    await follow()
    provider.settleDispute(0, true)
    await follow()
    expect(now()).toMatchObject({ status: 'active', cancelAtPeriodEnd: false })
    provider.wait(40)
    expect(paid()).toBe(2)
    // Of its second month the first says nothing any more.
    await follow()
    expect(now()).toMatchObject({ status: 'active', cancelAtPeriodEnd: false })
  })

  it('ends once that is lost', async () => {
    const { provider, follow, now } = await world()
    provider.dispute(0)
    await follow()
    provider.settleDispute(0, false)
    await follow()
    expect(now()?.status).toBe('ended')
  })

  it.each([true, false])(
    'and lost or won (%s) before it was heard of is as though it were heard of twice',
    async (isWon) => {
      const { provider, follow, now } = await world()
      provider.dispute(0)
      provider.settleDispute(0, isWon)
      await follow()
      expect(now()).toMatchObject({ status: isWon ? 'active' : 'ended', cancelAtPeriodEnd: false })
    },
  )

  it('stays cancelled where its user cancelled it before, or while it was suspended', async () => {
    for (const when of ['before', 'since'] as const) {
      const { provider, follow, now } = await world()
      if (when === 'before') provider.cancel()
      provider.dispute(0)
      await follow()
      if (when === 'since') provider.cancel()
      provider.settleDispute(0, true)
      await follow()
      expect(now()).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
      expect(now()?.isSuspended).toBeUndefined()
    }
  })

  it('stays cancelled where no card is left that could be charged', async () => {
    const { provider, follow, now, removeCards } = await world()
    provider.dispute(0)
    await follow()
    removeCards()
    provider.settleDispute(0, true)
    await follow()
    expect(now()).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
    expect(now()?.isSuspended).toBeUndefined()
  })

  it('and bought again is not touched by what came of the first', async () => {
    const { provider, follow, now, calls } = await world()
    provider.dispute(0)
    await follow()
    provider.settleDispute(0, false)
    await follow()
    provider.subscribe('BASIC', 'MONTHLY')
    const before = calls.length
    await follow()
    expect(calls.slice(before)).toEqual([])
    expect(now()).toMatchObject({ status: 'active', cancelAtPeriodEnd: false })
  })

  it('is suspended by a later try where the provider was away', async () => {
    const { provider, follow, during, now } = await world()
    provider.dispute(0)
    await during(() => expect(follow()).rejects.toBeInstanceOf(PaymentsUnavailable))
    expect(now()?.cancelAtPeriodEnd).toBe(false)
    await follow()
    expect(now()?.isSuspended).toBe(true)
  })
})

it('a disputed pack leaves the plan as it is', async () => {
  const { provider, follow, calls } = await world()
  provider.buyPack()
  provider.dispute(1)
  await follow()
  provider.settleDispute(0, false)
  await follow()
  expect(calls).toEqual([])
})

describe('a plan whose payment is refunded, in the dashboard of the provider too', () => {
  it('ends when its last payment is refunded entirely', async () => {
    const { provider, follow, now, paid } = await world()
    provider.refund(0, 100)
    await follow()
    expect(now()?.status).toBe('ended')
    provider.wait(40)
    expect(paid()).toBe(1)
  })

  it('continues after a partial refund', async () => {
    const { provider, follow, calls } = await world()
    provider.refund(0, 50)
    await follow()
    expect(calls).toEqual([])
  })

  it('ends when its upgrade alone is refunded', async () => {
    const { provider, follow, look, now } = await world()
    provider.wait(10)
    provider.change('PRO', 'MONTHLY')
    await look()
    provider.refund(1, 100)
    await follow()
    expect(now()?.status).toBe('ended')
  })

  it('continues after the refund of an earlier month', async () => {
    const { provider, follow, look, calls } = await world()
    provider.wait(40)
    await look()
    provider.refund(0, 100)
    await follow()
    expect(calls).toEqual([])
  })

  it('is ended by a retry after an outage of the provider', async () => {
    const { provider, follow, during, now } = await world()
    provider.refund(0, 100)
    await during(() => expect(follow()).rejects.toBeInstanceOf(PaymentsUnavailable))
    expect(now()?.status).toBe('active')
    await follow()
    expect(now()?.status).toBe('ended')
  })

  it('is not ended when it was bought again', async () => {
    const { provider, follow, now, calls } = await world()
    provider.refund(0, 100)
    await follow()
    provider.subscribe('BASIC', 'MONTHLY')
    const before = calls.length
    await follow()
    expect(calls.slice(before)).toEqual([])
    expect(now()?.status).toBe('active')
  })
})
