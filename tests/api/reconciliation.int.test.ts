import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Payments, PaymentsUnavailable } from '../../backend/providers/payments.ts'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'
import { providerAccount } from '../vendors/payments.ts'

/** A provider whose webhooks never come. */
const accounts = new Map<string, ReturnType<typeof providerAccount>>()
const owners = new Map<string, string>()
let isAway = false
const answered = async <T>(answer: () => T): Promise<T> => {
  if (isAway) throw new PaymentsUnavailable('away')
  return answer()
}
const silent: Partial<Payments> = {
  kind: 'simulated',
  publishableKey: 'pk',
  account: (customerId) => answered(() => accounts.get(customerId)?.seen() ?? null),
  async *customers() {
    for (const [customerId, userId] of owners) yield { customerId, userId }
  },
  async createCustomer(userId) {
    const customerId = `cus_${userId}`
    accounts.set(customerId, providerAccount(customerId, new Date().toISOString()))
    owners.set(customerId, userId)
    return customerId
  },
  setupIntent: async () => 'secret',
  cards: async () => [],
}

let stack: Stack
let admin: Person
beforeAll(async () => {
  stack = await startStack({ payments: silent as Payments })
  admin = await stack.member('Admin')
})
afterAll(() => stack?.stop())

/** Somebody who is a customer, and what the provider knows of them. */
const customer = async () => {
  const someone = await stack.member()
  expect((await someone.post('/api/billing/setup-intent')).status).toBe(200)
  const account = accounts.get(`cus_${someone.id}`)
  if (!account) throw new Error('no customer was made')
  await eventually(
    async () => (await stack.pool.query('select from subscriptions where id = $1', [someone.id])).rowCount === 1,
  )
  return { someone, account }
}
const rounds = async () => (await admin.get('/api/admin/reconciliations')).body.data
const begin = async (): Promise<string> => {
  const { status, body } = await admin.post('/api/admin/reconciliations')
  expect(status).toBe(200)
  return body.roundId
}
const ended = (roundId: string) =>
  eventually(async () =>
    (await rounds()).find((round: { id: string; endedAt: string | null }) => round.id === roundId && round.endedAt),
  )
const found = async (roundId: string, { id }: Person) => {
  const { data } = (await admin.get(`/api/admin/reconciliations/${roundId}/differences?limit=100`)).body
  return data
    .filter(({ userId }: { userId: string }) => userId === id)
    .map(({ code, mended }: { code: string; mended: boolean }) => [code, mended])
}
const reconciled = async () => {
  const roundId = await begin()
  await ended(roundId)
  return roundId
}
const creditsOf = async (someone: Person) => (await someone.get('/api/users/credits')).body

describe('a round of reconciliation', () => {
  test('makes up for webhooks that never came, says so, and finds nothing the next time', {
    tags: 'long',
  }, async () => {
    const { someone, account } = await customer()
    account.subscribe('BASIC', 'MONTHLY')
    account.buyPack()
    const roundId = await reconciled()
    expect(await found(roundId, someone)).toEqual([
      ['subscription_missed', true],
      ['payment_missed', true],
      ['pack_missed', true],
      ['credits_missing', true],
      ['credits_missing', true],
    ])
    expect(await creditsOf(someone)).toMatchObject({ balance: 850, available: 850, owed: 0 })
    expect((await someone.get('/api/users/me')).body).toMatchObject({ plan: 'BASIC', paidPlan: 'BASIC' })
    expect(await found(await reconciled(), someone)).toEqual([])

    const { events } = await stack.store.read(`billing-${someone.id}`)
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['DifferencesFound', 'SubscriptionStarted', 'PlanPaid', 'PackPaid', 'PlanCovered']),
    )
  })

  test('takes back what was given back there, as far as it is unspent, and gives back what was won', {
    tags: 'long',
  }, async () => {
    const { someone, account } = await customer()
    account.buyPack()
    account.buyPack()
    await reconciled()
    account.refund(0, 100)
    account.dispute(1)
    expect(await found(await reconciled(), someone)).toEqual(
      expect.arrayContaining([
        ['refund_missed', true],
        ['dispute_missed', true],
        ['credits_not_taken', true],
      ]),
    )
    expect(await creditsOf(someone)).toMatchObject({ balance: 100 })
    account.settleDispute(0, true)
    await reconciled()
    expect(await creditsOf(someone)).toMatchObject({ balance: 350 })
    expect((await creditsOf(someone)).data.map(({ status }: { status: string }) => status)).toEqual([
      ...['given_back', 'taken_back', 'taken_back', 'granted', 'granted', 'granted'],
    ])
  })

  test('does not report what admins gave', async () => {
    const { someone } = await customer()
    const paidThrough = new Date(Date.now() + 30 * 86_400_000).toISOString()
    const gift = { userId: someone.id, plan: 'PRO', reason: 'Gift', subscriptionPaidThrough: paidThrough }
    await admin.post('/api/admin/subscription/change', gift)
    // How much 30 days are of a month depends on the month.
    await eventually(async () => (await creditsOf(someone)).balance > 1_900)
    expect(await found(await reconciled(), someone)).toEqual([])
  })

  test('names what it cannot mend, with what to do: a customer who is gone, and ones who are nobody here; the round that does not find them settles them', async () => {
    const { someone, account } = await customer()
    accounts.delete(`cus_${someone.id}`)
    owners.set('cus_second', someone.id)
    owners.set('cus_stranger', randomUUID())
    const roundId = await reconciled()
    expect(await found(roundId, someone)).toEqual([['customer_gone', false]])
    const { data } = (await admin.get(`/api/admin/reconciliations/${roundId}/differences`)).body
    expect(data.map(({ code, reference }: { code: string; reference: string }) => [code, reference])).toEqual(
      expect.arrayContaining([
        ['customer_second', 'cus_second'],
        ['customer_unknown', 'cus_stranger'],
      ]),
    )
    owners.delete('cus_second')
    owners.delete('cus_stranger')
    accounts.set(`cus_${someone.id}`, account)
    await reconciled()
    const { body } = await admin.get(`/api/admin/reconciliations/${roundId}/differences`)
    expect(body.data.map(({ settledAt }: { settledAt: string | null }) => typeof settledAt)).toEqual(
      body.data.map(() => 'string'),
    )
    expect(body.data).toHaveLength(3)
    expect((await rounds()).find(({ id }: { id: string }) => id === roundId)).toMatchObject({ settled: 3 })
    expect((await stack.store.read(`billing-${someone.id}`)).events.at(-1)).toMatchObject({
      type: 'DifferencesSettled',
      data: { settled: [{ code: 'customer_gone', reference: `cus_${someone.id}` }] },
    })
  })

  test('waits where the provider is away, says so, and goes on by itself', { tags: 'long' }, async () => {
    isAway = true
    const roundId = await begin()
    await eventually(async () => (await rounds())[0].status === 'waiting')
    isAway = false
    expect(await ended(roundId)).toMatchObject({ status: 'finished' })
  })

  test('is one at a time: who asks meanwhile is told of the one that there is', { tags: 'long' }, async () => {
    isAway = true
    const roundId = await begin()
    await eventually(async () => (await rounds())[0].status === 'waiting')
    const before = (await rounds()).length
    expect(await begin()).toBe(roundId)
    expect(await rounds()).toHaveLength(before)
    isAway = false
    await ended(roundId)
  })

  test('is for admins', async () => {
    const someone = await stack.member()
    expect((await someone.get('/api/admin/reconciliations')).status).toBe(403)
    expect((await someone.post('/api/admin/reconciliations')).status).toBe(403)
  })
})
