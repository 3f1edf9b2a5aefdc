import { describe, expect, test } from 'vitest'
import { eventually, type Person } from '../stack.ts'
import { figure } from '../telemetry/figures.ts'
import { billingAddress, key, withPayments } from './with-payments.ts'

const paying = withPayments()
const { subscription, dataOf, typesOf, available, subscriber } = paying

describe('a renewal that failed', () => {
  const cardOf = async (someone: Person, number?: string) => {
    const paymentMethodId = await paying.at.card(number)
    const answer = await someone.post('/api/billing/setup-payment-method', { paymentMethodId, billingAddress }, key())
    return { paymentMethodId, answer }
  }
  const prefer = (someone: Person, paymentMethodId: string, headers = key()) =>
    someone.post('/api/billing/payment-methods/default', { paymentMethodId }, headers)
  const refusing = '4000000000000341'

  /** Whose card cannot be charged when the first month is over: the bank refuses it, unless it is one that does otherwise. */
  const overdue = async (number = refusing) => {
    const own = await paying.at.stripe.testHelpers.testClocks.create({ frozen_time: Math.floor(Date.now() / 1000) })
    const { someone, paymentMethodId: good } = await paying.during({ clock: own.id }, () => subscriber())
    const { paymentMethodId: bad } = await cardOf(someone, number)
    await prefer(someone, bad)
    const { periodEnd } = await subscription(someone)
    const frozen_time = Math.floor(Date.parse(periodEnd) / 1000) + 2 * 3600
    await paying.at.stripe.testHelpers.testClocks.advance(own.id, { frozen_time })
    await is(someone, 'past_due')
    return { someone, good, bad }
  }
  const is = (someone: Person, status: string) =>
    eventually(async () => {
      await paying.at.settle()
      return (await subscription(someone)).status === status
    })
  const charges = async (someone: Person) => {
    const { customerId = '' } = await dataOf(someone, 'CustomerLinked')
    const { data } = await paying.at.stripe.paymentIntents.list({ customer: customerId })
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

  test('is paid at once with a card that is added where none was left, and charged once', async () => {
    const { someone, good, bad } = await overdue()
    // As its dashboard may have it.
    for (const card of [good, bad]) await paying.at.stripe.paymentMethods.detach(card)
    const { answer } = await cardOf(someone, '5555555555554444')
    expect([answer.status, answer.body.code]).toEqual([200, undefined])
    await is(someone, 'active')
    expect(await charges(someone)).toBe(2)
  })

  test('is charged once when the provider tries at the same moment', async () => {
    const { someone, good } = await overdue()
    const { customerId = '' } = await dataOf(someone, 'CustomerLinked')
    const [open] = (await paying.at.stripe.invoices.list({ customer: customerId, status: 'open' })).data
    const [ours] = await Promise.all([
      prefer(someone, good),
      paying.at.stripe.invoices.pay(String(open?.id), { payment_method: good }).catch(() => undefined),
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
    const { customerId = '' } = await dataOf(someone, 'CustomerLinked')
    const { data: kept } = await paying.at.stripe.customers.listPaymentMethods(customerId)
    expect(kept.map(({ id }) => id)).toContain(bad)
    expect(await subscription(someone)).toMatchObject({ plan: 'BASIC', status: 'past_due' })
    expect(await typesOf(someone, 'PaymentFailed')).toEqual(['PaymentFailed'])
    expect(await charges(someone)).toBe(1)
  })

  describe('because the bank asks each time', () => {
    const asking = '4000002760003184'

    test('is confirmed by the person in place, with the same card, and charged once', async () => {
      const { someone, bad } = await overdue(asking)
      expect(await dataOf(someone, 'PaymentFailed')).toMatchObject({ attempts: 1, needsConfirmation: true })
      expect((await subscription(someone)).needsConfirmation).toBe(true)
      const theirs = { to: someone.email, subject: 'Please confirm the renewal of your Loreloom plan' }
      await eventually(async () => (await typesOf(someone, 'RenewalNoticeSent')).length === 1)
      expect((await paying.admin.get('/api/admin/outbox')).body.data).toEqual(
        expect.arrayContaining([expect.objectContaining(theirs)]),
      )
      const given = key()
      const answers = [await prefer(someone, bad, given), await prefer(someone, bad, given)]
      const [first, again] = answers.map(({ body }) => body.clientSecret)
      expect([answers[0]?.status, again]).toEqual([200, first])
      expect((await paying.at.confirm(first, bad)).body.status).toBe('requires_action')
      expect(await subscription(someone)).toMatchObject({ plan: 'BASIC', status: 'past_due' })
      await paying.at.authenticate(first)
      await is(someone, 'active')
      await available(someone, 1_100)
      expect(await subscription(someone)).toMatchObject({ graceUntil: null, needsConfirmation: false })
      expect(await charges(someone)).toBe(2)
    })

    test('stays open where they do not confirm, however often, and is paid with another card', async () => {
      const { someone, bad, good } = await overdue(asking)
      for (let n = 0; n < 5; n++) {
        const { clientSecret } = (await prefer(someone, bad)).body
        await paying.at.confirm(clientSecret, bad)
        await paying.at.authenticate(clientSecret, 'fail')
      }
      // It is not refused: the same card pays once they do confirm.
      const { customerId = '' } = await dataOf(someone, 'CustomerLinked')
      const open = (await paying.at.payments.account(customerId))?.invoices.filter(({ status }) => status === 'open')
      expect(open).toMatchObject([{ needsConfirmation: true }])
      expect(await subscription(someone)).toMatchObject({ plan: 'BASIC', status: 'past_due' })
      expect((await prefer(someone, good)).body.clientSecret).toBeNull()
      await is(someone, 'active')
      expect(await charges(someone)).toBe(2)
    })

    test('is confirmed with a card that is added', async () => {
      const { someone } = await overdue()
      const { paymentMethodId, answer } = await cardOf(someone, asking)
      await paying.at.confirm(answer.body.clientSecret, paymentMethodId)
      await paying.at.authenticate(answer.body.clientSecret)
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

test('the calls of the provider are measured with their outcome', async () => {
  const { text } = await paying.telemetry.metrics.read()
  const ended = (operation: string, outcome: string) =>
    figure(text, 'loreloom_payments_seconds_count', { operation, outcome })
  expect(ended('retryRenewal', 'declined')).toBe(1)
})

test('secrets of the bank and the browser are in no log', () =>
  expect(paying.logged.join('\n')).not.toMatch(/_secret_|sk_test|whsec_/))
