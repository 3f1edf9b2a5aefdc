import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Emulated, emulated } from './emulator.ts'

let at: Emulated
const price: Record<string, string> = {}
beforeAll(async () => {
  at = await emulated()
  const { id: product } = await at.stripe.products.create({ name: 'Basic' })
  const amounts = { basic_month: 900, basic_year: 9_000, pro_month: 1_900, pro_year: 19_000 }
  for (const [lookup_key, unit_amount] of Object.entries(amounts)) {
    const interval = lookup_key.endsWith('year') ? 'year' : 'month'
    price[lookup_key] = (
      await at.stripe.prices.create({ product, currency: 'usd', unit_amount, lookup_key, recurring: { interval } })
    ).id
  }
})
afterAll(() => at.end())

const seconds = (iso: string) => Date.parse(iso) / 1_000
const day = 86_400

/** Somebody with a card, by a clock of their own. */
const somebody = async (token = 'pm_card_visa', from = '2027-01-31T12:00:00Z') => {
  const clock = await at.stripe.testHelpers.testClocks.create({ frozen_time: seconds(from) })
  const customer = await at.stripe.customers.create({ test_clock: clock.id })
  const method = await at.stripe.paymentMethods.attach(token, { customer: customer.id })
  await at.stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } })
  const advance = async (to: string | number) => {
    await at.stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: typeof to === 'string' ? seconds(to) : to })
    await at.settle()
    expect((await at.stripe.testHelpers.testClocks.retrieve(clock.id)).status).toBe('ready')
  }
  const useCard = async (next: string) => {
    const { id } = await at.stripe.paymentMethods.attach(next, { customer: customer.id })
    await at.stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: id } })
  }
  return { customer: customer.id, method: method.id, advance, useCard }
}

const subscribe = (customer: string, key: string, more: Partial<Stripe.SubscriptionCreateParams> = {}) =>
  at.stripe.subscriptions.create({ customer, items: [{ price: String(price[key]) }], ...more })
const reread = (id: string) => at.stripe.subscriptions.retrieve(id)
const invoicesOf = async (subscription: string) =>
  (await at.stripe.invoices.list({ subscription, expand: ['data.payments'] })).data
const itemOf = ({ items }: Stripe.Subscription) => {
  const [item] = items.data
  if (!item) throw new Error('No item')
  return item
}
const iso = (at: number) => new Date(at * 1_000).toISOString().slice(0, 10)

describe('a subscription begins', () => {
  test('with its first invoice paid by the card that is there', async () => {
    const { customer } = await somebody()
    const subscription = await subscribe(customer, 'basic_month')
    expect(subscription.status).toBe('active')
    expect(await invoicesOf(subscription.id)).toMatchObject([
      {
        status: 'paid',
        amount_paid: 900,
        billing_reason: 'subscription_create',
        payments: { data: [{ status: 'paid', amount_paid: 900 }] },
      },
    ])
  })

  test('when the person has paid in the browser, or never: after 23 hours', async () => {
    const { customer, method, advance } = await somebody()
    const begin = () =>
      subscribe(customer, 'basic_month', {
        payment_behavior: 'default_incomplete',
        expand: ['latest_invoice.confirmation_secret'],
      })
    const [paid, left] = [await begin(), await begin()]
    const { confirmation_secret } = paid.latest_invoice as Stripe.Invoice
    const [intent = ''] = String(confirmation_secret?.client_secret).split('_secret_')
    expect(paid.status).toBe('incomplete')
    await at.stripe.paymentIntents.confirm(intent, { payment_method: method })
    expect((await reread(paid.id)).status).toBe('active')
    await advance('2027-02-01T11:30:00Z')
    expect((await reread(left.id)).status).toBe('incomplete_expired')
    expect(await invoicesOf(left.id)).toMatchObject([{ status: 'void' }])
  })

  test('or not at all, when it is to fail', async () => {
    const { customer } = await somebody('pm_card_chargeCustomerFail')
    await expect(subscribe(customer, 'basic_month', { payment_behavior: 'error_if_incomplete' })).rejects.toMatchObject(
      { code: 'card_declined' },
    )
    expect((await at.stripe.subscriptions.list({ customer, status: 'all' })).data).toEqual([])
  })
})

