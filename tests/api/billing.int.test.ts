import { createHmac, randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { receiptStream, receipts } from '#domain/receipts.ts'
import { timerContext } from '../../backend/commands/context.ts'
import { dispatcher } from '../../backend/commands/dispatch.ts'
import { commandHandler } from '../../backend/commands/handle.ts'
import { derivedId } from '../../backend/commands/ids.ts'
import { PaymentsUnavailable } from '../../backend/providers/payments.ts'
import { receiptExpiryRound } from '../../backend/reactors/expire-receipts.ts'
import { quietTelemetry } from '../../backend/telemetry/telemetry.ts'
import { type SimulatedPayments, simulatedPayments } from '../simulated-payments.ts'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'
import { figure } from '../telemetry/figures.ts'

let at: SimulatedPayments
let stack: Stack
let admin: Person
const telemetry = quietTelemetry()
let isAway = false
/** What alone fails at the provider. */
let failing: keyof SimulatedPayments['payments'] | undefined
/** What happens there just before it is asked something. */
let before: Partial<Record<keyof SimulatedPayments['payments'], () => Promise<unknown>>> = {}
/** A call that the provider carries out and whose answer is lost. */
let unanswered: keyof SimulatedPayments['payments'] | undefined
/** Of the provider's, for whoever becomes its customer. */
let test_clock: string | undefined
const logged: string[] = []

beforeAll(async () => {
  at = await simulatedPayments()
  // Away is away for whatever is asked.
  const payments = new Proxy(at.payments, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (name === 'createCustomer' && test_clock) {
        const own = { test_clock }
        return async (userId: string, email?: string) =>
          (await at.stripe.customers.create({ ...(email && { email }), metadata: { userId }, ...own })).id
      }
      if (typeof value !== 'function' || name === 'webhook') return value
      const first = before[name as keyof typeof before]
      if (first) return (...of: unknown[]) => first().then(() => value(...of))
      if (name === unanswered)
        return async (...of: unknown[]) => {
          await value(...of)
          throw new PaymentsUnavailable('cut off')
        }
      return isAway || name === failing ? () => Promise.reject(new PaymentsUnavailable('away')) : value
    },
  })
  const sink = new Writable({
    write(line, _encoding, done) {
      logged.push(String(line))
      done()
    },
  })
  const issuer = { name: 'Quay Ltd', address: ['1 Quay', 'Tidewater'], taxId: 'DE1' }
  stack = await startStack({
    payments,
    receipts: { issuer, series: 'Q' },
    telemetry,
    log: pino({ level: 'debug' }, sink),
  })
  await stack.app.listen({ host: '127.0.0.1', port: at.port })
  admin = await stack.member('Ada Admin')
})
afterAll(async () => {
  await stack?.stop()
  await at?.end()
})

const billingAddress = { line1: '1 Quay', city: 'Tidewater', state: 'ME', postalCode: '04101', country: 'US' }
const key = (id: string = randomUUID()) => ({ 'idempotency-key': id })
const me = async (someone: Person) => (await someone.get('/api/users/me')).body
const subscription = async (someone: Person) => (await someone.get('/api/users/me/subscription')).body
const eventsOf = async (someone: Person) => (await stack.store.read(`billing-${someone.id}`)).events
/** Of the first event of that type. */
const told = async (someone: Person, type: string): Promise<Record<string, string>> => {
  const event = (await eventsOf(someone)).find((each) => each.type === type)
  return (event?.data ?? {}) as Record<string, string>
}
const typesOf = async (someone: Person, ...types: string[]) =>
  (await eventsOf(someone)).map(({ type }) => type).filter((type) => types.includes(type))
const spanOf = ({ from = '', through = '' }: { from?: string | undefined; through?: string | undefined }) =>
  Date.parse(through) - Date.parse(from)
const available = (someone: Person, expected: number) =>
  eventually(async () => (await someone.get('/api/users/credits')).body.available === expected)
const hasPlan = (someone: Person, plan: string) => eventually(async () => (await me(someone)).plan === plan)

/** Somebody who pays for a plan, by the way that a browser goes. */
const subscriber = async (plan = 'BASIC', interval = 'MONTHLY') => {
  const someone = await stack.member()
  const paymentMethodId = await at.card()
  const made = await someone.post(
    '/api/billing/subscription/create',
    { plan, interval, paymentMethodId, billingAddress },
    key(),
  )
  expect(made.body).toMatchObject({ status: 'incomplete', clientSecret: expect.any(String) })
  expect((await me(someone)).plan).toBe('FREE')
  const confirmed = await at.confirm(made.body.clientSecret, paymentMethodId)
  expect(confirmed.body.status).toBe('succeeded')
  await hasPlan(someone, plan)
  return { someone, paymentMethodId }
}
const preview = async (someone: Person, plan: string, interval = 'MONTHLY') =>
  (await someone.post('/api/billing/subscription/preview', { plan, interval })).body
const change = (someone: Person, body: object) => someone.post('/api/billing/subscription/change', body, key())
const buy = (someone: Person, paymentMethodId: string, headers = key()) =>
  someone.post('/api/billing/credits/purchase', { pack: 'PACK_250', paymentMethodId, billingAddress }, headers)

