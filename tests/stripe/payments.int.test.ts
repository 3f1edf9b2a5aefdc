import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { simulatedStripe } from '../../backend/http/simulated-stripe.ts'
import { startStripe } from '../../stripe/index.ts'
import { type Emulated, emulated, sdk } from './emulator.ts'

let at: Emulated
beforeAll(async () => {
  at = await emulated()
})
afterAll(() => at.end())

const body = (values: Record<string, string>) => new URLSearchParams(values)
/** As a browser, with the publishable key. */
const browser = async (path: string, values: Record<string, string>) => {
  const headers = { authorization: `Bearer ${at.keys.publishableKey}` }
  const response = await fetch(`${at.address}${path}`, { method: 'POST', headers, body: body(values) })
  return { status: response.status, body: await response.json() }
}
const card = (number: string) => ({
  type: 'card',
  'card[number]': number,
  'card[exp_month]': '12',
  'card[exp_year]': '2040',
  'card[cvc]': '123',
})

describe('a card is saved', () => {
  test('by a browser, which confirms the setup with what the server gave it', async () => {
    const customer = await at.stripe.customers.create({ email: 'ada@example.org', metadata: { userId: 'ada' } })
    const setup = await at.stripe.setupIntents.create({ customer: customer.id, usage: 'off_session' })
    const { body: method } = await browser('/v1/payment_methods', card('4242 4242 4242 4242'))
    expect(method).toMatchObject({ object: 'payment_method', card: { brand: 'visa', last4: '4242' } })
    const confirmed = await browser(`/v1/setup_intents/${setup.id}/confirm`, {
      client_secret: String(setup.client_secret),
      payment_method: method.id,
    })
    expect(confirmed.body).toMatchObject({ status: 'succeeded', payment_method: method.id })
    const { data } = await at.stripe.paymentMethods.list({ customer: customer.id })
    expect(data.map(({ id }) => id)).toEqual([method.id])
    await at.stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } })
    await at.stripe.paymentMethods.detach(method.id)
    const after = await at.stripe.customers.retrieve(customer.id)
    expect(after).toMatchObject({ invoice_settings: { default_payment_method: null } })
  })

  test('under a fingerprint of its own, also where an earlier version gave several cards the same', async () => {
    const numbers = ['4000000000000259', '4000000000000341', '4242424242424242', '4242424242424242']
    const made = await Promise.all(
      numbers.map(async (number) => (await browser('/v1/payment_methods', card(number))).body),
    )
    const known = made.map((method) => method.card.fingerprint)
    expect([new Set(known).size, known[2]]).toEqual([3, known[3]])
    await at.pool.query(
      `update simulated_stripe.objects set data = jsonb_set(data, '{card,fingerprint}', '"NDAwMDAwMDAw"') where kind = 'payment_method'`,
    )
    await (await startStripe({ pool: at.pool })).close()
    const found = await Promise.all(made.map(({ id }) => at.stripe.paymentMethods.retrieve(id)))
    expect(found.map((method) => method.card?.fingerprint)).toEqual(known)
  })

  test('after 3-D Secure, and then pays without the person', async () => {
    const customer = await at.stripe.customers.create()
    const setup = await at.stripe.setupIntents.create({ customer: customer.id })
    const { body: method } = await browser('/v1/payment_methods', card('4000002500003155'))
    const client_secret = String(setup.client_secret)
    const asked = await browser(`/v1/setup_intents/${setup.id}/confirm`, { client_secret, payment_method: method.id })
    expect(asked.body).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
    const done = await browser('/simulated/authenticate', { client_secret, outcome: 'succeed' })
    expect(done.body).toMatchObject({ status: 'succeeded' })
    const paid = await at.stripe.paymentIntents.create({
      amount: 500,
      currency: 'usd',
      customer: customer.id,
      payment_method: method.id,
      confirm: true,
      off_session: true,
    })
    expect(paid.status).toBe('succeeded')
  })
})

describe('a payment', () => {
  const pay = (payment_method: string) =>
    at.stripe.paymentIntents.create({ amount: 1_099, currency: 'usd', payment_method, confirm: true })

  test('succeeds, and says so in an event that is signed', async () => {
    const intent = await pay('pm_card_visa')
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 1_099 })
    const { latest_charge } = await at.stripe.paymentIntents.retrieve(intent.id, {
      expand: ['latest_charge.balance_transaction'],
    })
    expect(latest_charge).toMatchObject({ paid: true, balance_transaction: { net: 1_099 - 62 } })
    await at.settle()
    const types = at.received
      .filter(({ data }) => 'id' in data.object && data.object.id === intent.id)
      .map(({ type }) => type)
    expect(types.sort()).toEqual(['payment_intent.created', 'payment_intent.succeeded'])
  })

  test('that has no charge yet has none either where one is to be expanded', async () => {
    const { id } = await at.stripe.paymentIntents.create({ amount: 1_099, currency: 'usd' })
    for (const path of ['latest_charge', 'latest_charge.refunds'])
      expect((await at.stripe.paymentIntents.retrieve(id, { expand: [path] })).latest_charge).toBeNull()
  })

  test.each([
    ['pm_card_chargeDeclined', { code: 'card_declined', decline_code: 'generic_decline' }],
    ['pm_card_chargeDeclinedInsufficientFunds', { code: 'card_declined', decline_code: 'insufficient_funds' }],
    ['pm_card_chargeDeclinedExpiredCard', { code: 'expired_card' }],
    ['pm_card_chargeCustomerFail', { code: 'card_declined' }],
  ])('by %s is declined', async (token, error) => {
    const refused = await pay(token).catch((caught: unknown) => caught)
    expect(refused).toMatchObject({ type: 'StripeCardError', statusCode: 402, ...error })
    const { payment_intent } = refused as { payment_intent: { id: string } }
    const intent = await at.stripe.paymentIntents.retrieve(payment_intent.id)
    expect(intent).toMatchObject({ status: 'requires_payment_method', last_payment_error: error })
  })

  test('waits for the person, who may say no and try another card', async () => {
    const intent = await pay('pm_card_threeDSecure2Required')
    expect(intent.status).toBe('requires_action')
    const client_secret = String(intent.client_secret)
    const refused = await browser('/simulated/authenticate', { client_secret, outcome: 'fail' })
    expect(refused.body).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    })
    const again = await browser(`/v1/payment_intents/${intent.id}/confirm`, {
      client_secret,
      payment_method: 'pm_card_visa',
    })
    expect(again.body).toMatchObject({ status: 'succeeded' })
  })
})