describe('a renewal', () => {
  test('comes at the end of the month, however short, and is a draft for an hour', { tags: 'long' }, async () => {
    const { customer, advance } = await somebody()
    const { id } = await subscribe(customer, 'basic_month')
    await advance('2027-02-28T12:30:00Z')
    expect(iso(itemOf(await reread(id)).current_period_end)).toBe('2027-03-31')
    expect(await invoicesOf(id)).toMatchObject([{ status: 'draft', billing_reason: 'subscription_cycle' }, {}])
    await advance('2027-02-28T13:01:00Z')
    expect(await invoicesOf(id)).toMatchObject([{ status: 'paid', amount_paid: 900 }, {}])
    await advance('2027-06-30T20:00:00Z')
    expect((await invoicesOf(id)).map(({ status }) => status)).toEqual(Array(6).fill('paid'))
  })

  test('that fails is tried again, and recovers with another card', async () => {
    const { customer, advance, useCard } = await somebody()
    const { id } = await subscribe(customer, 'basic_month')
    await useCard('pm_card_chargeCustomerFail')
    await advance('2027-02-28T14:00:00Z')
    expect((await reread(id)).status).toBe('past_due')
    expect(await invoicesOf(id)).toMatchObject([
      { status: 'open', attempt_count: 1, next_payment_attempt: seconds('2027-03-01T13:00:00Z') },
      {},
    ])
    await useCard('pm_card_visa')
    await advance('2027-03-01T14:00:00Z')
    expect((await reread(id)).status).toBe('active')
    expect(await invoicesOf(id)).toMatchObject([{ status: 'paid', attempt_count: 2 }, {}])
  })

  test('that fails again and again ends it after a week', async () => {
    const { customer, advance, useCard } = await somebody()
    const { id } = await subscribe(customer, 'basic_month')
    await useCard('pm_card_chargeCustomerFail')
    await advance('2027-03-07T12:00:00Z')
    expect((await reread(id)).status).toBe('past_due')
    await advance('2027-03-07T14:00:00Z')
    expect(await reread(id)).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'payment_failed' } })
    expect(await invoicesOf(id)).toMatchObject([{ status: 'open', attempt_count: 5, next_payment_attempt: null }, {}])
  })

  test('that asks the person waits for them', async () => {
    const { customer, advance, useCard } = await somebody()
    const { id } = await subscribe(customer, 'basic_month')
    await useCard('pm_card_authenticationRequired')
    await advance('2027-02-28T14:00:00Z')
    const { latest_invoice } = await at.stripe.subscriptions.retrieve(id, {
      expand: ['latest_invoice.payments.data.payment.payment_intent'],
    })
    const { payments } = latest_invoice as Stripe.Invoice
    expect(payments?.data[0]?.payment.payment_intent).toMatchObject({ status: 'requires_action' })
  })
})

