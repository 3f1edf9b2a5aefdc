import { afterAll, beforeAll, expect, test } from 'vitest'
import { prefixes } from '../../stripe/objects.ts'
import { type Emulated, emulated } from './emulator.ts'
import fixtures from './fixtures.json' with { type: 'json' }

/**
 * What the emulator answers beside the examples that Stripe publishes. That every key is there which the SDK's types have is checked by the
 * compiler: each object is made as that type (`stripe/objects.ts`).
 */
let at: Emulated
const seen = new Map<string, Record<string, unknown>[]>()

const remember = (value: unknown): void => {
  if (typeof value !== 'object' || value === null) return
  if ('object' in value && typeof value.object === 'string' && value.object in fixtures.resources && 'id' in value)
    seen.set(value.object, [...(seen.get(value.object) ?? []), { ...value }])
  for (const each of Object.values(value)) remember(each)
}

/** One of everything: bought, changed, renewed, refused, paid back and disputed. */
const live = async ({ stripe }: Emulated) => {
  const { id: product } = await stripe.products.create({ name: 'Basic', description: 'A plan' })
  const [month, dear] = [900, 1_900].map((unit_amount) =>
    stripe.prices.create({ product, currency: 'usd', unit_amount, recurring: { interval: 'month' } }),
  )
  const prices = { month: (await month)?.id ?? '', dear: (await dear)?.id ?? '' }
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: 1_800_000_000 })
  const customer = await stripe.customers.create({
    test_clock: clock.id,
    email: 'ada@example.org',
    address: { country: 'US', city: 'Salem' },
  })
  const setup = await stripe.setupIntents.create({
    customer: customer.id,
    payment_method: 'pm_card_threeDSecure2Required',
    confirm: true,
  })
  expect(setup.status).toBe('requires_action')
  const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } })
  const subscription = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: prices.month }] })
  const [item] = subscription.items.data
  await stripe.subscriptions.update(subscription.id, { items: [{ id: String(item?.id), price: prices.dear }] })
  await stripe.subscriptionSchedules.create({ from_subscription: subscription.id })
  await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: 1_800_000_000 + 32 * 86_400 })
  const pay = (payment_method: string) =>
    stripe.paymentIntents.create({ amount: 1_000, currency: 'usd', payment_method, confirm: true })
  await pay('pm_card_chargeDeclined').catch(() => undefined)
  await pay('pm_card_createDispute')
  await stripe.refunds.create({ payment_intent: (await pay('pm_card_visa')).id })
  await stripe.webhookEndpoints.create({ url: 'http://127.0.0.1:9/', enabled_events: ['account.updated'] })
}

beforeAll(async () => {
  at = await emulated()
  await live(at)
  await at.settle()
  const { rows } = await at.pool.query('select data from simulated_stripe.objects')
  remember(rows.map(({ data }) => data))
})
afterAll(() => at.end())

const kindOf = (value: unknown) => (Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value)

/** Keys that the published examples have, and this version of the API has not, or sends only when it is asked to expand them. */
const gone: Record<string, string[]> = { charge: ['refunds'], invoice: ['subscription'] }

/** Newer than the examples: the SDK's types have them. */
const newer: Record<string, string[]> = {
  dispute: ['intended_submission_method'],
  payment_intent: ['allowed_payment_method_types', 'payment_record'],
  product: ['tax_details'],
  setup_intent: ['allowed_payment_method_types'],
  subscription_item: ['current_trial'],
  subscription_schedule: ['pause_schedules'],
}

const kinds = Object.keys(fixtures.resources).filter(
  (kind) => kind !== 'deleted_customer',
) as (keyof typeof fixtures.resources)[]

test('one of each kind was seen', () => {
  expect(kinds.filter((kind) => !seen.has(kind))).toEqual([])
  expect(Object.keys(prefixes).filter((kind) => !(kind in fixtures.resources))).toEqual([])
})

test.each(kinds)('%s has the keys of the published example, and values of their kinds', (kind) => {
  const example = fixtures.resources[kind] as Record<string, unknown>
  const wanted = Object.keys(example).filter((key) => !gone[kind]?.includes(key))
  for (const each of seen.get(kind) ?? []) {
    if (each.deleted === true) continue
    expect(
      wanted.filter((key) => !(key in each)),
      'lacks',
    ).toEqual([])
    expect(
      Object.keys(each).filter((key) => !(key in example) && !newer[kind]?.includes(key)),
      'has besides',
    ).toEqual([])
    const other = wanted.filter((key) => {
      const [ours, theirs] = [kindOf(each[key]), kindOf(example[key])]
      return ours !== theirs && ours !== 'null' && theirs !== 'null'
    })
    expect(other, 'are of another kind').toEqual([])
  }
})

test('ids begin as Stripe’s do', () => {
  for (const [kind, prefix] of Object.entries(prefixes))
    for (const { id } of seen.get(kind) ?? [])
      expect(id === 'we_given' || String(id).startsWith(prefix), String(id)).toBe(true)
})