describe('a request', () => {
  test('with a key is done once, however often it is sent', async () => {
    const idempotencyKey = 'once'
    const [one, other] = [
      await at.stripe.customers.create({ name: 'Once' }, { idempotencyKey }),
      await at.stripe.customers.create({ name: 'Once' }, { idempotencyKey }),
    ]
    expect(other.id).toBe(one.id)
    await expect(at.stripe.customers.create({ name: 'Twice' }, { idempotencyKey })).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
    })
  })

  test('with the key of one that is under way is refused with 409', async () => {
    const ask = () =>
      at.stripe.customers.create({ name: 'Twins' }, { idempotencyKey: 'twins' }).then(
        ({ id }) => id,
        ({ statusCode }) => statusCode,
      )
    const answers = await Promise.all([ask(), ask(), ask()])
    expect(new Set(answers.filter((answer) => answer !== 409)).size).toBe(1)
    expect(answers).toContain(409)
  })

  test('that names what nobody knows, or what we lack, is refused by that name', async () => {
    const unknown = { nickname: 'A' } as object
    await expect(at.stripe.customers.create(unknown)).rejects.toMatchObject({
      code: 'parameter_unknown',
      param: 'nickname',
      message: 'Received unknown parameter: nickname',
    })
    await expect(at.stripe.customers.create({ tax: { ip_address: '::1' } })).rejects.toMatchObject({
      statusCode: 501,
      code: 'not_simulated',
      param: 'tax',
    })
    await expect(at.stripe.tokens.retrieve('tok_1')).rejects.toMatchObject({
      statusCode: 501,
      message: 'The simulated Stripe lacks the call GET /v1/tokens/tok_1.',
    })
    await expect(at.stripe.customers.retrieve('cus_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    })
  })

  test('of a browser is only for what a browser may', async () => {
    const asBrowser = sdk(at.address, at.keys.publishableKey)
    await expect(asBrowser.customers.create()).rejects.toMatchObject({ statusCode: 401 })
    await expect(sdk(at.address, 'sk_test_wrong').customers.create()).rejects.toMatchObject({ statusCode: 401 })
    const intent = await at.stripe.paymentIntents.create({ amount: 500, currency: 'usd' })
    await expect(asBrowser.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })).rejects.toMatchObject(
      { statusCode: 401 },
    )
    const guessed = await browser(`/v1/payment_intents/${intent.id}/confirm`, {
      client_secret: `${intent.id}_secret_guess`,
      payment_method: 'pm_card_visa',
    })
    expect(guessed.status).toBe(400)
  })

  test('for a list goes on from where the last page ended', async () => {
    for (const name of ['1', '2', '3']) await at.stripe.customers.create({ email: 'page@example.org', name })
    const names: unknown[] = []
    for await (const each of at.stripe.customers.list({ email: 'page@example.org', limit: 2 })) names.push(each.name)
    expect(names).toEqual(['3', '2', '1'])
  })
})

test('an event that was not taken is sent again', { tags: 'long' }, async () => {
  at.refuse([500])
  const customer = await at.stripe.customers.create({ name: 'Late' })
  await expect
    .poll(
      async () => {
        await at.settle()
        return at.received.filter(
          ({ type, data }) => type === 'customer.created' && 'id' in data.object && data.object.id === customer.id,
        ).length
      },
      { timeout: 30_000 },
    )
    .toBe(1)
})

describe('through the app', () => {
  const app = Fastify()
  beforeAll(async () => simulatedStripe(app, { address: at.address, publishableKey: at.keys.publishableKey }))
  afterAll(() => app.close())
  const ask = (path: string, values: Record<string, string>, key: string) =>
    app.inject({
      method: 'POST',
      url: `/simulated-stripe/${path}`,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(values).toString(),
    })

  test('a browser reaches what it may, with the publishable key', async () => {
    const made = await ask('v1/payment_methods', card('4242424242424242'), at.keys.publishableKey)
    expect(made.json()).toMatchObject({ object: 'payment_method' })
    const refused = await ask('v1/payment_methods', card('4242424242424241'), at.keys.publishableKey)
    expect(refused.statusCode).toBe(402)
    expect(refused.json()).toMatchObject({ error: { code: 'incorrect_number', param: 'number' } })
  })

  test('and nothing else, nor by the secret key, nor another host', async () => {
    expect((await ask('v1/customers', {}, at.keys.publishableKey)).statusCode).toBe(401)
    expect((await ask('v1/customers', {}, at.keys.secretKey)).statusCode).toBe(404)
    expect((await ask('/example.org/v1/customers', {}, at.keys.publishableKey)).statusCode).toBe(404)
    expect((await ask('v1/payment_methods', { type: 'x'.repeat(20_000) }, at.keys.publishableKey)).statusCode).toBe(413)
  })
})
