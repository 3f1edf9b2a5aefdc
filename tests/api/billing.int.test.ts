import { createHmac, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { eventually, type Person } from '../stack.ts'
import { figure } from '../telemetry/figures.ts'
import { billingAddress, key, withPayments } from './with-payments.ts'

const paying = withPayments()
const { me, subscription, eventsOf, hasPlan, dataOf, typesOf, available, subscriber, change, buy } = paying
const spanOf = ({ from = '', through = '' }: { from?: string | undefined; through?: string | undefined }) =>
  Date.parse(through) - Date.parse(from)
const preview = async (someone: Person, plan: string, interval = 'MONTHLY') =>
  (await someone.post('/api/billing/subscription/preview', { plan, interval })).body

describe('a plan', () => {
  test('is had once it is paid, with its credits, and says when it is charged next', { tags: 'long' }, async () => {
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

  test('has receipts only for an address that the user has verified, from when they have', {
    tags: 'long',
  }, async () => {
    const { someone } = await subscriber()
    const { customerId = '' } = await dataOf(someone, 'CustomerLinked')
    const receipts = async () => {
      const customer = await paying.at.stripe.customers.retrieve(customerId)
      return customer.deleted ? undefined : (customer.email ?? null)
    }
    expect(await receipts()).toBeNull()
    await paying.stack.verify(someone)
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

  test('that was refunded in the dashboard is begun anew, and paid for', { tags: 'long' }, async () => {
    const { someone, paymentMethodId } = await subscriber()
    const { paymentId = '', subscriptionId = '' } = await dataOf(someone, 'PlanPaid')
    await paying.at.stripe.refunds.create({ payment_intent: paymentId })
    await hasPlan(someone, 'FREE')
    const body = { plan: 'BASIC', interval: 'MONTHLY', paymentMethodId, billingAddress }
    const again = await someone.post('/api/billing/subscription/create', body, key())
    expect(again.body).toMatchObject({ status: 'incomplete', clientSecret: expect.any(String) })
    await paying.at.confirm(again.body.clientSecret, paymentMethodId)
    await hasPlan(someone, 'BASIC')
    expect((await paying.at.stripe.subscriptions.retrieve(subscriptionId)).status).toBe('canceled')
    expect(await subscription(someone)).toMatchObject({ plan: 'BASIC', status: 'active', cancelAtPeriodEnd: false })
    expect(await typesOf(someone, 'PlanPaid')).toEqual(['PlanPaid', 'PlanPaid'])
  })

  test('whose first payment was given up is begun anew, and only one can be paid', { tags: 'long' }, async () => {
    const someone = await paying.stack.member()
    const paymentMethodId = await paying.at.card('4000002760003184')
    const body = { plan: 'BASIC', interval: 'YEARLY', paymentMethodId, billingAddress }
    const given = key()
    const first = await someone.post('/api/billing/subscription/create', body, given)
    const asked = await paying.at.confirm(first.body.clientSecret, paymentMethodId)
    expect(asked.body.status).toBe('requires_action')
    expect((await someone.post('/api/billing/subscription/create', body, given)).body).toEqual({
      ...first.body,
      position: expect.any(String),
    })
    const again = { ...body, paymentMethodId: await paying.at.card() }
    const second = await someone.post('/api/billing/subscription/create', again, key())
    expect(second.body.clientSecret).not.toBe(first.body.clientSecret)
    await paying.at.confirm(second.body.clientSecret, again.paymentMethodId)
    await hasPlan(someone, 'BASIC')
    await available(someone, 6_100)
    await eventually(async () => (await subscription(someone)).plan === 'BASIC yearly')
    expect(await typesOf(someone, 'PlanPaid')).toEqual(['PlanPaid'])
  })

  test.each(['abandonUnpaid', 'attachUnconfirmedCard'] as const)(
    'that is begun in two windows is charged once, also where one pays as the other begins (before %s)',
    async (moment) => {
      const someone = await paying.stack.member()
      const paymentMethodId = await paying.at.card()
      const wanted = { plan: 'BASIC', interval: 'MONTHLY', paymentMethodId, billingAddress }
      const begin = async () =>
        (await someone.post('/api/billing/subscription/create', wanted, key())).body.clientSecret
      const one = await begin()
      const other = await paying.during({ before: { [moment]: () => paying.at.confirm(one, paymentMethodId) } }, begin)
      if (other) await paying.at.confirm(other, paymentMethodId)
      await hasPlan(someone, 'BASIC')
      await available(someone, 600)
      expect(await typesOf(someone, 'PlanPaid')).toEqual(['PlanPaid'])
      const { customerId = '' } = await dataOf(someone, 'CustomerLinked')
      const { data } = await paying.at.stripe.paymentIntents.list({ customer: customerId })
      expect(data.filter(({ status }) => status === 'succeeded')).toHaveLength(1)
    },
  )

  test('is changed for a dearer one at once, for what was seen', { tags: 'long' }, async () => {
    const { someone } = await subscriber()
    const seen = await preview(someone, 'PRO')
    expect(seen).toMatchObject({ currentPlan: 'BASIC', newPlan: 'PRO', effectiveAt: seen.prorationDate })
    const { prorationDate, immediateCharge, credits } = seen
    const month = await dataOf(someone, 'PlanPaid')
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
    const someone = await paying.stack.member()
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
    await paying.admin.post('/api/admin/subscription/change', gift)
    await available(someone, 600)
    const named = await first()
    expect(named['BASIC MONTHLY'][0]).toBeLessThan(2)
    expect(Math.abs(named['PRO MONTHLY'][0] - 1500)).toBeLessThan(2)
  })

  test('is prorated from a moment of its own period, or looked at again', { tags: 'long' }, async () => {
    const { someone } = await subscriber()
    const moment = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
    for (const prorationDate of [moment(-30), moment(-90), moment(90)]) {
      const stale = await change(someone, { plan: 'PRO', interval: 'MONTHLY', prorationDate })
      expect([stale.status, stale.body.code]).toEqual([409, 'preview_stale'])
    }
    expect((await me(someone)).plan).toBe('BASIC')
  })

  test('is changed for a lesser one at the end of what was paid, until the present one is chosen again', {
    tags: 'long',
  }, async () => {
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

  test('is cancelled for the end of what was paid, and kept after all', { tags: 'long' }, async () => {
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
      const paymentMethodId = await paying.at.card(number)
      await someone.post('/api/billing/setup-payment-method', { paymentMethodId, billingAddress }, key())
      await someone.post('/api/billing/payment-methods/default', { paymentMethodId }, key())
      return paymentMethodId
    }

    test.each(ways)(
      'does so although a dearer one is wanted whose payment %s',
      { tags: 'long' },
      async (_how, number) => {
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
      },
    )

    test('is over once a dearer one was paid for, also where the answer to that was lost', {
      tags: 'long',
    }, async () => {
      const [ends, lessens] = [await subscriber(), await subscriber('PRO')]
      await ends.someone.post('/api/billing/subscription/cancel', { cancelAtPeriodEnd: true }, key())
      await change(lessens.someone, { plan: 'BASIC', interval: 'MONTHLY' })
      await paying.during({ unanswered: 'change' }, async () => {
        expect((await change(ends.someone, { plan: 'PRO', interval: 'MONTHLY' })).body.status).toBe('active')
        expect((await change(lessens.someone, { plan: 'PRO', interval: 'YEARLY' })).body.status).toBe('active')
      })
      expect(await subscription(ends.someone)).toMatchObject({ plan: 'PRO', cancelAtPeriodEnd: false })
      expect(await subscription(lessens.someone)).toMatchObject({ plan: 'PRO yearly', pending: null })
    })

    test('does so still where a dearer one could not be tried', { tags: 'long' }, async () => {
      const { someone } = await subscriber('PRO')
      await change(someone, { plan: 'BASIC', interval: 'MONTHLY' })
      const tried = await paying.during({ failing: 'change' }, () =>
        change(someone, { plan: 'PRO', interval: 'YEARLY' }),
      )
      expect([tried.status, tried.body.code]).toEqual([503, 'payments_unavailable'])
      expect(await subscription(someone)).toMatchObject({ plan: 'PRO', pending: { plan: 'BASIC' } })
    })

    test('goes on once a dearer one is paid, in place of the bank as well', { tags: 'long' }, async () => {
      const { someone } = await subscriber()
      const resume = () => someone.post('/api/billing/subscription/cancel', { cancelAtPeriodEnd: false }, key())
      await someone.post('/api/billing/subscription/cancel', { cancelAtPeriodEnd: true }, key())
      await change(someone, { plan: 'PRO', interval: 'MONTHLY' })
      await hasPlan(someone, 'PRO')
      expect(await subscription(someone)).toMatchObject({ plan: 'PRO', cancelAtPeriodEnd: false })
      await change(someone, { plan: 'BASIC', interval: 'MONTHLY' })
      const card = await prefer(someone, '4000002760003184')
      const { clientSecret } = (await change(someone, { plan: 'PRO', interval: 'YEARLY' })).body
      await paying.at.confirm(clientSecret, card)
      await paying.at.authenticate(clientSecret)
      await resume()
      await eventually(async () => (await subscription(someone)).plan === 'PRO yearly')
      expect(await subscription(someone)).toMatchObject({ plan: 'PRO yearly', pending: null })
    })
  })

  test('that nobody has is not changed', async () => {
    const someone = await paying.stack.member()
    for (const [path, body] of [
      ['preview', { plan: 'PRO', interval: 'MONTHLY' }],
      ['change', { plan: 'PRO', interval: 'MONTHLY' }],
      ['cancel', { cancelAtPeriodEnd: true }],
    ] as const)
      expect((await someone.post(`/api/billing/subscription/${path}`, body)).body.code).toBe('not_subscribed')
  })

  test('that was changed in the dashboard is changed here', { tags: 'long' }, async () => {
    const { someone } = await subscriber()
    const { id } = (await paying.at.stripe.subscriptions.list({ limit: 1 })).data[0] ?? { id: '' }
    await paying.at.stripe.subscriptions.update(id, { cancel_at_period_end: true })
    await paying.at.settle()
    await eventually(async () => (await subscription(someone)).cancelAtPeriodEnd)
  })
})

describe('a pack', () => {
  test('bought with one key from two tabs is charged and granted once', async () => {
    const someone = await paying.stack.member()
    const card = await paying.at.card()
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
    const someone = await paying.stack.member()
    const refused = await buy(someone, await paying.at.card('4000000000009995'))
    expect([refused.status, refused.body]).toEqual([
      402,
      expect.objectContaining({ code: 'card_declined', detail: 'Your card has insufficient funds.' }),
    ])
    expect(await typesOf(someone, 'PackPaid')).toEqual([])
  })

  test('that the bank asks about is granted once it was confirmed', async () => {
    const someone = await paying.stack.member()
    const asked = await buy(someone, await paying.at.card('4000002760003184'))
    expect(asked.body).toMatchObject({ success: false, requiresAction: true, clientSecret: expect.any(String) })
    expect((await me(someone)).imageCredits).toBe(100)
    await paying.at.authenticate(asked.body.clientSecret)
    await available(someone, 350)
  })

  test('bought while the provider is away is bought by the same key afterwards, once', async () => {
    const someone = await paying.stack.member()
    const [card, given] = [await paying.at.card(), key()]
    const away = await paying.during({ isAway: true }, () => buy(someone, card, given))
    expect([away.status, away.body.code]).toEqual([503, 'payments_unavailable'])
    expect((await buy(someone, card, given)).body.success).toBe(true)
    await available(someone, 350)
  })

  test('is not bought by who acts as somebody else', async () => {
    const someone = await paying.stack.member()
    const actor = paying.stack.anyone()
    await actor.post('/api/auth/sign-in/email', { email: paying.admin.email, password: 'correct horse' })
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
    const refused = await paying.admin.post('/api/billing/credits/purchase', body)
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, field])
  })
})

describe('a webhook', () => {
  const post = (body: string, signature: string) =>
    paying.stack.app.inject({
      method: 'POST',
      url: '/api/billing/webhook',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload: body,
    })
  const signed = (body: string, seconds = Math.floor(Date.now() / 1000)) =>
    `t=${seconds},v1=${createHmac('sha256', paying.at.keys.webhookSecret).update(`${seconds}.${body}`).digest('hex')}`
  const about = (customer: string, type = 'invoice.paid', id = `evt_${randomUUID()}`) =>
    JSON.stringify({ id, object: 'event', type, data: { object: { id: 'in_1', object: 'invoice', customer } } })
  const customerOf = async (someone: Person) => String((await dataOf(someone, 'CustomerLinked')).customerId)

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
    const body = about('cus_new')
    const { statusCode } = await paying.during({ isAway: true }, () => post(body, signed(body)))
    expect(statusCode).toBe(503)
  })
})

test('the calls of the provider are measured with their outcome', async () => {
  const { text } = await paying.telemetry.metrics.read()
  const ended = (operation: string, outcome: string) =>
    figure(text, 'loreloom_payments_seconds_count', { operation, outcome })
  expect(ended('account', 'ok')).toBeGreaterThan(10)
  expect(ended('createCustomer', 'away')).toBe(1)
})

test('secrets of the bank and the browser are in no log', () =>
  expect(paying.logged.join('\n')).not.toMatch(/_secret_|sk_test|whsec_/))