describe('a payment that the bank asks about', () => {
  const bankAsks = '4000002760003184'
  const unfinished = async (someone: Person) => (await someone.get('/api/billing/payments/unfinished')).body.data
  const cancel = (someone: Person, id: string) => someone.post(`/api/billing/payments/${id}/cancel`, {}, key())
  const defaultCard = async (someone: Person) =>
    (await someone.get('/api/billing/payment-methods')).body.data.find((card: { isDefault: boolean }) => card.isDefault)
  const subscribe = (someone: Person, paymentMethodId: string) =>
    someone.post(
      '/api/billing/subscription/create',
      { plan: 'BASIC', interval: 'MONTHLY', paymentMethodId, billingAddress },
      key(),
    )

  test('for credits is listed until the user confirms it, and its card is the default only then', async () => {
    const someone = await stack.member()
    const card = await at.card(bankAsks)
    expect(await unfinished(someone)).toEqual([])
    const { clientSecret } = (await buy(someone, card)).body
    const [waiting, ...others] = await unfinished(someone)
    expect(others).toEqual([])
    expect(waiting).toEqual({
      id: clientSecret.split('_secret_')[0],
      pack: 'PACK_250',
      plan: null,
      interval: null,
      amount: 500,
      card: { brand: 'visa', last4: '3184' },
      paymentMethodId: card,
      clientSecret,
    })
    expect(await defaultCard(someone)).toBeUndefined()
    await at.authenticate(waiting.clientSecret)
    await available(someone, 350)
    expect(await unfinished(someone)).toEqual([])
    expect(await defaultCard(someone)).toMatchObject({ id: card })
  })

  test('for credits is cancelled by its user alone, and cannot be paid after that', async () => {
    const [someone, other] = [await stack.member(), await stack.member()]
    await buy(other, await at.card())
    const { clientSecret } = (await buy(someone, await at.card(bankAsks))).body
    const [{ id }] = await unfinished(someone)
    expect(await cancel(other, id)).toMatchObject({ status: 404, body: { code: 'payment_not_found' } })
    expect(await unfinished(someone)).toHaveLength(1)
    expect((await cancel(someone, id)).body).toMatchObject({ outcome: 'cancelled' })
    expect(await unfinished(someone)).toEqual([])
    expect((await at.authenticate(clientSecret)).status).toBe(400)
    expect((await cancel(someone, id)).body).toMatchObject({ outcome: 'cancelled' })
    expect((await someone.get('/api/users/credits')).body.available).toBe(100)
  })

  test('for credits is replaced by the next purchase, so that only one can be paid', async () => {
    const someone = await stack.member()
    const card = await at.card(bankAsks)
    const given = key()
    const first = (await buy(someone, card, given)).body.clientSecret
    expect((await buy(someone, card, given)).body.clientSecret).toBe(first)
    const second = (await buy(someone, card)).body.clientSecret
    expect((await unfinished(someone)).map(({ clientSecret }: { clientSecret: string }) => clientSecret)).toEqual([
      second,
    ])
    expect((await at.authenticate(first)).status).toBe(400)
    await at.authenticate(second)
    await available(someone, 350)
  })

  test('and that was paid before it was cancelled is reported as paid', async () => {
    const someone = await stack.member()
    await buy(someone, await at.card(bankAsks))
    const [{ id, clientSecret }] = await unfinished(someone)
    await at.authenticate(clientSecret)
    expect((await cancel(someone, id)).body).toMatchObject({ outcome: 'paid' })
    await available(someone, 350)
  })

  test('for a plan leaves the default card until it is confirmed', async () => {
    const someone = await stack.member()
    const good = await at.card()
    await buy(someone, good)
    await available(someone, 350)
    expect(await defaultCard(someone)).toMatchObject({ id: good })
    const card = await at.card(bankAsks)
    const begun = await subscribe(someone, card)
    await at.confirm(begun.body.clientSecret, card)
    expect(await defaultCard(someone)).toMatchObject({ id: good })
    const [waiting] = await unfinished(someone)
    expect(waiting).toMatchObject({
      pack: null,
      plan: 'BASIC',
      interval: 'MONTHLY',
      amount: 500,
      paymentMethodId: card,
    })
    await at.authenticate(waiting.clientSecret)
    await hasPlan(someone, 'BASIC')
    await eventually(async () => (await defaultCard(someone))?.id === card)
  })

  test('for a plan is cancelled with its subscription', async () => {
    const someone = await stack.member()
    const card = await at.card(bankAsks)
    const begun = await subscribe(someone, card)
    await at.confirm(begun.body.clientSecret, card)
    const [{ id }] = await unfinished(someone)
    expect((await cancel(someone, id)).body).toMatchObject({ outcome: 'cancelled' })
    expect((await at.authenticate(begun.body.clientSecret)).status).toBe(400)
    expect((await me(someone)).plan).toBe('FREE')
  })

  test('for a change of plan cannot be paid after a lesser plan or the end was chosen', async () => {
    for (const choose of [
      (someone: Person) => change(someone, { plan: 'BASIC', interval: 'MONTHLY' }),
      (someone: Person) => someone.post('/api/billing/subscription/cancel', { cancelAtPeriodEnd: true }, key()),
    ]) {
      const { someone } = await subscriber('PRO')
      const card = await at.card(bankAsks)
      await someone.post('/api/billing/setup-payment-method', { paymentMethodId: card, billingAddress }, key())
      await someone.post('/api/billing/payment-methods/default', { paymentMethodId: card }, key())
      const begun = await change(someone, { plan: 'PRO', interval: 'YEARLY' })
      expect(begun.body).toMatchObject({ status: 'incomplete' })
      expect((await choose(someone)).status).toBe(200)
      expect(await unfinished(someone)).toEqual([])
      expect((await at.authenticate(begun.body.clientSecret)).status).toBe(400)
    }
  })

  test.each(['cancelled', 'left alone'])(
    'for a change of plan that is %s does not keep another one from beginning',
    async (end) => {
      const { someone } = await subscriber()
      const card = await at.card(bankAsks)
      await someone.post('/api/billing/setup-payment-method', { paymentMethodId: card, billingAddress }, key())
      await someone.post('/api/billing/payment-methods/default', { paymentMethodId: card }, key())
      const begin = () => change(someone, { plan: 'PRO', interval: 'MONTHLY' })
      expect((await begin()).body).toMatchObject({ status: 'incomplete' })
      const [waiting] = await unfinished(someone)
      expect(waiting).toMatchObject({ plan: 'PRO', interval: 'MONTHLY' })
      if (end === 'cancelled') {
        await cancel(someone, waiting.id)
        expect(await unfinished(someone)).toEqual([])
      }
      const second = await begin()
      expect(second.body).toMatchObject({ status: 'incomplete' })
      expect(await unfinished(someone)).toHaveLength(1)
      await at.authenticate(second.body.clientSecret)
      await hasPlan(someone, 'PRO')
    },
  )
})

