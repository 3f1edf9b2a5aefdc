import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { billing } from '#domain/billing.ts'
import { Pack } from '#domain/billing-answers.ts'
import { credits } from '#domain/credits.ts'
import { type PlanTerm, paidPlan } from '#domain/entitlements.ts'
import { compare } from '../../backend/commands/billing/compare.ts'
import { dispatcher } from '../../backend/commands/dispatch.ts'
import { commandHandler } from '../../backend/commands/handle.ts'
import { type SimulatedPayments, simulatedPayments } from '../simulated-payments.ts'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'

/** A year of one person, by the provider's clock, told in the order in which it happens: each step stands on those before it. */
let at: SimulatedPayments
let stack: Stack
let admin: Person
let clock: string
let someone: Person

const hour = 3_600_000
const seconds = (time: number) => Math.floor(time / 1000)

beforeAll(async () => {
  at = await simulatedPayments()
  clock = (await at.stripe.testHelpers.testClocks.create({ frozen_time: seconds(Date.now()) })).id
  stack = await startStack({
    payments: {
      ...at.payments,
      createCustomer: async (userId, email) =>
        (await at.stripe.customers.create({ email, metadata: { userId }, test_clock: clock })).id,
    },
  })
  await stack.app.listen({ host: '127.0.0.1', port: at.port })
  admin = await stack.member('Ada Admin')
  someone = await stack.member('Wren')
})
afterAll(async () => {
  await stack?.stop()
  await at?.end()
})

const now = async () => (await at.stripe.testHelpers.testClocks.retrieve(clock)).frozen_time * 1000
/** The provider's clock goes on to this moment, and what is due by then happens. */
const pass = async (until: number) => {
  await at.stripe.testHelpers.testClocks.advance(clock, { frozen_time: seconds(until) })
  await eventually(async () => {
    await at.settle()
    return (await at.stripe.testHelpers.testClocks.retrieve(clock)).status === 'ready'
  })
}
const subscription = async () => (await someone.get('/api/users/me/subscription')).body
/** Beyond the end of what was paid, and the hour for which a renewal is a draft. */
const renew = async () => pass(Date.parse((await subscription()).periodEnd) + 2 * hour)
const call = async (path: string, body: object) => {
  const answer = await someone.post(`/api/billing/${path}`, body, { 'idempotency-key': randomUUID() })
  expect([path, answer.status, answer.body.detail]).toEqual([path, 200, undefined])
  return answer.body
}
const change = async (plan: string, interval = 'MONTHLY') => {
  const { prorationDate, immediateCharge } = await call('subscription/preview', { plan, interval })
  return call('subscription/change', { plan, interval, prorationDate, immediateCharge })
}
const billingAddress = { line1: '1 Quay', city: 'Tidewater', state: 'ME', postalCode: '04101', country: 'US' }
/** From now on everything is paid with this card. */
const payWith = async (number: string) => {
  const paymentMethodId = await at.card(number)
  await call('setup-payment-method', { paymentMethodId, billingAddress })
  await call('payment-methods/default', { paymentMethodId })
}

/** What reconciliation would find of them now. */
const differences = async () => {
  const { stateOf } = dispatcher(commandHandler(stack.store))
  const known = { billing: await stateOf(billing, someone.id), wallet: await stateOf(credits, someone.id) }
  const account = await at.payments.account(known.billing.customerId ?? '')
  if (!account) return []
  const askedAt = new Date(Date.now() + hour).toISOString()
  return compare(someone.id, known, { account, askedAt }).differences
}

/** After every step: what may be spent, the lines of the ledger, and the provider say the same. */
const agrees = async (expected: { balance: number; owed?: number; plan: string }) => {
  const { owed = 0, balance, plan } = expected
  await eventually(async () => (await someone.get('/api/users/credits')).body.balance === balance).catch(async () => {
    expect((await someone.get('/api/users/credits')).body).toMatchObject({ balance, owed })
  })
  const { data, ...sums } = (await someone.get('/api/users/credits?limit=100')).body
  expect(sums).toMatchObject({ balance, available: balance, held: 0, owed, balanceThen: balance })
  expect(data.reduce((sum: number, { quantity }: { quantity: number }) => sum + quantity, 0)).toBe(balance)

  // The last hint of a step may be on its way.
  await eventually(async () => (await differences()).length === 0).catch(async () => {
    expect(await differences()).toEqual([])
  })
  const { plans } = (await someone.get('/api/users/me')).body as { plans: PlanTerm[] }
  expect(paidPlan({ plans }, new Date(await now()))).toBe(plan)
}

