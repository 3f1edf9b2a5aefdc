/** @module-tag long */
import { describe, expect, test } from 'vitest'
import type { Person, Stack } from '../stack.ts'
import { billingAddress, key, withPayments } from './with-payments.ts'

const paying = withPayments()
const { subscription, dataOf, typesOf, subscriber, change, buy } = paying

describe('cards', () => {
  test('are added, preferred and removed; the last one stays while a plan renews', async () => {
    const { someone, paymentMethodId } = await subscriber()
    const cards = async () => (await someone.get('/api/billing/payment-methods')).body.data
    const other = await paying.at.card('5555555555554444')
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

  test('are needed again where the last one was removed from a plan that was to end, and is kept after all', async () => {
    const { someone, paymentMethodId } = await subscriber('PRO')
    const cancel = (cancelAtPeriodEnd: boolean) =>
      someone.post('/api/billing/subscription/cancel', { cancelAtPeriodEnd }, key())
    await cancel(true)
    expect((await someone.delete(`/api/billing/payment-methods/${paymentMethodId}`)).status).toBe(200)
    const ways = [
      () => cancel(false),
      () => change(someone, { plan: 'PRO', interval: 'MONTHLY' }),
      () => change(someone, { plan: 'BASIC', interval: 'MONTHLY' }),
    ]
    for (const way of ways) {
      const refused = await way()
      expect([refused.status, refused.body.code]).toEqual([422, 'payment_method_needed'])
      expect(refused.body.detail).toBe('There is no card for the renewal of your plan. Please add one first.')
    }
    expect(await subscription(someone)).toMatchObject({ cancelAtPeriodEnd: true, nextCharge: null })
    const another = await paying.at.card()
    await someone.post('/api/billing/setup-payment-method', { paymentMethodId: another, billingAddress }, key())
    expect((await cancel(false)).status).toBe(200)
    expect(await subscription(someone)).toMatchObject({ cancelAtPeriodEnd: false, nextCharge: { amount: 1500 } })
  })

  test('of which the default is removed ask which of the others is charged instead', async () => {
    const { someone, paymentMethodId } = await subscriber()
    const cards = async () => (await someone.get('/api/billing/payment-methods')).body.data
    const [disputed, other] = await Promise.all([
      paying.at.card('4000000000000259'),
      paying.at.card('5555555555554444'),
    ])
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
      const paymentMethodId = await paying.at.card(number)
      await someone.post('/api/billing/setup-payment-method', { paymentMethodId, billingAddress }, key())
      return paymentMethodId
    }
    const atProvider = async (someone: Person) => {
      const { customerId = '' } = await dataOf(someone, 'CustomerLinked')
      const { data } = await paying.at.stripe.customers.listPaymentMethods(customerId)
      return data.map(({ id }) => id)
    }

    test('stand once, and what renews is charged to the newer', async () => {
      const { someone, paymentMethodId: before } = await subscriber()
      const { subscriptionId = '' } = await dataOf(someone, 'SubscriptionStarted')
      // As its dashboard may have it.
      await paying.at.stripe.subscriptions.update(subscriptionId, { default_payment_method: before })
      const other = await add(someone, '5555555555554444')
      const again = await add(someone)
      expect(await cards(someone)).toMatchObject([
        { id: again, last4: '4242', isDefault: true },
        { id: other, last4: '4444', isDefault: false },
      ])
      expect(await atProvider(someone)).toEqual([again, other])
      expect((await paying.at.stripe.subscriptions.retrieve(subscriptionId)).default_payment_method).toBe(again)
    })

    test('for a pack take the place of the older once they paid', async () => {
      const { someone } = await subscriber()
      const again = await paying.at.card()
      expect((await buy(someone, again)).body.success).toBe(true)
      expect(await cards(someone)).toMatchObject([{ id: again, isDefault: true }])
      expect(await atProvider(someone)).toEqual([again])
    })

    test('for a pack are charged and granted though the older cannot be replaced', async () => {
      const { someone } = await subscriber()
      const card = await paying.at.card()
      const bought = await paying.during({ failing: 'replaceCards' }, () => buy(someone, card))
      expect(bought.body.success).toBe(true)
      expect(await typesOf(someone, 'PackPaid')).toEqual(['PackPaid'])
    })

    test('for a pack and are refused leave the older, which may have been typed right', async () => {
      const someone = await paying.stack.member()
      const refusing = '4000000000000341'
      const before = await add(someone, refusing)
      expect((await buy(someone, await paying.at.card(refusing))).status).toBe(402)
      expect(await cards(someone)).toMatchObject([{ id: before, isDefault: true }])
      expect((await atProvider(someone)).length).toBe(2)
    })

    test('go together', async () => {
      const someone = await paying.stack.member()
      const asking = '4000002500003155'
      for (let n = 0; n < 2; n++) await buy(someone, await paying.at.card(asking))
      expect([(await cards(someone)).length, (await atProvider(someone)).length]).toEqual([1, 2])
      const [{ id }] = await cards(someone)
      expect((await someone.delete(`/api/billing/payment-methods/${id}`)).status).toBe(200)
      expect([await cards(someone), await atProvider(someone)]).toEqual([[], []])
    })
  })

  test("of somebody else's are not there", async () => {
    const { paymentMethodId } = await subscriber()
    const someone = await paying.stack.member()
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
    expect(await read(paying.stack.store)).not.toMatch(/Tidewater|04101|1 Quay|42424|pm_/)
    expect(await read(paying.stack.sealedStore)).not.toMatch(/"last4":"\d/)
  })
})

test('secrets of the bank and the browser are in no log', () =>
  expect(paying.logged.join('\n')).not.toMatch(/_secret_|sk_test|whsec_/))