describe('a plan', () => {
  test('is had once it is paid, with its credits, and says when it is charged next', async () => {
    const { someone } = await subscriber()
    await available(someone, 600)
    expect(await subscription(someone)).toMatchObject({
      plan: 'BASIC',
      source: 'subscription',
      interval: 'MONTHLY',
      status: 'active',
      cancelAtPeriodEnd: false,
      nextCharge: { amount: 500 },
      pending: null,
      graceUntil: null,
    })
    expect(await typesOf(someone, 'SubscriptionStarted', 'PlanPaid', 'PlanCovered')).toEqual(
      expect.arrayContaining(['SubscriptionStarted', 'PlanPaid', 'PlanCovered']),
    )
  })

  test('has receipts only for an address that the user has verified, from when they have', async () => {
    const { someone } = await subscriber()
    const { customerId = '' } = await told(someone, 'CustomerLinked')
    const receipts = async () => {
      const customer = await at.stripe.customers.retrieve(customerId)
      return customer.deleted ? undefined : (customer.email ?? null)
    }
    expect(await receipts()).toBeNull()
    await stack.verify(someone)
    await eventually(async () => (await receipts()) === someone.email)
  })

  test('is made once for one key, and not a second one for another', async () => {
    const { someone, paymentMethodId } = await subscriber()
    const body = { plan: 'PRO', interval: 'MONTHLY', paymentMethodId, billingAddress }
    const second = await someone.post('/api/billing/subscription/create', body, key())
    expect([second.status, second.body.code]).toEqual([409, 'already_subscribed'])
    const same = await someone.post('/api/billing/subscription/create', { ...body, plan: 'BASIC' }, key())
    expect(same.body).toMatchObject({ status: 'active', clientSecret: null })
  })

  test('whose first payment was given up is begun anew, and only one can be paid', async () => {
    const someone = await stack.member()
    const paymentMethodId = await at.card('4000002760003184')
    const body = { plan: 'BASIC', interval: 'YEARLY', paymentMethodId, billingAddress }
    const given = key()
    const first = await someone.post('/api/billing/subscription/create', body, given)
    const asked = await at.confirm(first.body.clientSecret, paymentMethodId)
    expect(asked.body.status).toBe('requires_action')
    expect((await someone.post('/api/billing/subscription/create', body, given)).body).toEqual({
      ...first.body,
      position: expect.any(String),
    })
    const again = { ...body, paymentMethodId: await at.card() }
    const second = await someone.post('/api/billing/subscription/create', again, key())
    expect(second.body.clientSecret).not.toBe(first.body.clientSecret)
    await at.confirm(second.body.clientSecret, again.paymentMethodId)
    await hasPlan(someone, 'BASIC')
    await available(someone, 6_100)
    await eventually(async () => (await subscription(someone)).plan === 'BASIC yearly')
    expect(await typesOf(someone, 'PlanPaid')).toEqual(['PlanPaid'])
  })

  test.each(['abandonUnpaid', 'attachUnconfirmedCard'] as const)(
    'that is begun in two windows is charged once, also where one pays as the other begins (before %s)',
    async (moment) => {
      const someone = await stack.member()
      const paymentMethodId = await at.card()
      const wanted = { plan: 'BASIC', interval: 'MONTHLY', paymentMethodId, billingAddress }
      const begin = async () =>
        (await someone.post('/api/billing/subscription/create', wanted, key())).body.clientSecret
      const one = await begin()
      before = { [moment]: () => at.confirm(one, paymentMethodId) }
      const other = await begin().finally(() => {
        before = {}
      })
      if (other) await at.confirm(other, paymentMethodId)
      await hasPlan(someone, 'BASIC')
      await available(someone, 600)
      expect(await typesOf(someone, 'PlanPaid')).toEqual(['PlanPaid'])
      const { customerId = '' } = await told(someone, 'CustomerLinked')
      const { data } = await at.stripe.paymentIntents.list({ customer: customerId })
      expect(data.filter(({ status }) => status === 'succeeded')).toHaveLength(1)
    },
  )

  test('is changed for a dearer one at once, for what was seen', async () => {
    const { someone } = await subscriber()
    const seen = await preview(someone, 'PRO')
    expect(seen).toMatchObject({ currentPlan: 'BASIC', newPlan: 'PRO', effectiveAt: seen.prorationDate })
    const { prorationDate, immediateCharge, credits } = seen
    const month = await told(someone, 'PlanPaid')
    const left = spanOf({ from: prorationDate, through: month.through }) / spanOf(month)
    expect([immediateCharge, credits]).toEqual([1000, Math.floor(1500 * left)])
    const stale = await change(someone, { plan: 'PRO', interval: 'MONTHLY', prorationDate, immediateCharge: 1 })
    expect([stale.status, stale.body.code]).toEqual([409, 'preview_stale'])
    const done = await change(someone, { plan: 'PRO', interval: 'MONTHLY', prorationDate, immediateCharge })
    expect(done.body).toMatchObject({ status: 'active', clientSecret: null })
    await hasPlan(someone, 'PRO')
    await available(someone, 600 + credits)
  })

  test('names the credits of a first payment beforehand, less those of time that was granted for', async () => {
    const someone = await stack.member()
    const first = async () =>
      Object.fromEntries(
        (await someone.get('/api/billing/subscription/credits')).body.data.map(
          (each: Record<'plan' | 'interval', string> & Record<'granted' | 'settled', number>) => [
            `${each.plan} ${each.interval}`,
            [each.granted, each.settled],
          ],
        ),
      )
    expect(await first()).toEqual({
      'BASIC MONTHLY': [500, 0],
      'BASIC YEARLY': [6000, 0],
      'PRO MONTHLY': [2000, 0],
      'PRO YEARLY': [24_000, 0],
    })
    const gift = { userId: someone.id, plan: 'BASIC', reason: 'Gift', subscriptionPaidThrough: null }
    await admin.post('/api/admin/subscription/change', gift)
    await available(someone, 600)
    const named = await first()
    expect(named['BASIC MONTHLY'][0]).toBeLessThan(2)
    expect(Math.abs(named['PRO MONTHLY'][0] - 1500)).toBeLessThan(2)
  })

  test('is prorated from a moment of its own period, or looked at again', async () => {
    const { someone } = await subscriber()
    const moment = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
    for (const prorationDate of [moment(-30), moment(-90), moment(90)]) {
      const stale = await change(someone, { plan: 'PRO', interval: 'MONTHLY', prorationDate })
      expect([stale.status, stale.body.code]).toEqual([409, 'preview_stale'])
    }
    expect((await me(someone)).plan).toBe('BASIC')
  })

  test('is changed for a lesser one at the end of what was paid, until the present one is chosen again', async () => {
    const { someone } = await subscriber('PRO')
    const seen = await preview(someone, 'BASIC')
    expect(seen).toMatchObject({ immediateCharge: 0, effectiveAt: seen.nextBillingDate, credits: 500 })
    expect((await change(someone, { plan: 'BASIC', interval: 'MONTHLY' })).body.status).toBe('scheduled')
    await eventually(async () => (await me(someone)).pendingPlanChange === 'BASIC')
    expect(await subscription(someone)).toMatchObject({
      plan: 'PRO',
      pending: { plan: 'BASIC', interval: 'MONTHLY' },
      nextCharge: { amount: 500 },
    })
    await change(someone, { plan: 'PRO', interval: 'MONTHLY' })
    await eventually(async () => (await me(someone)).pendingPlanChange === null)
    expect((await subscription(someone)).nextCharge.amount).toBe(1500)
  })

  test('is cancelled for the end of what was paid, and kept after all', async () => {
    const { someone } = await subscriber()
    const cancel = (cancelAtPeriodEnd: boolean) =>
      someone.post('/api/billing/subscription/cancel', { cancelAtPeriodEnd }, key())
    expect((await cancel(true)).status).toBe(200)
    await eventually(async () => (await subscription(someone)).cancelAtPeriodEnd)
    expect(await me(someone)).toMatchObject({ plan: 'BASIC', pendingPlanChange: 'FREE' })
    expect(await subscription(someone)).toMatchObject({ nextCharge: null })
    await cancel(false)
    await eventually(async () => !(await subscription(someone)).cancelAtPeriodEnd)
    expect((await me(someone)).pendingPlanChange).toBe(null)
  })

  describe('that is to end, or to become a lesser one,', () => {
    const ways = [
      ['is refused', '4000000000000341'],
      ['the bank asks about', '4000002760003184'],
    ] as const
    const prefer = async (someone: Person, number: string) => {
      const paymentMethodId = await at.card(number)
      await someone.post('/api/billing/setup-payment-method', { paymentMethodId, billingAddress }, key())
      await someone.post('/api/billing/payment-methods/default', { paymentMethodId }, key())
      return paymentMethodId
    }

    test.each(ways)('does so although a dearer one is wanted whose payment %s', async (_how, number) => {
      const [ends, lessens] = [await subscriber(), await subscriber('PRO')]
      await ends.someone.post('/api/billing/subscription/cancel', { cancelAtPeriodEnd: true }, key())
      await change(lessens.someone, { plan: 'BASIC', interval: 'MONTHLY' })
      for (const { someone } of [ends, lessens]) await prefer(someone, number)
      for (let n = 0; n < 2; n++) {
        await change(ends.someone, { plan: 'PRO', interval: 'MONTHLY' })
        await change(lessens.someone, { plan: 'PRO', interval: 'YEARLY' })
      }
      expect(await subscription(ends.someone)).toMatchObject({ plan: 'BASIC', cancelAtPeriodEnd: true })
      expect(await subscription(lessens.someone)).toMatchObject({ plan: 'PRO', pending: { plan: 'BASIC' } })
    })

    test('is over once a dearer one was paid for, also where the answer to that was lost', async () => {
      const [ends, lessens] = [await subscriber(), await subscriber('PRO')]
      await ends.someone.post('/api/billing/subscription/cancel', { cancelAtPeriodEnd: true }, key())
      await change(lessens.someone, { plan: 'BASIC', interval: 'MONTHLY' })
      unanswered = 'change'
      try {
        expect((await change(ends.someone, { plan: 'PRO', interval: 'MONTHLY' })).body.status).toBe('active')
        expect((await change(lessens.someone, { plan: 'PRO', interval: 'YEARLY' })).body.status).toBe('active')
      } finally {
        unanswered = undefined
      }
      expect(await subscription(ends.someone)).toMatchObject({ plan: 'PRO', cancelAtPeriodEnd: false })
      expect(await subscription(lessens.someone)).toMatchObject({ plan: 'PRO yearly', pending: null })
    })

    test('does so still where a dearer one could not be tried', async () => {
      const { someone } = await subscriber('PRO')
      await change(someone, { plan: 'BASIC', interval: 'MONTHLY' })
      failing = 'change'
      const tried = await change(someone, { plan: 'PRO', interval: 'YEARLY' }).finally(() => {
        failing = undefined
      })
      expect([tried.status, tried.body.code]).toEqual([503, 'payments_unavailable'])
      expect(await subscription(someone)).toMatchObject({ plan: 'PRO', pending: { plan: 'BASIC' } })
    })

    test('goes on once a dearer one is paid, in place of the bank as well', async () => {
      const { someone } = await subscriber()
      const resume = () => someone.post('/api/billing/subscription/cancel', { cancelAtPeriodEnd: false }, key())
      await someone.post('/api/billing/subscription/cancel', { cancelAtPeriodEnd: true }, key())
      await change(someone, { plan: 'PRO', interval: 'MONTHLY' })
      await hasPlan(someone, 'PRO')
      expect(await subscription(someone)).toMatchObject({ plan: 'PRO', cancelAtPeriodEnd: false })
      await change(someone, { plan: 'BASIC', interval: 'MONTHLY' })
      const card = await prefer(someone, '4000002760003184')
      const { clientSecret } = (await change(someone, { plan: 'PRO', interval: 'YEARLY' })).body
      await at.confirm(clientSecret, card)
      await at.authenticate(clientSecret)
      await resume()
      await eventually(async () => (await subscription(someone)).plan === 'PRO yearly')
      expect(await subscription(someone)).toMatchObject({ plan: 'PRO yearly', pending: null })
    })
  })

  test('that nobody has is not changed', async () => {
    const someone = await stack.member()
    for (const [path, body] of [
      ['preview', { plan: 'PRO', interval: 'MONTHLY' }],
      ['change', { plan: 'PRO', interval: 'MONTHLY' }],
      ['cancel', { cancelAtPeriodEnd: true }],
    ] as const)
      expect((await someone.post(`/api/billing/subscription/${path}`, body)).body.code).toBe('not_subscribed')
  })

  test('that was changed in the dashboard is changed here', async () => {
    const { someone } = await subscriber()
    const { id } = (await at.stripe.subscriptions.list({ limit: 1 })).data[0] ?? { id: '' }
    await at.stripe.subscriptions.update(id, { cancel_at_period_end: true })
    await at.settle()
    await eventually(async () => (await subscription(someone)).cancelAtPeriodEnd)
  })
})

