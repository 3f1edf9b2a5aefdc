import { describe, expect, test } from 'vitest'
import { eventually, type Person } from '../stack.ts'
import { billingAddress, key, withPayments } from './with-payments.ts'

const paying = withPayments()
const { me, hasPlan, available, subscriber, change, buy } = paying

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

  test('for credits is listed until the user confirms it, and its card is the default only then', {
    tags: 'long',
  }, async () => {
    const someone = await paying.stack.member()
    const card = await paying.at.card(bankAsks)
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
    await paying.at.authenticate(waiting.clientSecret)
    await available(someone, 350)
    expect(await unfinished(someone)).toEqual([])
    expect(await defaultCard(someone)).toMatchObject({ id: card })
  })

  test('for credits is cancelled by its user alone, and cannot be paid after that', { tags: 'long' }, async () => {
    const [someone, other] = [await paying.stack.member(), await paying.stack.member()]
    await buy(other, await paying.at.card())
    const { clientSecret } = (await buy(someone, await paying.at.card(bankAsks))).body
    const [{ id }] = await unfinished(someone)
    expect(await cancel(other, id)).toMatchObject({ status: 404, body: { code: 'payment_not_found' } })
    expect(await unfinished(someone)).toHaveLength(1)
    expect((await cancel(someone, id)).body).toMatchObject({ outcome: 'cancelled' })
    expect(await unfinished(someone)).toEqual([])
    expect((await paying.at.authenticate(clientSecret)).status).toBe(400)
    expect((await cancel(someone, id)).body).toMatchObject({ outcome: 'cancelled' })
    expect((await someone.get('/api/users/credits')).body.available).toBe(100)
  })

  test('for credits is replaced by the next purchase, so that only one can be paid', { tags: 'long' }, async () => {
    const someone = await paying.stack.member()
    const card = await paying.at.card(bankAsks)
    const given = key()
    const first = (await buy(someone, card, given)).body.clientSecret
    expect((await buy(someone, card, given)).body.clientSecret).toBe(first)
    const second = (await buy(someone, card)).body.clientSecret
    expect((await unfinished(someone)).map(({ clientSecret }: { clientSecret: string }) => clientSecret)).toEqual([
      second,
    ])
    expect((await paying.at.authenticate(first)).status).toBe(400)
    await paying.at.authenticate(second)
    await available(someone, 350)
  })

  test('and that was paid before it was cancelled is reported as paid', async () => {
    const someone = await paying.stack.member()
    await buy(someone, await paying.at.card(bankAsks))
    const [{ id, clientSecret }] = await unfinished(someone)
    await paying.at.authenticate(clientSecret)
    expect((await cancel(someone, id)).body).toMatchObject({ outcome: 'paid' })
    await available(someone, 350)
  })

  test('for a plan leaves the default card until it is confirmed', { tags: 'long' }, async () => {
    const someone = await paying.stack.member()
    const good = await paying.at.card()
    await buy(someone, good)
    await available(someone, 350)
    expect(await defaultCard(someone)).toMatchObject({ id: good })
    const card = await paying.at.card(bankAsks)
    const begun = await subscribe(someone, card)
    await paying.at.confirm(begun.body.clientSecret, card)
    expect(await defaultCard(someone)).toMatchObject({ id: good })
    const [waiting] = await unfinished(someone)
    expect(waiting).toMatchObject({
      pack: null,
      plan: 'BASIC',
      interval: 'MONTHLY',
      amount: 500,
      paymentMethodId: card,
    })
    await paying.at.authenticate(waiting.clientSecret)
    await hasPlan(someone, 'BASIC')
    await eventually(async () => (await defaultCard(someone))?.id === card)
  })

  test('for a plan is cancelled with its subscription', { tags: 'long' }, async () => {
    const someone = await paying.stack.member()
    const card = await paying.at.card(bankAsks)
    const begun = await subscribe(someone, card)
    await paying.at.confirm(begun.body.clientSecret, card)
    const [{ id }] = await unfinished(someone)
    expect((await cancel(someone, id)).body).toMatchObject({ outcome: 'cancelled' })
    expect((await paying.at.authenticate(begun.body.clientSecret)).status).toBe(400)
    expect((await me(someone)).plan).toBe('FREE')
  })

  test('for a change of plan cannot be paid after a lesser plan or the end was chosen', { tags: 'long' }, async () => {
    for (const choose of [
      (someone: Person) => change(someone, { plan: 'BASIC', interval: 'MONTHLY' }),
      (someone: Person) => someone.post('/api/billing/subscription/cancel', { cancelAtPeriodEnd: true }, key()),
    ]) {
      const { someone } = await subscriber('PRO')
      const card = await paying.at.card(bankAsks)
      await someone.post('/api/billing/setup-payment-method', { paymentMethodId: card, billingAddress }, key())
      await someone.post('/api/billing/payment-methods/default', { paymentMethodId: card }, key())
      const begun = await change(someone, { plan: 'PRO', interval: 'YEARLY' })
      expect(begun.body).toMatchObject({ status: 'incomplete' })
      expect((await choose(someone)).status).toBe(200)
      expect(await unfinished(someone)).toEqual([])
      expect((await paying.at.authenticate(begun.body.clientSecret)).status).toBe(400)
    }
  })

  test.each(['cancelled', 'left alone'])(
    'for a change of plan that is %s does not keep another one from beginning',
    { tags: 'long' },
    async (end) => {
      const { someone } = await subscriber()
      const card = await paying.at.card(bankAsks)
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
      await paying.at.authenticate(second.body.clientSecret)
      await hasPlan(someone, 'PRO')
    },
  )
})

test('secrets of the bank and the browser are in no log', () =>
  expect(paying.logged.join('\n')).not.toMatch(/_secret_|sk_test|whsec_/))