test('a year is lived, and after every step balance, ledger and provider agree', { timeout: 240_000 }, async () => {
  await agrees({ balance: 100, plan: 'FREE' })

  // BASIC by the month.
  const card = await at.card()
  const plan = { plan: 'BASIC', interval: 'MONTHLY' }
  const made = await call('subscription/create', { ...plan, paymentMethodId: card, billingAddress })
  await at.confirm(made.clientSecret, card)
  await agrees({ balance: 600, plan: 'BASIC' })
  expect(await subscription()).toMatchObject({ plan: 'BASIC', interval: 'MONTHLY', nextCharge: { amount: 500 } })

  // Half a month later PRO at once: the difference, for all of the period.
  await pass((await now()) + 15 * 24 * hour)
  const upgraded = await change('PRO')
  expect(upgraded).toMatchObject({ status: 'active' })
  await agrees({ balance: 2100, plan: 'PRO' })

  await renew()
  await agrees({ balance: 4100, plan: 'PRO' })

  // A renewal fails, the plan goes on, and a good card pays for it after all.
  await payWith('4000000000000341')
  await renew()
  await eventually(async () => (await subscription()).status === 'past_due')
  expect((await subscription()).graceUntil).not.toBeNull()
  await payWith('4242424242424242')
  await at.settle()
  await agrees({ balance: 6100, plan: 'PRO' })
  await eventually(async () => (await subscription()).status === 'active')

  // BASIC from the next period on.
  expect(await change('BASIC')).toMatchObject({ status: 'scheduled' })
  await eventually(async () => (await subscription()).pending?.plan === 'BASIC')
  await agrees({ balance: 6100, plan: 'PRO' })
  await renew()
  await agrees({ balance: 6600, plan: 'BASIC' })

  // Cancelled, and kept after all.
  await call('subscription/cancel', { cancelAtPeriodEnd: true })
  await eventually(async () => (await subscription()).cancelAtPeriodEnd)
  await agrees({ balance: 6600, plan: 'BASIC' })
  await call('subscription/cancel', { cancelAtPeriodEnd: false })
  await eventually(async () => !(await subscription()).cancelAtPeriodEnd)
  await renew()
  await agrees({ balance: 7100, plan: 'BASIC' })

  // By the year, which begins now.
  expect(await change('BASIC', 'YEARLY')).toMatchObject({ status: 'active' })
  await agrees({ balance: 13_100, plan: 'BASIC' })
  expect((await subscription()).plan).toBe('BASIC yearly')

  // Half of the year's payment goes back.
  const { events } = await stack.store.read(`billing-${someone.id}`)
  const paid = events.filter(({ type }) => type === 'PlanPaid').at(-1)?.data as { paymentId: string; amount: number }
  const half = Math.round(paid.amount / 2)
  const refund = { userId: someone.id, paymentId: paid.paymentId, amount: half, reason: 'Sorry' }
  expect((await admin.post('/api/admin/billing/refund', refund)).status).toBe(200)
  const balance = 13_100 - Math.round((6000 * half) / paid.amount)
  await agrees({ balance, plan: 'BASIC' })

  // A pack whose payment is disputed, and won.
  const disputed = await at.card('4000000000000259')
  await call('credits/purchase', { pack: Pack.options[0], paymentMethodId: disputed, billingAddress })
  await eventually(async () => (await at.stripe.disputes.list()).data.length > 0)
  await at.settle()
  // Before the pack was granted the balance is what it will be again.
  const lines = async () => (await someone.get('/api/users/credits?limit=100')).body.data as { comment: string }[]
  await eventually(async () => (await lines()).some(({ comment }) => comment === 'Payment disputed'))
  await agrees({ balance, plan: 'BASIC' })
  const [dispute] = (await at.stripe.disputes.list()).data
  await at.stripe.disputes.update(String(dispute?.id), {
    evidence: { uncategorized_text: 'winning_evidence' },
    submit: true,
  })
  await at.settle()
  await agrees({ balance: balance + 250, plan: 'BASIC' })

  // The year goes by, and is renewed.
  await renew()
  await agrees({ balance: balance + 6250, plan: 'BASIC' })

  const { roundId } = (await admin.post('/api/admin/reconciliations')).body
  // The night's own round may have been before it.
  const round = async () =>
    (await admin.get('/api/admin/reconciliations')).body.data.find(({ id }: { id: string }) => id === roundId)
  await eventually(async () => (await round())?.endedAt)
  expect(await round()).toMatchObject({ status: 'finished', looked: 1, found: 0 })
})

test('whoever acted in it, a person, a job, a timer or a webhook, said when', async () => {
  const actors = new Set<unknown>()
  for await (const events of stack.store.readAll({ until: await stack.store.head() }))
    for (const { stream, metadata } of events) {
      expect([stream, metadata.at]).toEqual([stream, expect.stringMatching(/^20\d\d-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/)])
      actors.add(metadata.actor)
    }
  expect(actors).toEqual(new Set([admin.id, someone.id, 'system', 'simulated']))
})