describe('a pack', () => {
  test('bought with one key from two tabs is charged and granted once', async () => {
    const someone = await stack.member()
    const card = await at.card()
    const given = key()
    const answers = await Promise.all([buy(someone, card, given), buy(someone, card, given)])
    expect(answers.map(({ body }) => [body.success, body.requiresAction])).toEqual([
      [true, false],
      [true, false],
    ])
    await available(someone, 350)
    expect(await typesOf(someone, 'PackPaid')).toEqual(['PackPaid'])
  })

  test("that the bank refuses is told with the bank's sentence, and grants nothing", async () => {
    const someone = await stack.member()
    const refused = await buy(someone, await at.card('4000000000009995'))
    expect([refused.status, refused.body]).toEqual([
      402,
      expect.objectContaining({ code: 'card_declined', detail: 'Your card has insufficient funds.' }),
    ])
    expect(await typesOf(someone, 'PackPaid')).toEqual([])
  })

  test('that the bank asks about is granted once it was confirmed', async () => {
    const someone = await stack.member()
    const asked = await buy(someone, await at.card('4000002760003184'))
    expect(asked.body).toMatchObject({ success: false, requiresAction: true, clientSecret: expect.any(String) })
    expect((await me(someone)).imageCredits).toBe(100)
    await at.authenticate(asked.body.clientSecret)
    await available(someone, 350)
  })

  test('bought while the provider is away is bought by the same key afterwards, once', async () => {
    const someone = await stack.member()
    const [card, given] = [await at.card(), key()]
    isAway = true
    const away = await buy(someone, card, given).finally(() => {
      isAway = false
    })
    expect([away.status, away.body.code]).toEqual([503, 'payments_unavailable'])
    expect((await buy(someone, card, given)).body.success).toBe(true)
    await available(someone, 350)
  })

  test('is not bought by who acts as somebody else', async () => {
    const someone = await stack.member()
    const actor = stack.anyone()
    await actor.post('/api/auth/sign-in/email', { email: admin.email, password: 'correct horse' })
    await actor.post('/api/auth/admin/impersonate-user', { userId: someone.id, reason: 'Help' })
    const refused = await buy(actor, 'pm_card_visa')
    expect([refused.status, refused.body.code]).toEqual([403, 'impersonator_spends_nothing'])
  })

  test.each([
    ['another pack', { pack: 'gold' }, 'pack'],
    ['no card', { paymentMethodId: undefined }, 'paymentMethodId'],
    ['half an address', { billingAddress: { ...billingAddress, city: ' ' } }, 'billingAddress.city'],
    ['a state that is none', { billingAddress: { ...billingAddress, state: 'DC' } }, 'billingAddress.state'],
  ])('with %s is refused, with the field named', async (_what, change, field) => {
    const body = { pack: 'PACK_250', paymentMethodId: 'pm_card_visa', billingAddress, ...change }
    const refused = await admin.post('/api/billing/credits/purchase', body)
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, field])
  })
})