describe('a change', () => {
  test('of the price is paid at once for what is left of the period, as its preview said', async () => {
    const { customer, advance } = await somebody('pm_card_visa', '2027-03-01T00:00:00Z')
    const subscription = await subscribe(customer, 'basic_month')
    await advance('2027-03-16T12:00:00Z')
    const items = [{ id: itemOf(subscription).id, price: String(price.pro_month) }]
    const wanted = {
      items,
      proration_behavior: 'always_invoice',
      proration_date: seconds('2027-03-16T12:00:00Z'),
    } as const
    const preview = await at.stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: wanted,
    })
    expect(preview.amount_due).toBe(500)
    expect(
      preview.lines.data.map(({ amount, parent }) => [amount, parent?.subscription_item_details?.proration]),
    ).toEqual([
      [-450, true],
      [950, true],
    ])
    await at.stripe.subscriptions.update(subscription.id, { ...wanted, payment_behavior: 'pending_if_incomplete' })
    expect(await invoicesOf(subscription.id)).toMatchObject([
      { status: 'paid', amount_paid: 500, billing_reason: 'subscription_update' },
      {},
    ])
    expect(itemOf(await reread(subscription.id)).price.id).toBe(price.pro_month)
  })

  test('to a year restarts the period', async () => {
    const { customer, advance } = await somebody('pm_card_visa', '2027-03-01T00:00:00Z')
    const subscription = await subscribe(customer, 'basic_month')
    await advance('2027-03-16T12:00:00Z')
    const changed = await at.stripe.subscriptions.update(subscription.id, {
      items: [{ id: itemOf(subscription).id, price: String(price.basic_year) }],
    })
    expect(iso(itemOf(changed).current_period_end)).toBe('2028-03-16')
    expect(await invoicesOf(subscription.id)).toMatchObject([{ status: 'paid', amount_paid: 9_000 - 450 }, {}])
  })

  test('that is not asked to be paid at once waits for the renewal', async () => {
    const { customer, advance } = await somebody('pm_card_visa', '2027-03-01T00:00:00Z')
    const subscription = await subscribe(customer, 'basic_month')
    await advance('2027-03-16T12:00:00Z')
    await at.stripe.subscriptions.update(subscription.id, {
      items: [{ id: itemOf(subscription).id, price: String(price.pro_month) }],
    })
    expect(await at.stripe.invoices.createPreview({ subscription: subscription.id })).toMatchObject({
      amount_due: 500 + 1_900,
    })
    await advance('2027-04-01T02:00:00Z')
    expect(await invoicesOf(subscription.id)).toMatchObject([{ status: 'paid', amount_paid: 2_400 }, {}])
  })

  test('that is declined changes nothing while it is pending, and goes with its invoice', async () => {
    const { customer, useCard } = await somebody()
    const subscription = await subscribe(customer, 'basic_month')
    await useCard('pm_card_chargeCustomerFail')
    const changed = await at.stripe.subscriptions.update(subscription.id, {
      items: [{ id: itemOf(subscription).id, price: String(price.pro_month) }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
      expand: ['latest_invoice.confirmation_secret', 'latest_invoice.payments'],
    })
    expect(changed).toMatchObject({ status: 'active', pending_update: { expires_at: expect.any(Number) } })
    expect(itemOf(changed).price.id).toBe(price.basic_month)
    const invoice = changed.latest_invoice as Stripe.Invoice
    await at.stripe.invoices.voidInvoice(String(invoice.id))
    expect(await reread(subscription.id)).toMatchObject({ status: 'active', pending_update: null })
  })

  test('that is not paid by the end of the period is dropped there, and the plan renews as it was', async () => {
    const { customer, useCard, advance } = await somebody('pm_card_visa', '2027-03-01T00:00:00Z')
    const subscription = await subscribe(customer, 'basic_month')
    await advance('2027-03-31T20:00:00Z')
    await useCard('pm_card_authenticationRequired')
    const changed = await at.stripe.subscriptions.update(subscription.id, {
      items: [{ id: itemOf(subscription).id, price: String(price.basic_year) }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
    })
    expect(changed.pending_update?.expires_at).toBe(itemOf(subscription).current_period_end)
    await useCard('pm_card_visa')
    await advance('2027-04-01T02:00:00Z')
    const [renewal, change] = await invoicesOf(subscription.id)
    expect([renewal?.status, renewal?.amount_paid, change?.status]).toEqual(['paid', 900, 'void'])
    const after = await reread(subscription.id)
    expect([after.pending_update, itemOf(after).price.id]).toEqual([null, price.basic_month])
    expect(iso(itemOf(after).current_period_end)).toBe('2027-05-01')
  })

  test('that waits for 3-D Secure is made when the person confirms it', async () => {
    const { customer, useCard } = await somebody()
    const subscription = await subscribe(customer, 'basic_month')
    await useCard('pm_card_authenticationRequired')
    const changed = await at.stripe.subscriptions.update(subscription.id, {
      items: [{ id: itemOf(subscription).id, price: String(price.pro_month) }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
      expand: ['latest_invoice.confirmation_secret'],
    })
    const { confirmation_secret } = changed.latest_invoice as Stripe.Invoice
    const headers = { authorization: `Bearer ${at.keys.publishableKey}` }
    const body = new URLSearchParams({ client_secret: String(confirmation_secret?.client_secret), outcome: 'succeed' })
    await fetch(`${at.address}/simulated/authenticate`, { method: 'POST', headers, body })
    const after = await reread(subscription.id)
    expect(after.pending_update).toBeNull()
    expect(itemOf(after).price.id).toBe(price.pro_month)
  })
})

describe('the end of a period', () => {
  test('ends what was to end, unless that is taken back', async () => {
    const { customer, advance } = await somebody()
    const [ends, stays] = [await subscribe(customer, 'basic_month'), await subscribe(customer, 'basic_month')]
    for (const { id } of [ends, stays]) await at.stripe.subscriptions.update(id, { cancel_at_period_end: true })
    await at.stripe.subscriptions.update(stays.id, { cancel_at_period_end: false })
    await advance('2027-02-28T14:00:00Z')
    expect((await reread(ends.id)).status).toBe('canceled')
    expect((await reread(stays.id)).status).toBe('active')
  })

  test('brings what a schedule says, which then lets go', async () => {
    const { customer, advance } = await somebody('pm_card_visa', '2027-03-01T00:00:00Z')
    const subscription = await subscribe(customer, 'pro_year')
    const item = itemOf(subscription)
    const { id } = await at.stripe.subscriptionSchedules.create({ from_subscription: subscription.id })
    await at.stripe.subscriptionSchedules.update(id, {
      end_behavior: 'release',
      proration_behavior: 'none',
      phases: [
        {
          items: [{ price: item.price.id, quantity: 1 }],
          start_date: item.current_period_start,
          end_date: item.current_period_end,
        },
        {
          items: [{ price: String(price.basic_month), quantity: 1 }],
          duration: { interval: 'month', interval_count: 1 },
        },
      ],
    })
    await expect(at.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })).rejects.toMatchObject(
      { statusCode: 400 },
    )
    expect(await at.stripe.invoices.createPreview({ subscription: subscription.id })).toMatchObject({ amount_due: 900 })
    await advance('2028-03-01T02:00:00Z')
    expect(itemOf(await reread(subscription.id)).price.id).toBe(price.basic_month)
    expect(await invoicesOf(subscription.id)).toMatchObject([{ status: 'paid', amount_paid: 900 }, {}])
    await advance('2028-04-01T02:00:00Z')
    expect(await reread(subscription.id)).toMatchObject({ status: 'active', schedule: null })
    expect((await at.stripe.subscriptionSchedules.retrieve(id)).status).toBe('released')
  })

  test('is as it was when the schedule is let go before', async () => {
    const { customer, advance } = await somebody()
    const subscription = await subscribe(customer, 'basic_month')
    const { id } = await at.stripe.subscriptionSchedules.create({ from_subscription: subscription.id })
    expect(await at.stripe.subscriptionSchedules.release(id)).toMatchObject({ status: 'released' })
    await advance('2027-02-28T14:00:00Z')
    expect(itemOf(await reread(subscription.id)).price.id).toBe(price.basic_month)
  })
})

