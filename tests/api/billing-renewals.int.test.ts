/** @module-tag long */
import { describe, expect, test } from 'vitest'
import { eventually, type Person } from '../stack.ts'
import { figure } from '../telemetry/figures.ts'
import { billingAddress, key, withPayments } from './with-payments.ts'

const paying = withPayments()
const { subscription, dataOf, typesOf, available, subscriber } = paying

/** A clock of the provider's own, by which a customer lives. */
const newClock = async () =>
  (await paying.at.stripe.testHelpers.testClocks.create({ frozen_time: Math.floor(Date.now() / 1000) })).id
/** Beyond the end of what was paid, and the hour for which a renewal is a draft. */
const passBeyond = async (periodEnd: string, clock: string) => {
  const frozen_time = Math.floor(Date.parse(periodEnd) / 1000) + 2 * 3600
  await paying.at.stripe.testHelpers.testClocks.advance(clock, { frozen_time })
  await eventually(async () => {
    await paying.at.settle()
    return (await paying.at.stripe.testHelpers.testClocks.retrieve(clock)).status === 'ready'
  })
}
const renew = async (someone: Person, clock: string) => passBeyond((await subscription(someone)).periodEnd, clock)
const is = (someone: Person, status: string | null) =>
  eventually(async () => {
    await paying.at.settle()
    return (await subscription(someone)).status === status
  })
const charges = async (someone: Person) => {
  const { customerId = '' } = await dataOf(someone, 'CustomerLinked')
  const { data } = await paying.at.stripe.paymentIntents.list({ customer: customerId })
  return data.filter(({ status }) => status === 'succeeded').length
}

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
    const clock = await newClock()
    const { someone, paymentMethodId: good } = await paying.during({ clock }, () => subscriber())
    const { paymentMethodId: bad } = await cardOf(someone, number)
    await prefer(someone, bad)
    await renew(someone, clock)
    await is(someone, 'past_due')
    return { someone, good, bad }
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

describe('a plan whose payment is disputed', () => {
  const basic = { plan: 'BASIC', interval: 'MONTHLY' }
  /** Somebody whose first payment is disputed; `first` happens before the renewal is suspended. */
  const disputed = async (plan = 'BASIC', first?: (someone: Person) => Promise<unknown>) => {
    const clock = await newClock()
    const fault = first ? ({ clock, failing: 'suspendRenewal' } as const) : { clock }
    const { someone } = await paying.during(fault, async () => {
      const begun = await subscriber(plan, 'MONTHLY', '4000000000000259')
      await eventually(async () => (await typesOf(begun.someone, 'PaymentDisputed')).length > 0)
      await first?.(begun.someone)
      return begun
    })
    return { someone, clock }
  }
  const isSuspended = (someone: Person) => eventually(async () => (await subscription(someone)).isSuspended)
  const decide = async (someone: Person, verdict: 'winning_evidence' | 'losing_evidence') => {
    const { disputeId = '' } = await dataOf(someone, 'PaymentDisputed')
    await paying.at.stripe.disputes.update(disputeId, { evidence: { uncategorized_text: verdict }, submit: true })
  }
  const cancel = (someone: Person, cancelAtPeriodEnd: boolean) =>
    someone.post('/api/billing/subscription/cancel', { cancelAtPeriodEnd }, key())
  /** How often jobs let a subscription renew again, or found that they must not. */
  const resumed = async () => {
    const { text } = await paying.telemetry.metrics.read()
    const labels = { operation: 'resumeRenewal', outcome: 'ok' }
    return figure(text, 'loreloom_payments_seconds_count', labels) ?? 0
  }
  const won = async (someone: Person) => {
    const before = await resumed()
    await decide(someone, 'winning_evidence')
    await eventually(async () => (await resumed()) > before)
  }

  test('is not charged again while the bank decides, whatever its user chooses; it stays to the end of what was paid', async () => {
    const { someone, clock } = await disputed()
    await isSuspended(someone)
    expect(await subscription(someone)).toMatchObject({ plan: 'BASIC', nextCharge: null, pending: null })
    expect((await paying.me(someone)).pendingPlanChange).toBeNull()
    const ways = [
      () => cancel(someone, false),
      () => paying.change(someone, basic),
      () => paying.change(someone, { plan: 'PRO', interval: 'MONTHLY' }),
    ]
    for (const way of ways) {
      const refused = await way()
      expect([refused.status, refused.body.code]).toEqual([409, 'payment_disputed'])
    }
    await renew(someone, clock)
    await is(someone, null)
    expect(await charges(someone)).toBe(1)
  })

  test('renews again once the dispute is won, as what was scheduled before', async () => {
    const { someone, clock } = await disputed('PRO', async (owner) => {
      const { subscriptionId = '' } = await dataOf(owner, 'PlanPaid')
      await paying.at.payments.schedule(
        subscriptionId,
        { plan: 'BASIC', interval: 'MONTHLY' },
        key()['idempotency-key'],
      )
    })
    await isSuspended(someone)
    expect((await subscription(someone)).pending).toBeNull()
    await won(someone)
    await eventually(async () => (await subscription(someone)).pending?.plan === 'BASIC')
    expect(await subscription(someone)).toMatchObject({ cancelAtPeriodEnd: false, isSuspended: false })
    await renew(someone, clock)
    await eventually(async () => (await subscription(someone)).plan === 'BASIC')
    expect(await charges(someone)).toBe(2)
  })

  test.each(['before', 'since'])('stays cancelled where its user cancelled it %s', async (when) => {
    const first = (owner: Person) => cancel(owner, true)
    const { someone, clock } = await disputed('BASIC', when === 'before' ? first : undefined)
    if (when === 'since') {
      await isSuspended(someone)
      expect((await cancel(someone, true)).status).toBe(200)
    }
    await won(someone)
    expect(await subscription(someone)).toMatchObject({ cancelAtPeriodEnd: true, isSuspended: false })
    await renew(someone, clock)
    await is(someone, null)
    expect(await charges(someone)).toBe(1)
  })

  test('ends once the dispute is lost, is not charged again, and can be bought again', async () => {
    const { someone, clock } = await disputed()
    const { periodEnd } = await subscription(someone)
    await decide(someone, 'losing_evidence')
    await paying.hasPlan(someone, 'FREE')
    await is(someone, null)
    await passBeyond(periodEnd, clock)
    expect(await charges(someone)).toBe(1)
    const paymentMethodId = await paying.at.card()
    const body = { ...basic, paymentMethodId, billingAddress }
    const { clientSecret } = (await someone.post('/api/billing/subscription/create', body, key())).body
    await paying.at.confirm(clientSecret, paymentMethodId)
    await paying.hasPlan(someone, 'BASIC')
    expect(await subscription(someone)).toMatchObject({ status: 'active', isSuspended: false })
    expect(await charges(someone)).toBe(2)
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