describe('a renewal that failed', () => {
  const cardOf = async (someone: Person, number?: string) => {
    const paymentMethodId = await at.card(number)
    const answer = await someone.post('/api/billing/setup-payment-method', { paymentMethodId, billingAddress }, key())
    return { paymentMethodId, answer }
  }
  const prefer = (someone: Person, paymentMethodId: string, headers = key()) =>
    someone.post('/api/billing/payment-methods/default', { paymentMethodId }, headers)
  const refusing = '4000000000000341'

  /** Whose card cannot be charged when the first month is over: the bank refuses it, unless it is one that does otherwise. */
  const overdue = async (number = refusing) => {
    const own = await at.stripe.testHelpers.testClocks.create({ frozen_time: Math.floor(Date.now() / 1000) })
    test_clock = own.id
    const { someone, paymentMethodId: good } = await subscriber().finally(() => {
      test_clock = undefined
    })
    const { paymentMethodId: bad } = await cardOf(someone, number)
    await prefer(someone, bad)
    const { periodEnd } = await subscription(someone)
    const frozen_time = Math.floor(Date.parse(periodEnd) / 1000) + 2 * 3600
    await at.stripe.testHelpers.testClocks.advance(own.id, { frozen_time })
    await is(someone, 'past_due')
    return { someone, good, bad }
  }
  const is = (someone: Person, status: string) =>
    eventually(async () => {
      await at.settle()
      return (await subscription(someone)).status === status
    })
  const charges = async (someone: Person) => {
    const { customerId = '' } = await told(someone, 'CustomerLinked')
    const { data } = await at.stripe.paymentIntents.list({ customer: customerId })
    return data.filter(({ status }) => status === 'succeeded').length
  }

  test('is paid at once with another card that is chosen, once by one key', async () => {
    const { someone, good } = await overdue()
    const given = key()
    const answers = await Promise.all([prefer(someone, good, given), prefer(someone, good, given)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    await is(someone, 'active')
    await available(someone, 1_100)
    expect([await charges(someone), (await subscription(someone)).graceUntil]).toEqual([2, null])
  })

  test('is paid at once with a card that is added, which later ones are paid with too', async () => {
    const { someone } = await overdue()
    const { paymentMethodId, answer } = await cardOf(someone, '5555555555554444')
    expect(answer.status).toBe(200)
    await is(someone, 'active')
    const { data } = (await someone.get('/api/billing/payment-methods')).body
    expect(data.find(({ isDefault }: { isDefault: boolean }) => isDefault).id).toBe(paymentMethodId)
  })

  test('is charged once when the provider tries at the same moment', async () => {
    const { someone, good } = await overdue()
    const { customerId = '' } = await told(someone, 'CustomerLinked')
    const [open] = (await at.stripe.invoices.list({ customer: customerId, status: 'open' })).data
    const [ours] = await Promise.all([
      prefer(someone, good),
      at.stripe.invoices.pay(String(open?.id), { payment_method: good }).catch(() => undefined),
    ])
    expect(ours.status).toBe(200)
    await is(someone, 'active')
    expect(await charges(someone)).toBe(2)
    expect(await typesOf(someone, 'PlanPaid')).toEqual(['PlanPaid', 'PlanPaid'])
  })

  test("that is declined again is told with the bank's sentence; the card stays, and so does the plan", async () => {
    const { someone, bad } = await overdue()
    const { paymentMethodId, answer } = await cardOf(someone, refusing)
    expect([answer.status, answer.body.code, answer.body.detail]).toEqual([
      ...[402, 'card_declined', 'Your card was declined.'],
    ])
    const { data } = (await someone.get('/api/billing/payment-methods')).body
    expect(data.map(({ id }: { id: string }) => id)).toContain(paymentMethodId)
    // The same card once more, perhaps with a mistake: it took no place of the one before.
    const { customerId = '' } = await told(someone, 'CustomerLinked')
    const { data: kept } = await at.stripe.customers.listPaymentMethods(customerId)
    expect(kept.map(({ id }) => id)).toContain(bad)
    expect(await subscription(someone)).toMatchObject({ plan: 'BASIC', status: 'past_due' })
    expect(await typesOf(someone, 'PaymentFailed')).toEqual(['PaymentFailed'])
    expect(await charges(someone)).toBe(1)
  })

  describe('because the bank asks each time', () => {
    const asking = '4000002760003184'

    test('is confirmed by the person in place, with the same card, and charged once', async () => {
      const { someone, bad } = await overdue(asking)
      expect(await told(someone, 'PaymentFailed')).toMatchObject({ attempts: 1, needsConfirmation: true })
      expect((await subscription(someone)).needsConfirmation).toBe(true)
      const theirs = { to: someone.email, subject: 'Please confirm the renewal of your Loreloom plan' }
      await eventually(async () => (await typesOf(someone, 'RenewalNoticeSent')).length === 1)
      expect((await admin.get('/api/admin/outbox')).body.data).toEqual(
        expect.arrayContaining([expect.objectContaining(theirs)]),
      )
      const given = key()
      const answers = [await prefer(someone, bad, given), await prefer(someone, bad, given)]
      const [first, again] = answers.map(({ body }) => body.clientSecret)
      expect([answers[0]?.status, again]).toEqual([200, first])
      expect((await at.confirm(first, bad)).body.status).toBe('requires_action')
      expect(await subscription(someone)).toMatchObject({ plan: 'BASIC', status: 'past_due' })
      await at.authenticate(first)
      await is(someone, 'active')
      await available(someone, 1_100)
      expect(await subscription(someone)).toMatchObject({ graceUntil: null, needsConfirmation: false })
      expect(await charges(someone)).toBe(2)
    })

    test('stays open where they do not confirm, however often, and is paid with another card', async () => {
      const { someone, bad, good } = await overdue(asking)
      for (let n = 0; n < 5; n++) {
        const { clientSecret } = (await prefer(someone, bad)).body
        await at.confirm(clientSecret, bad)
        await at.authenticate(clientSecret, 'fail')
      }
      // It is not refused: the same card pays once they do confirm.
      const { customerId = '' } = await told(someone, 'CustomerLinked')
      const open = (await at.payments.account(customerId))?.invoices.filter(({ status }) => status === 'open')
      expect(open).toMatchObject([{ needsConfirmation: true }])
      expect(await subscription(someone)).toMatchObject({ plan: 'BASIC', status: 'past_due' })
      expect((await prefer(someone, good)).body.clientSecret).toBeNull()
      await is(someone, 'active')
      expect(await charges(someone)).toBe(2)
    })

    test('is confirmed with a card that is added', async () => {
      const { someone } = await overdue()
      const { paymentMethodId, answer } = await cardOf(someone, asking)
      await at.confirm(answer.body.clientSecret, paymentMethodId)
      await at.authenticate(answer.body.clientSecret)
      await is(someone, 'active')
      expect(await charges(someone)).toBe(2)
    })
  })

  test('is not charged to a card of who has cancelled', async () => {
    const { someone, good } = await overdue()
    await someone.post('/api/billing/subscription/cancel', { cancelAtPeriodEnd: true }, key())
    expect((await prefer(someone, good)).status).toBe(200)
    expect(await charges(someone)).toBe(1)
  })
})

describe('cards', () => {
  test('are added, preferred and removed; the last one stays while a plan renews', async () => {
    const { someone, paymentMethodId } = await subscriber()
    const cards = async () => (await someone.get('/api/billing/payment-methods')).body.data
    const other = await at.card('5555555555554444')
    expect(
      (await someone.post('/api/billing/setup-payment-method', { paymentMethodId: other, billingAddress }, key()))
        .status,
    ).toBe(200)
    expect((await cards()).length).toBe(2)
    await someone.post('/api/billing/payment-methods/default', { paymentMethodId: other }, key())
    expect((await cards()).find(({ isDefault }: { isDefault: boolean }) => isDefault)).toMatchObject({
      id: other,
      brand: 'mastercard',
      last4: '4444',
    })
    const removing = `/api/billing/payment-methods/${other}?next=${paymentMethodId}`
    expect((await someone.delete(removing)).status).toBe(200)
    expect(await cards()).toMatchObject([{ id: paymentMethodId, isDefault: true }])
    const last = await someone.delete(`/api/billing/payment-methods/${paymentMethodId}`)
    expect([last.status, last.body.code]).toEqual([409, 'last_payment_method'])
    expect((await someone.get('/api/billing/address')).body.billingAddress).toMatchObject({ city: 'Tidewater' })
  })

  test('of which the default is removed ask which of the others is charged instead', async () => {
    const { someone, paymentMethodId } = await subscriber()
    const cards = async () => (await someone.get('/api/billing/payment-methods')).body.data
    const [disputed, other] = await Promise.all([at.card('4000000000000259'), at.card('5555555555554444')])
    for (const card of [other, disputed])
      await someone.post('/api/billing/setup-payment-method', { paymentMethodId: card, billingAddress }, key())
    expect((await buy(someone, disputed)).body.success).toBe(true)
    const remove = (next?: string, id = paymentMethodId) =>
      someone.delete(`/api/billing/payment-methods/${id}${next === undefined ? '' : `?next=${next}`}`)

    const unasked = await remove()
    expect([unasked.status, unasked.body.code]).toEqual([409, 'next_payment_method_needed'])
    for (const wrong of [paymentMethodId, 'pm_nobodys', '-']) {
      const refused = await remove(wrong)
      expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'next'])
    }
    expect((await cards()).filter(({ isDefault }: { isDefault: boolean }) => isDefault)).toMatchObject([
      { id: paymentMethodId, isDisputed: false },
    ])

    expect((await remove(other)).status).toBe(200)
    const left: { id: string }[] = await cards()
    expect(left).toHaveLength(2)
    expect(left.find(({ id }) => id === other)).toMatchObject({ isDefault: true, isDisputed: false })
    expect(left.find(({ id }) => id === disputed)).toMatchObject({ isDefault: false, isDisputed: true })
    expect((await remove(undefined, disputed)).status).toBe(200)
  })

  describe('that are typed again', () => {
    const cards = async (someone: Person) => (await someone.get('/api/billing/payment-methods')).body.data
    const add = async (someone: Person, number?: string) => {
      const paymentMethodId = await at.card(number)
      await someone.post('/api/billing/setup-payment-method', { paymentMethodId, billingAddress }, key())
      return paymentMethodId
    }
    const atProvider = async (someone: Person) => {
      const { customerId = '' } = await told(someone, 'CustomerLinked')
      const { data } = await at.stripe.customers.listPaymentMethods(customerId)
      return data.map(({ id }) => id)
    }

    test('stand once, and what renews is charged to the newer', async () => {
      const { someone, paymentMethodId: before } = await subscriber()
      const { subscriptionId = '' } = await told(someone, 'SubscriptionStarted')
      // As its dashboard may have it.
      await at.stripe.subscriptions.update(subscriptionId, { default_payment_method: before })
      const other = await add(someone, '5555555555554444')
      const again = await add(someone)
      expect(await cards(someone)).toMatchObject([
        { id: again, last4: '4242', isDefault: true },
        { id: other, last4: '4444', isDefault: false },
      ])
      expect(await atProvider(someone)).toEqual([again, other])
      expect((await at.stripe.subscriptions.retrieve(subscriptionId)).default_payment_method).toBe(again)
    })

    test('for a pack take the place of the older once they paid', async () => {
      const { someone } = await subscriber()
      const again = await at.card()
      expect((await buy(someone, again)).body.success).toBe(true)
      expect(await cards(someone)).toMatchObject([{ id: again, isDefault: true }])
      expect(await atProvider(someone)).toEqual([again])
    })

    test('for a pack are charged and granted though the older cannot be replaced', async () => {
      const { someone } = await subscriber()
      failing = 'replaceCards'
      const bought = await buy(someone, await at.card()).finally(() => {
        failing = undefined
      })
      expect(bought.body.success).toBe(true)
      expect(await typesOf(someone, 'PackPaid')).toEqual(['PackPaid'])
    })

    test('for a pack and are refused leave the older, which may have been typed right', async () => {
      const someone = await stack.member()
      const refusing = '4000000000000341'
      const before = await add(someone, refusing)
      expect((await buy(someone, await at.card(refusing))).status).toBe(402)
      expect(await cards(someone)).toMatchObject([{ id: before, isDefault: true }])
      expect((await atProvider(someone)).length).toBe(2)
    })

    test('go together', async () => {
      const someone = await stack.member()
      const asking = '4000002500003155'
      for (let n = 0; n < 2; n++) await buy(someone, await at.card(asking))
      expect([(await cards(someone)).length, (await atProvider(someone)).length]).toEqual([1, 2])
      const [{ id }] = await cards(someone)
      expect((await someone.delete(`/api/billing/payment-methods/${id}`)).status).toBe(200)
      expect([await cards(someone), await atProvider(someone)]).toEqual([[], []])
    })
  })

  test("of somebody else's are not there", async () => {
    const { paymentMethodId } = await subscriber()
    const someone = await stack.member()
    for (const answer of [
      await someone.delete(`/api/billing/payment-methods/${paymentMethodId}`),
      await someone.post('/api/billing/payment-methods/default', { paymentMethodId }),
      await buy(someone, paymentMethodId),
      await buy(someone, 'pm_nobodys'),
    ])
      expect([answer.status, answer.body.code]).toEqual([404, 'payment_method_not_found'])
  })

  test('and addresses are in no event, and of a card its last digits alone, sealed', async () => {
    const { someone } = await subscriber()
    const read = async (store: Pick<Stack['store'], 'read'>) =>
      JSON.stringify((await store.read(`billing-${someone.id}`)).events.map(({ data }) => data))
    expect(await read(stack.store)).not.toMatch(/Tidewater|04101|1 Quay|42424|pm_/)
    expect(await read(stack.sealedStore)).not.toMatch(/"last4":"\d/)
  })
})

describe('the list of payments', () => {
  const payments = async (someone: Person) => (await someone.get('/api/billing/payments')).body
  const listed = (someone: Person, total: number) =>
    eventually(async () => {
      const body = await payments(someone)
      return body.total === total && body
    })

  test('has date, purchase, amount, tax, card and status of each, for nobody else', async () => {
    const { someone, paymentMethodId } = await subscriber()
    expect((await buy(someone, paymentMethodId)).body.success).toBe(true)
    const { data } = await listed(someone, 2)
    const card = { brand: 'visa', last4: '4242' }
    const common = { currency: 'usd', tax: 0, card, status: 'paid', returned: 0, returns: [] }
    // Payments of one second are in no order.
    const byKind = data.toSorted((one: { kind: string }, other: { kind: string }) => (one.kind < other.kind ? -1 : 1))
    expect(byKind).toMatchObject([
      { ...common, kind: 'pack', credits: 250, plan: null, amount: 500 },
      { ...common, kind: 'plan', credits: null, plan: 'BASIC', interval: 'MONTHLY', amount: 500 },
    ])
    expect((await (await stack.member()).get('/api/billing/payments')).body).toEqual({ data: [], total: 0 })
  })

  test('is also where the history of credits has price and card of a purchase', async () => {
    const someone = await stack.member()
    await buy(someone, await at.card())
    await available(someone, 350)
    const { data } = (await someone.get('/api/users/credits')).body
    const payment = { amount: 500, card: { brand: 'visa', last4: '4242' } }
    expect(data.map((line: { payment: unknown }) => line.payment)).toEqual([payment, null])
  })

  test('says what went back of one, and when', async () => {
    const someone = await stack.member()
    await buy(someone, await at.card())
    const [{ id: paymentId }] = (await listed(someone, 1)).data
    const refund = { userId: someone.id, paymentId, amount: 200, reason: 'Bought by mistake' }
    await admin.post('/api/admin/billing/refund', refund, key())
    await eventually(async () => (await payments(someone)).data[0].status === 'partly_refunded')
    const [payment] = (await payments(someone)).data
    expect(payment).toMatchObject({ returned: 200, returns: [{ kind: 'refund', amount: 200, status: 'done' }] })
    expect(Math.abs(Date.parse(payment.returns[0].at) - Date.now())).toBeLessThan(600_000)
  })

  test('is for admins that of every user, with what a refund would give back', async () => {
    const someone = await stack.member('Vale Payer')
    await buy(someone, await at.card())
    const [{ id: paymentId }] = (await listed(someone, 1)).data
    await available(someone, 350)
    const of = async (query: string) => (await admin.get(`/api/admin/payments?${query}`)).body
    expect((await of(`search=${paymentId}`)).data).toMatchObject([
      { id: paymentId, userId: someone.id, userName: 'Vale Payer', amount: 500, status: 'paid' },
    ])
    expect((await of('search=vale+payer&filter=refunded')).total).toBe(0)
    const proposal = async () => (await admin.get(`/api/admin/payments/${paymentId}/refund`)).body
    expect(await proposal()).toEqual({ left: 500, proposed: 500, granted: 250, unspent: 250 })
    await admin.post(
      '/api/admin/billing/refund',
      { userId: someone.id, paymentId, amount: 200, reason: 'Bought by mistake' },
      key(),
    )
    await available(someone, 250)
    expect(await proposal()).toEqual({ left: 300, proposed: 300, granted: 250, unspent: 150 })
    expect((await of('search=vale+payer&filter=refunded')).total).toBe(1)
    expect((await of('search=vale+payer&filter=disputed')).total).toBe(0)
    const month = new Date().toISOString().slice(0, 7)
    expect((await of(`search=vale+payer&month=${month}`)).total).toBe(1)
    expect((await of('search=vale+payer&month=2020-01')).total).toBe(0)
    expect((await admin.get('/api/admin/payments?month=2020-13')).status).toBe(400)
    await admin.post('/api/audit/looks', { userId: someone.id, reason: 'Month end' })
    const sums = (await admin.get(`/api/audit/accounts/${someone.id}/sums`)).body
    expect(sums.money).toEqual([{ month, currency: 'USD', paid: 500, returned: 200, net: 300, tax: 0 }])
  })

  test('shows a dispute with its reason and the day until which it can be answered', async () => {
    const someone = await stack.member()
    await buy(someone, await at.card('4000000000000259'))
    await eventually(async () => (await payments(someone)).data[0]?.status === 'disputed')
    const [{ returns }] = (await payments(someone)).data
    expect(returns).toMatchObject([{ kind: 'dispute', status: 'open', reason: 'fraudulent', closedAt: null }])
    expect(Date.parse(returns[0].respondBy)).toBeGreaterThan(Date.now())
  })
})

describe('receipts', () => {
  const receiptOf = (someone: Person) =>
    eventually(async () => {
      const { data } = (await someone.get('/api/billing/payments')).body
      return data[0]?.receipt && data[0]
    })
  const mails = async (someone: Person) => {
    const { rows } = await stack.pool.query<{ subject: string; text: string; attachments: string[] }>(
      `select subject, text, attachments from outbox_mails
        where "userId" = $1 and subject ~ '(receipt|invoice|credit note)' order by "createdAt"`,
      [someone.id],
    )
    return rows
  }

  test('have gapless numbers, are PDFs for their user alone, and are mailed once', async () => {
    const people = [await stack.member('Ines'), await stack.member('Wren')]
    for (const someone of people) expect((await buy(someone, await at.card())).body.success).toBe(true)
    const paid = [await receiptOf(people[0] as Person), await receiptOf(people[1] as Person)]
    const numbers = paid.map(({ receipt }) => receipt.number).toSorted()
    const year = new Date().getUTCFullYear()
    expect(numbers[0]).toMatch(new RegExp(`^Q-${year}-\\d{6}$`))
    const all = await stack.pool.query<{ number: string }>(`select number from receipts order by number`)
    expect(all.rows.map(({ number }) => Number(number.slice(-6)))).toEqual(all.rows.map((_, index) => index + 1))

    const [someone, other] = people as [Person, Person]
    const { id, number } = paid[0].receipt
    const file = await someone.get(`/api/billing/receipts/${id}`)
    expect([file.status, file.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(file.headers['content-disposition']).toContain(`"receipt-${number}.pdf"`)
    expect(file.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await someone.get(`/api/billing/receipts/${id}`)).bytes).toEqual(file.bytes)
    expect((await other.get(`/api/billing/receipts/${id}`)).body.code).toBe('receipt_not_found')
    await eventually(async () => (await mails(someone)).length === 1)
    expect((await mails(someone))[0]?.text).toContain(`$5.00 for 250 credits`)
    expect((await mails(someone))[0]?.attachments).toEqual([`receipt-${number}.pdf`])
  })

  test('are invoices with company and tax id where the buyer gave them', async () => {
    const someone = await stack.member()
    const paymentMethodId = await at.card()
    const company = { ...billingAddress, company: 'Tidewater Books', taxId: 'DE123456789' }
    expect(
      await someone.post('/api/billing/address', { billingAddress: { ...company, taxId: '???' } }, key()),
    ).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('tax id') },
    })
    expect((await someone.post('/api/billing/address', { billingAddress: company }, key())).status).toBe(200)
    expect((await someone.get('/api/billing/address')).body.billingAddress).toMatchObject(company)
    const body = { pack: 'PACK_250', paymentMethodId, billingAddress: company }
    expect((await someone.post('/api/billing/credits/purchase', body, key())).body.success).toBe(true)
    const { receipt } = await receiptOf(someone)
    const { rows } = await stack.pool.query('select buyer, taxes from receipts where id = $1', [receipt.id])
    expect(rows).toMatchObject([{ buyer: { company: 'Tidewater Books', taxId: 'DE123456789' }, taxes: [] }])
    const file = await someone.get(`/api/billing/receipts/${receipt.id}`)
    expect(file.headers['content-disposition']).toContain(`"invoice-${receipt.number}.pdf"`)
    await eventually(async () => (await mails(someone))[0]?.subject === `Your invoice ${receipt.number} from Loreloom`)
  })

  test('are deleted with their key after the years for which they are kept', async () => {
    const someone = await stack.member()
    await buy(someone, await at.card())
    const { receipt } = await receiptOf(someone)
    const year = new Date().getUTCFullYear()
    const { rows } = await stack.pool.query('select * from receipts where id = $1', [receipt.id])
    const handler = dispatcher(commandHandler(stack.store))
    const old = { series: 'OLD', year: year - 11 }
    const receiptId = randomUUID()
    const { id: _id, number: _number, card: _card, ...facts } = rows[0]
    const data = {
      ...facts,
      ...old,
      receiptId,
      card: null,
      paymentId: 'pi_old',
      issuedOn: `${year - 11}-03-01T00:00:00.000Z`,
    }
    const context = timerContext('old receipt', receiptId)
    await handler.dispatch(context, receipts, derivedId(...receiptStream(old)), { type: 'IssueReceipt', data })
    const count = async () => (await stack.pool.query('select from receipts where id = $1', [receiptId])).rowCount
    await eventually(async () => (await count()) === 1)

    const round = receiptExpiryRound({ pool: stack.pool, handler, years: 10 })
    await round(`${year - 1}-12-31`)
    await round(`${year}-01-01`)
    await eventually(async () => (await count()) === 0)
    const keyOf = async (owner: string) =>
      (await stack.pool.query('select key from sealing_keys where owner = $1', [owner])).rows[0]
    await eventually(async () => (await keyOf(`accounting:${year - 11}`))?.key === null)
    expect((await keyOf(`accounting:${year}`))?.key).not.toBeNull()
    expect((await someone.get(`/api/billing/receipts/${receipt.id}`)).status).toBe(200)
  })

  test('are corrected by a credit note for each refund, and are never changed', async () => {
    const someone = await stack.member()
    await buy(someone, await at.card())
    const { id: paymentId, receipt } = await receiptOf(someone)
    const before = (await someone.get(`/api/billing/receipts/${receipt.id}`)).bytes
    const body = { userId: someone.id, paymentId, amount: 200, reason: 'Bought by mistake' }
    await admin.post('/api/admin/billing/refund', body, key())
    const { returns } = await eventually(async () => {
      const [payment] = (await someone.get('/api/billing/payments')).body.data
      return payment.returns[0]?.creditNote && payment
    })
    const { rows } = await stack.pool.query('select * from receipts where id = $1', [returns[0].creditNote.id])
    expect(rows).toMatchObject([{ kind: 'credit_note', corrects: receipt.number, amount: 200, tax: 0 }])
    expect((await someone.get(`/api/billing/receipts/${receipt.id}`)).bytes).toEqual(before)
    await eventually(async () => (await mails(someone)).length === 2)
  })
})

