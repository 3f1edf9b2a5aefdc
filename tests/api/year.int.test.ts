/** @module-tag long */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { billing } from '#domain/billing.ts'
import { Pack } from '#domain/billing-answers.ts'
import { credits } from '#domain/credits.ts'
import { type PlanTerm, paidPlan } from '#domain/entitlements.ts'
import { compare } from '../../backend/commands/billing/compare.ts'
import { dispatcher } from '../../backend/commands/dispatch.ts'
import { commandHandler } from '../../backend/commands/handle.ts'
import { type SimulatedPayments, simulatedPayments } from '../simulated-payments.ts'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'
import { isWalk } from '../walk.ts'

/** Years of people, by the provider's clocks, told in the order in which they happen: each step stands on those before it. */
let at: SimulatedPayments
let stack: Stack
let admin: Person
let clock: string
let someone: Person
/** A whole year takes as long as ten other files, so that only walks define its test. */
const testInWalks = isWalk ? test : () => undefined
/** Everybody who was `someone`. */
const people: string[] = []

const hour = 3_600_000
const seconds = (time: number) => Math.floor(time / 1000)

beforeAll(async () => {
  at = await simulatedPayments()
  clock = (await at.stripe.testHelpers.testClocks.create({ frozen_time: seconds(Date.now()) })).id
  stack = await startStack({
    payments: {
      ...at.payments,
      createCustomer: async (userId, email) =>
        (await at.stripe.customers.create({ ...(email && { email }), metadata: { userId }, test_clock: clock })).id,
    },
  })
  await stack.app.listen({ host: '127.0.0.1', port: at.port })
  admin = await stack.member('Ada Admin')
  someone = await stack.member('Wren')
  people.push(someone.id)
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
  const { prorationDate, immediateCharge, credits } = await call('subscription/preview', { plan, interval })
  const { status } = await call('subscription/change', { plan, interval, prorationDate, immediateCharge })
  return { status, credits }
}
type Payment = Record<'from' | 'through', string> & { paymentId: string; amount: number; returned?: Payment }
/** Payments for plans, as they are recorded. */
const payments = async () =>
  (await stack.store.read(`billing-${someone.id}`)).events
    .filter(({ type }) => type === 'PlanPaid')
    .map(({ data }) => data as unknown as Payment)
/** The part of a payment's time that another time makes up. */
const partOf = ({ from, through }: Payment, part: Payment | undefined) =>
  part ? (Date.parse(part.through) - Date.parse(part.from)) / (Date.parse(through) - Date.parse(from)) : 0
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

testInWalks(
  'a year is lived, and after every step balance, ledger and provider agree',
  { timeout: 240_000 },
  async () => {
    await agrees({ balance: 100, plan: 'FREE' })

    // BASIC by the month.
    const card = await at.card()
    const plan = { plan: 'BASIC', interval: 'MONTHLY' }
    const made = await call('subscription/create', { ...plan, paymentMethodId: card, billingAddress })
    await at.confirm(made.clientSecret, card)
    await agrees({ balance: 600, plan: 'BASIC' })
    expect(await subscription()).toMatchObject({ plan: 'BASIC', interval: 'MONTHLY', nextCharge: { amount: 500 } })

    // Half a month later PRO at once: the difference, for the seconds that are left.
    await pass((await now()) + 15 * 24 * hour)
    const upgraded = await change('PRO')
    expect(upgraded).toMatchObject({ status: 'active' })
    const [month, rest] = await payments()
    if (!month) throw new Error('There is a first month')
    const difference = Math.floor(1500 * partOf(month, rest))
    expect([upgraded.credits, Math.abs(difference - 750) < 50]).toEqual([difference, true])
    await agrees({ balance: 600 + difference, plan: 'PRO' })
    /** Whole credits of all that comes after. */
    const upTo = (credits: number) => credits - 2100 + 600 + difference

    await renew()
    await agrees({ balance: upTo(4100), plan: 'PRO' })

    // A renewal fails, the plan goes on, and a good card pays for it after all.
    await payWith('4000000000000341')
    await renew()
    await eventually(async () => (await subscription()).status === 'past_due')
    expect((await subscription()).graceUntil).not.toBeNull()
    await payWith('4242424242424242')
    await at.settle()
    await agrees({ balance: upTo(6100), plan: 'PRO' })
    await eventually(async () => (await subscription()).status === 'active')

    // BASIC from the next period on.
    expect(await change('BASIC')).toMatchObject({ status: 'scheduled' })
    await eventually(async () => (await subscription()).pending?.plan === 'BASIC')
    await agrees({ balance: upTo(6100), plan: 'PRO' })
    await renew()
    await agrees({ balance: upTo(6600), plan: 'BASIC' })

    // Cancelled, and kept after all.
    await call('subscription/cancel', { cancelAtPeriodEnd: true })
    await eventually(async () => (await subscription()).cancelAtPeriodEnd)
    await agrees({ balance: upTo(6600), plan: 'BASIC' })
    await call('subscription/cancel', { cancelAtPeriodEnd: false })
    await eventually(async () => !(await subscription()).cancelAtPeriodEnd)
    await renew()
    await agrees({ balance: upTo(7100), plan: 'BASIC' })

    // By the year, which begins now: its credits less those of the money that was set off.
    const yearly = await change('BASIC', 'YEARLY')
    expect(yearly).toMatchObject({ status: 'active' })
    const [last, paid] = (await payments()).slice(-2)
    if (!last || !paid) throw new Error('There are a month and a year')
    const year = Math.floor(6000 - 500 * partOf(last, paid.returned))
    expect(yearly.credits).toBe(year)
    await agrees({ balance: upTo(7100) + year, plan: 'BASIC' })
    expect((await subscription()).plan).toBe('BASIC yearly')

    // Half of the year's payment goes back.
    const half = Math.round(paid.amount / 2)
    const refund = { userId: someone.id, paymentId: paid.paymentId, amount: half, reason: 'Sorry' }
    expect((await admin.post('/api/admin/billing/refund', refund)).status).toBe(200)
    const balance = upTo(7100) + year - Math.round((year * half) / paid.amount)
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
  },
)

describe('a plan that is raised when it costs next to nothing', () => {
  const hours = (count: number) => count * hour
  const untilEnd = async (left: number) => pass(Date.parse((await subscription()).periodEnd) - left)
  /** Somebody else, by a clock of their own, who pays for BASIC. */
  const begin = async (interval: 'MONTHLY' | 'YEARLY') => {
    clock = (await at.stripe.testHelpers.testClocks.create({ frozen_time: seconds(Date.now()) })).id
    someone = await stack.member()
    people.push(someone.id)
    const card = await at.card()
    const made = await call('subscription/create', { plan: 'BASIC', interval, paymentMethodId: card, billingAddress })
    await at.confirm(made.clientSecret, card)
  }
  const chargedTo = async () => {
    const { customerId } = await dispatcher(commandHandler(stack.store)).stateOf(billing, someone.id)
    const { data } = await at.stripe.paymentIntents.list({ customer: String(customerId) })
    return data.reduce((sum, { amount_received }) => sum + amount_received, 0)
  }

  test('with a day of the year left grants the credits of that day, each year again', {
    timeout: 240_000,
  }, async () => {
    await begin('YEARLY')
    await agrees({ balance: 6100, plan: 'BASIC' })
    let balance = 6100
    for (let year = 1; year <= (isWalk ? 2 : 1); year++) {
      await untilEnd(hours(24))
      const { credits, immediateCharge } = await call('subscription/preview', { plan: 'PRO', interval: 'YEARLY' })
      // A day of 365, or of the 366 of a leap year.
      expect([49, immediateCharge]).toEqual([credits, 27])
      expect(await change('PRO', 'YEARLY')).toEqual({ status: 'active', credits })
      await agrees({ balance: balance + credits, plan: 'PRO' })
      expect(await change('BASIC', 'YEARLY')).toMatchObject({ status: 'scheduled', credits: 6000 })
      await renew()
      balance += credits + 6000
      await agrees({ balance, plan: 'BASIC' })
      // Less than 50 cents wait for the next bill.
      expect(await chargedTo()).toBe(5000 + year * 5027)
    }
  })

  test('in the last minutes of a month is had, for no credits; the year then grants all of its own', async () => {
    await begin('MONTHLY')
    await agrees({ balance: 600, plan: 'BASIC' })
    await untilEnd(hours(0.1))
    expect(await change('PRO')).toEqual({ status: 'active', credits: 0 })
    await agrees({ balance: 600, plan: 'PRO' })
    await renew()
    await agrees({ balance: 2600, plan: 'PRO' })
    const { credits } = await change('PRO', 'YEARLY')
    const [month, year] = (await payments()).slice(-2)
    expect(credits).toBe(Math.floor(24_000 - 2000 * partOf(month as Payment, year?.returned)))
    await agrees({ balance: 2600 + credits, plan: 'PRO' })
  })
})

test('whoever acted in it, a person, a job, a timer or a webhook, said when', async () => {
  const actors = new Set<unknown>()
  for await (const events of stack.store.readAll({ until: await stack.store.head() }))
    for (const { stream, metadata } of events) {
      expect([stream, metadata.at]).toEqual([stream, expect.stringMatching(/^20\d\d-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/)])
      actors.add(metadata.actor)
    }
  expect(actors).toEqual(new Set([admin.id, ...people, 'system', 'simulated']))
})
