import fc from 'fast-check'
import { expect, test } from 'vitest'
import { creditsFor } from '../../backend/commands/billing/preview-credits.ts'
import { runsOf } from '../walk.ts'
import { failingRefund, payingWorld, step, userId } from './paying-world.ts'

const anyStep = fc.oneof({ weight: 15, arbitrary: step }, failingRefund)

test('a refund that fails leaves plan and credits as they were, in whatever order its jobs run', () => {
  for (const isSeenBefore of [true, false]) {
    const { act, settle, now } = payingWorld()
    for (const does of ['buyPack', 'hear'] as const) act(does === 'hear' ? { does, late: 0 } : { does })
    act({ does: 'subscribe', plan: 'BASIC', interval: 'MONTHLY' })
    act({ does: 'hear', late: 0 })
    settle()
    const { known, wallet } = now()
    for (const n of [0, 1]) act({ does: 'refund', n, part: 100 })
    act({ does: 'hear', late: 0 })
    if (isSeenBefore) {
      settle()
      expect([now().known.cover, now().wallet.available]).toEqual([null, 0])
    }
    for (const n of [0, 1]) act({ does: 'failRefund', n })
    act({ does: 'hear', late: 0 })
    for (let job = 0; job < 4; job++) act({ does: 'work', n: 3 - job, twice: true })
    settle()
    expect([now().known.cover, now().wallet.available]).toEqual([known.cover, wallet.available])
  }
})

test('whatever happens at the provider and here, in whatever order it is heard of, ends with one ledger once it was reconciled', () =>
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 60, size: 'max' }), (steps) => {
      const { act, settle, compared, ledger, provider, now } = payingWorld()
      for (const each of steps) act(each)
      settle()
      expect(compared().differences).toEqual([])

      const { wallet, known } = now()
      const account = provider.seen()
      // Each payment has its grant, also one that added nothing: a refund names it.
      expect(wallet.grants.filter(({ period }) => period !== undefined)).toHaveLength(provider.bought().length)
      // The balance is what the ledger comes to, and never below nothing.
      expect(wallet.available).toBe(wallet.grants.reduce((sum, { left }) => sum + left, 0))
      expect(ledger.every(({ data }) => data.balance >= 0)).toBe(true)
      expect(known.subscription?.status ?? 'none').toBe(account.subscriptions.at(-1)?.status ?? 'none')
    }),
    { numRuns: runsOf(80, 5000) },
  ))

test('the credits that a preview names are the credits that the payment adds', () =>
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 30 }),
      fc.constantFrom(['PRO', 'MONTHLY'] as const, ['BASIC', 'YEARLY'] as const, ['PRO', 'YEARLY'] as const),
      fc.nat({ max: 3600 }),
      (steps, [plan, interval], secondsAgo) => {
        const { act, settle, provider, now } = payingWorld()
        provider.subscribe('BASIC', 'MONTHLY')
        for (const each of steps) act(each)
        settle()
        const { known, wallet } = now()
        provider.change(plan, interval, secondsAgo)
        const payment = provider.seen().invoices.find(({ invoiceId }) => !(invoiceId in known.paid))
        fc.pre(payment?.status === 'paid')
        const { granted, settled } = creditsFor(userId, known, { wallet, payment })
        settle()
        expect(now().wallet.available - wallet.available).toBe(granted - settled)
      },
    ),
    { numRuns: runsOf(40, 2000) },
  ))