describe('a requested refund', () => {
  const paid = async (someone: Person) => {
    await buy(someone, await at.card())
    return eventually(async () => (await someone.get('/api/billing/payments')).body.data[0])
  }
  const requested = (someone: Person, id: string, reason = '') =>
    someone.post(`/api/billing/payments/${id}/refund-request`, { reason }, key())
  const requestOf = async (someone: Person) => (await someone.get('/api/billing/payments')).body.data[0].request
  const mailed = async (someone: Person) =>
    (
      await stack.pool.query<{ text: string }>(
        `select text from outbox_mails where "userId" = $1 and subject ~ 'refund'`,
        [someone.id],
      )
    ).rows

  test('is granted by an admin with the refund, and mailed', async () => {
    const someone = await stack.member()
    const { id } = await paid(someone)
    const { status, body } = await requested(someone, id, 'Bought twice')
    expect(status).toBe(200)
    await eventually(async () => (await requestOf(someone))?.status === 'open')
    expect(await requestOf(someone)).toMatchObject({ id: body.requestId, reason: 'Bought twice' })
    expect((await requested(someone, id)).body.code).toBe('refund_asked_already')
    const open = (await admin.get(`/api/admin/payments?search=${id}&filter=requested`)).body
    expect(open.data).toMatchObject([{ id, request: { reason: 'Bought twice' } }])
    const refund = { userId: someone.id, paymentId: id, reason: 'Within 30 days', requestId: body.requestId }
    expect((await admin.post('/api/admin/billing/refund', refund, key())).status).toBe(200)
    await eventually(async () => (await requestOf(someone)).status === 'granted')
    expect(await requestOf(someone)).toMatchObject({ answer: 'Within 30 days' })
    await eventually(async () => (await mailed(someone)).some(({ text }) => text.includes('$5.00 go back')))
  })

  test('is declined by an admin with a reason, and is nobody else’s to decide or request', async () => {
    const someone = await stack.member()
    const { id } = await paid(someone)
    expect((await requested(await stack.member(), id)).body.code).toBe('payment_not_found')
    const { requestId } = (await requested(someone, id)).body
    const decline = (as: Person) =>
      as.post(`/api/admin/billing/refund-requests/${requestId}/decline`, { userId: someone.id, reason: 'Used up' })
    expect((await decline(someone)).status).toBe(403)
    expect((await decline(admin)).status).toBe(200)
    await eventually(async () => (await requestOf(someone))?.status === 'declined')
    expect(await requestOf(someone)).toMatchObject({ status: 'declined', answer: 'Used up' })
    await eventually(async () => (await mailed(someone)).some(({ text }) => text.includes('declined')))
    expect((await requested(someone, id)).body.code).toBe('refund_reason_needed')
  })
})