describe('money goes back', () => {
  const pay = async (payment_method: string) =>
    at.stripe.paymentIntents.create({ amount: 1_000, currency: 'usd', payment_method, confirm: true })

  test('in parts, and no more than was paid', async () => {
    const { id: payment_intent } = await pay('pm_card_visa')
    await at.stripe.refunds.create({ payment_intent, amount: 300 })
    await expect(at.stripe.refunds.create({ payment_intent, amount: 800 })).rejects.toMatchObject({ param: 'amount' })
    await at.stripe.refunds.create({ payment_intent })
    await expect(at.stripe.refunds.create({ payment_intent })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    })
    expect((await at.stripe.refunds.list({ payment_intent })).data.map(({ amount }) => amount)).toEqual([700, 300])
  })

  test('and comes again by a card whose bank refuses it a minute later', async () => {
    const { customer, method, advance } = await somebody('pm_card_refundFail')
    const paid = { amount: 1_000, currency: 'usd', customer, payment_method: method, confirm: true } as const
    const { id: payment_intent } = await at.stripe.paymentIntents.create(paid)
    const { id, status } = await at.stripe.refunds.create({ payment_intent, amount: 300 })
    expect(status).toBe('succeeded')
    await advance('2027-01-31T12:01:00Z')
    const expand = ['failure_balance_transaction']
    expect(await at.stripe.refunds.retrieve(id, { expand })).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
      failure_balance_transaction: { amount: 300, type: 'refund_failure' },
    })
    const {
      data: [charge],
    } = await at.stripe.charges.list({ payment_intent, expand: ['data.refunds'] })
    expect(charge).toMatchObject({ amount_refunded: 0, refunded: false, refunds: { data: [{ id }] } })
    expect(at.received.filter(({ type }) => type === 'refund.failed').map(({ data }) => data.object)).toMatchObject([
      { id, payment_intent, status: 'failed' },
    ])
    await at.stripe.refunds.create({ payment_intent })
  })

  test.each([
    ['won', 'winning_evidence'],
    ['lost', 'losing_evidence'],
  ])('in a dispute, which is %s by the evidence', async (status, uncategorized_text) => {
    const { id: payment_intent } = await pay('pm_card_createDispute')
    const {
      data: [dispute],
    } = await at.stripe.disputes.list({ payment_intent })
    expect(dispute).toMatchObject({ status: 'needs_response', reason: 'fraudulent' })
    await expect(at.stripe.refunds.create({ payment_intent })).rejects.toMatchObject({ code: 'charge_disputed' })
    expect(await at.stripe.disputes.update(String(dispute?.id), { evidence: { uncategorized_text } })).toMatchObject({
      status,
    })
    await expect(at.stripe.disputes.close(String(dispute?.id))).rejects.toMatchObject({ statusCode: 400 })
  })
})

test('the whole installation goes forward when it is told the time', async () => {
  const customer = await at.stripe.customers.create({ payment_method: 'pm_card_visa' })
  const {
    data: [method],
  } = await at.stripe.paymentMethods.list({ customer: customer.id })
  const { id, created } = await subscribe(customer.id, 'basic_month', { default_payment_method: String(method?.id) })
  const headers = { authorization: `Bearer ${at.keys.secretKey}` }
  await fetch(`${at.address}/simulated/clock`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ now: String(created + 33 * day) }),
  })
  expect(await invoicesOf(id)).toMatchObject([{ status: 'paid' }, { status: 'paid' }])
})