describe('money that goes back', () => {
  test('takes back what is unspent of the pack, in proportion, and no more than there is', async () => {
    const someone = await stack.member()
    await buy(someone, await at.card())
    await available(someone, 350)
    const { paymentId } = await told(someone, 'PackPaid')
    const refund = (amount?: number, headers = key()) =>
      admin.post(
        '/api/admin/billing/refund',
        { userId: someone.id, paymentId, amount, reason: 'Bought by mistake' },
        headers,
      )
    expect((await refund(501)).body.code).toBe('refund_too_large')
    // The same once more, whose answer was lost: more than is left by now, and no refund of its own.
    const given = key()
    for (let n = 0; n < 2; n++) expect((await refund(300, given)).status).toBe(200)
    await available(someone, 200)
    await refund()
    await available(someone, 100)
    expect([(await refund()).status, (await refund(1)).body.code]).toEqual([200, 'refund_too_large'])
    expect(await typesOf(someone, 'PaymentRefunded')).toEqual(['PaymentRefunded', 'PaymentRefunded'])
  })

  test('ends the plan that it was paid for', async () => {
    const { someone } = await subscriber()
    await available(someone, 600)
    const { paymentId } = await told(someone, 'PlanPaid')
    await admin.post('/api/admin/billing/refund', { userId: someone.id, paymentId, reason: 'Money back' }, key())
    await hasPlan(someone, 'FREE')
    await available(someone, 100)
    expect(await typesOf(someone, 'SubscriptionEnded', 'PlanLapsed')).toEqual(['PlanLapsed', 'SubscriptionEnded'])
  })

  test('by a dispute takes the credits back', async () => {
    const someone = await stack.member()
    await buy(someone, await at.card('4000000000000259'))
    await eventually(async () => (await typesOf(someone, 'PaymentDisputed')).length === 1)
    await available(someone, 100)
  })
})

describe('a webhook', () => {
  const post = (body: string, signature: string) =>
    stack.app.inject({
      method: 'POST',
      url: '/api/billing/webhook',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload: body,
    })
  const signed = (body: string, seconds = Math.floor(Date.now() / 1000)) =>
    `t=${seconds},v1=${createHmac('sha256', at.keys.webhookSecret).update(`${seconds}.${body}`).digest('hex')}`
  const about = (customer: string, type = 'invoice.paid', id = `evt_${randomUUID()}`) =>
    JSON.stringify({ id, object: 'event', type, data: { object: { id: 'in_1', object: 'invoice', customer } } })
  const customerOf = async (someone: Person) => String((await told(someone, 'CustomerLinked')).customerId)

  test('that comes fifty times at once is written once', async () => {
    const { someone } = await subscriber()
    const body = about(await customerOf(someone), 'invoice.paid', 'evt_fifty')
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(body, signed(body))))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    const ours = (await eventsOf(someone)).filter(
      ({ type, data }) => type === 'WebhookReceived' && (data as { eventId: string }).eventId === 'evt_fifty',
    )
    expect(ours.length).toBe(1)
    await available(someone, 600)
  })

  test('with a wrong signature, an old one, or none is refused', async () => {
    const body = about('cus_1')
    const hourAgo = Math.floor(Date.now() / 1000) - 3600
    for (const signature of ['', 't=1,v1=00', signed(`${body} `), signed(body, hourAgo)]) {
      const { statusCode, json } = await post(body, signature)
      expect([statusCode, json().code]).toEqual([400, 'webhook_refused'])
    }
  })

  test('of an unknown customer, or of an unknown type, is taken and left', async () => {
    for (const body of [about('cus_nobody'), about('cus_nobody', 'moon.risen')])
      expect((await post(body, signed(body))).statusCode).toBe(200)
  })

  test('that cannot be asked about yet is not taken, so that it comes again', async () => {
    isAway = true
    const body = about('cus_new')
    const { statusCode } = await post(body, signed(body)).finally(() => {
      isAway = false
    })
    expect(statusCode).toBe(503)
  })
})

test('what the provider is asked is measured, and how it ended', async () => {
  const { text } = await telemetry.metrics.read()
  const ended = (operation: string, outcome: string) =>
    figure(text, 'loreloom_payments_seconds_count', { operation, outcome })
  expect(ended('account', 'ok')).toBeGreaterThan(20)
  expect([ended('retryRenewal', 'declined'), ended('createCustomer', 'away')]).toEqual([1, 1])
})

test('what only the bank and the browser may know is in no log', () =>
  expect(logged.join('\n')).not.toMatch(/_secret_|sk_test|whsec_/))
