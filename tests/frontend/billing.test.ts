import { describe, expect, test, vi } from 'vitest'
import type { Subscription } from '#domain/billing-answers.ts'
import type { Plan, PlanTerm } from '#domain/entitlements.ts'
import type { PaymentReturn } from '#domain/payment-answers.ts'
import { requestError } from '../../frontend/src/base/problem.ts'
import { addressFrom, missingIn, trimAddress } from '../../frontend/src/billing/address.ts'
import { PaymentProblem, PaymentUncertain } from '../../frontend/src/billing/card-payments.ts'
import { money } from '../../frontend/src/billing/money.ts'
import { paymentMessage } from '../../frontend/src/billing/payment-message.ts'
import { returnFact, returnSentence } from '../../frontend/src/billing/payment-words.ts'
import { countries, states } from '../../frontend/src/billing/places.ts'
import { cardName, isExpired } from '../../frontend/src/billing/SavedCard.tsx'
import { brandOf, groupedNumber, problemsOf, slashedExpiry } from '../../frontend/src/billing/simulated/card.ts'
import { poster } from '../../frontend/src/billing/simulated/post.ts'
import { isUncertain } from '../../frontend/src/billing/use-intention.ts'
import { payingOf, pendingOf } from '../../frontend/src/features/account/paying.ts'
import { actOf, choiceName, type Paying } from '../../frontend/src/features/account/plan-acts.ts'
import { describeSubscription } from '../../frontend/src/features/account/subscription-state.ts'

const basicMonthly: Paying = { plan: 'BASIC', interval: 'MONTHLY', pending: null }

describe('What the button of a plan does', () => {
  const does = (
    paying: Paying | null,
    plan: Plan,
    interval: 'MONTHLY' | 'YEARLY' = 'MONTHLY',
    given: Plan = 'FREE',
  ) => {
    const { does, label } = actOf(paying, paying?.plan ?? given, { plan, interval })
    return `${does}: ${label}`
  }

  test('who pays for nothing begins with a card', () => {
    expect(does(null, 'FREE')).toBe('nothing: Current plan')
    expect(does(null, 'BASIC')).toBe('create: Upgrade to Basic')
    expect(does(null, 'PRO', 'YEARLY')).toBe('create: Upgrade to Pro')
  })

  test('who was given a plan subscribes to it, or upgrades from it', () => {
    expect(does(null, 'FREE', 'MONTHLY', 'BASIC')).toBe('nothing: Part of your plan')
    expect(does(null, 'BASIC', 'MONTHLY', 'BASIC')).toBe('create: Subscribe to Basic')
    expect(does(null, 'PRO', 'MONTHLY', 'BASIC')).toBe('create: Upgrade to Pro')
  })

  test('who pays sees first what a change costs, and is asked before it ends', () => {
    expect(does(basicMonthly, 'FREE')).toBe('cancel: Change to Free')
    expect(does(basicMonthly, 'BASIC')).toBe('nothing: Current plan')
    expect(does(basicMonthly, 'BASIC', 'YEARLY')).toBe('preview: Change to annual')
    expect(does(basicMonthly, 'PRO')).toBe('preview: Upgrade to Pro')
    expect(does({ plan: 'PRO', interval: 'YEARLY', pending: null }, 'BASIC')).toBe('preview: Change to Basic')
  })

  test('the current plan takes back what is scheduled', () => {
    const cancelled: Paying = { ...basicMonthly, pending: { plan: 'FREE', interval: null } }
    expect(does(cancelled, 'BASIC')).toBe('keep: Keep Basic')
    expect(does(cancelled, 'FREE')).toBe('nothing: Scheduled')
    const down: Paying = { plan: 'PRO', interval: 'MONTHLY', pending: { plan: 'BASIC', interval: 'MONTHLY' } }
    expect(does(down, 'PRO')).toBe('keep: Keep Pro')
    expect(does(down, 'BASIC')).toBe('nothing: Scheduled')
    expect(does(down, 'BASIC', 'YEARLY')).toBe('preview: Change to Basic')
    expect(does(down, 'FREE')).toBe('cancel: Change to Free')
  })

  test('a plan has a name with its interval, but Free', () => {
    expect(choiceName({ plan: 'PRO', interval: 'YEARLY' })).toBe('Pro, annual')
    expect(choiceName({ plan: 'FREE', interval: 'YEARLY' })).toBe('Free')
  })
})

describe('How a plan stands', () => {
  const at = '2026-12-03T12:00:00.000Z'
  const active: Subscription = {
    plan: 'basic-monthly',
    source: 'subscription',
    periodEnd: at,
    cancelAtPeriodEnd: false,
    isSuspended: false,
    isPreOrder: false,
    isLifetimePreOrder: false,
    preOrderValidUntil: null,
    interval: 'MONTHLY',
    status: 'active',
    nextCharge: { amount: 500, at },
    pending: null,
    graceUntil: null,
    needsConfirmation: false,
  }
  const term: PlanTerm = { source: 'subscription', plan: 'BASIC', through: at, renews: true }
  const words = (subscription: Subscription, of: PlanTerm | undefined = term, isSetUp = true) => {
    const { state, sentence, lines } = describeSubscription(subscription, of, { isSetUp })
    return [state, sentence, ...lines.map((line) => line.join(': '))].filter(Boolean)
  }

  test('it renews', () => {
    expect(words(active)).toEqual(['Active', 'Renews on: 3 Dec 2026'])
  })

  test('it ends with its period', () => {
    expect(words({ ...active, cancelAtPeriodEnd: true })).toEqual([
      'Cancellation scheduled',
      'Basic until 3 Dec 2026, then Free.',
    ])
  })

  test('it is not renewed while a payment is disputed, and can be cancelled meanwhile', () => {
    const suspended = { ...active, cancelAtPeriodEnd: true, isSuspended: true, nextCharge: null }
    const [state, sentence] = words(suspended)
    expect(state).toBe('Payment disputed')
    expect(sentence).toMatch(/Basic stays yours until 3 Dec 2026, and it is not renewed/)
    expect(payingOf({ plans: [term] }, suspended)).toEqual(basicMonthly)
  })

  test('it becomes another with its period', () => {
    const pending = { plan: 'BASIC', interval: 'YEARLY', at } as const
    expect(words({ ...active, pending }, { ...term, plan: 'PRO' })).toEqual([
      'Plan change scheduled',
      'Pro until 3 Dec 2026, then Basic, annual.',
    ])
  })

  test('it could not be renewed', () => {
    const [state, sentence] = words({ ...active, status: 'past_due', graceUntil: '2026-12-10T12:00:00.000Z' })
    expect(state).toBe('Payment failed')
    expect(sentence).toContain('by 10 Dec 2026')
  })

  test('it waits for who pays to confirm its renewal', () => {
    const overdue = { ...active, status: 'past_due', graceUntil: '2026-12-10T12:00:00.000Z' } as const
    const [state, sentence] = words({ ...overdue, needsConfirmation: true })
    expect(state).toBe('Payment to confirm')
    expect(sentence).toMatch(/Your bank asks you to confirm your renewal\..*by 10 Dec 2026/)
  })

  test('it ends where payments are not set up any more, after the days that a renewal is waited for', () => {
    const ends = ['Ends', expect.stringContaining('This plan is not renewed')]
    expect(words(active, term, false)).toEqual([...ends, 'Through: 10 Dec 2026'])
    expect(words({ ...active, cancelAtPeriodEnd: true }, term, false)).toEqual([...ends, 'Through: 3 Dec 2026'])
  })

  test('a pre-order stands beside what is paid for, with its end or for life', () => {
    const preorder = { ...active, isPreOrder: true, preOrderValidUntil: '2027-03-01T12:00:00.000Z' }
    expect(words(preorder)).toContain('Pre-order: 1 Mar 2027')
    expect(words({ ...preorder, isLifetimePreOrder: true, preOrderValidUntil: null })).toContain('Pre-order: For life')
    expect(words(preorder, { source: 'preorder', plan: 'PRO', through: null })).toEqual([
      'Active',
      'From: Your pre-order',
      'Through: Without an end',
    ])
  })

  test('only what the provider bills can be changed there', () => {
    const plans = [term]
    expect(payingOf({ plans }, active)).toEqual(basicMonthly)
    expect(payingOf({ plans }, { ...active, status: 'incomplete' })).toBeNull()
    expect(payingOf({ plans: [{ source: 'admin', plan: 'PRO', through: null }] }, active)).toBeNull()
    expect(pendingOf({ ...active, cancelAtPeriodEnd: true })).toEqual({ plan: 'FREE', interval: null, at })
  })
})

describe('The simulated form', () => {
  const now = new Date('2026-11-23T12:00:00.000Z')
  const card = { number: '4242 4242 4242 4242', expiry: '12 / 29', cvc: '123' }

  test.each([
    ['4242424242424242', 'Visa'],
    ['5555555555554444', 'Mastercard'],
    ['2223003122003222', 'Mastercard'],
    ['378282246310005', 'American Express'],
    ['6011111111111117', 'Discover'],
    ['3056930009020004', 'Diners Club'],
    ['3566002020360505', 'JCB'],
    ['6200000000000005', 'UnionPay'],
  ])('%s is of %s', (number, brand) => {
    expect(brandOf(number)?.name).toBe(brand)
    const cvc = brand === 'American Express' ? '1234' : '123'
    expect(problemsOf({ ...card, number, cvc }, now)).toEqual({})
  })

  test('numbers and dates take their shape while they are typed', () => {
    expect(groupedNumber('4242424242424242')).toBe('4242 4242 4242 4242')
    expect(groupedNumber('378282246310005')).toBe('3782 822463 10005')
    expect(groupedNumber('42a4')).toBe('424')
    expect(slashedExpiry('4', '')).toBe('04 / ')
    expect(slashedExpiry('12', '1')).toBe('12 / ')
    expect(slashedExpiry('12 /', '12 / ')).toBe('12')
    expect(slashedExpiry('1229', '')).toBe('12 / 29')
  })

  test('says what is wrong, by field', () => {
    expect(problemsOf({ number: '4242', expiry: '', cvc: '' }, now)).toEqual({
      number: 'Your card number is incomplete.',
      expiry: "Your card's expiration date is incomplete.",
      cvc: "Your card's security code is incomplete.",
    })
    expect(problemsOf({ ...card, number: '4242 4242 4242 4241' }, now).number).toBe('Your card number is invalid.')
    expect(problemsOf({ ...card, expiry: '13 / 29' }, now).expiry).toBe("Your card's expiration date is incomplete.")
    expect(problemsOf({ ...card, expiry: '10 / 26' }, now).expiry).toBe("Your card's expiration date is in the past.")
    expect(problemsOf({ ...card, expiry: '11 / 26' }, now)).toEqual({})
  })
})

describe('Addresses', () => {
  test('25 countries first, the others by name, and the fifty states', () => {
    expect(new Set(countries.map(({ value }) => value)).size).toBe(countries.length)
    expect(countries.slice(25, 27).map(({ label }) => label)).toEqual(['Afghanistan', 'Åland Islands'])
    expect(countries.every(({ value, label }) => label !== value)).toBe(true)
    expect(countries[0]).toEqual({ value: 'US', label: 'United States' })
    expect(states).toHaveLength(50)
    expect(states.some(({ value }) => value === 'DC')).toBe(false)
  })

  test('all but the second line is needed', () => {
    const address = addressFrom(null)
    expect(missingIn(address)).toEqual(['line1', 'city', 'state', 'postalCode'])
    const whole = { ...address, line1: ' 3 Quay Lane ', city: 'Hull', state: 'MA', postalCode: '02045' }
    expect(missingIn(whole)).toEqual([])
    expect(missingIn({ ...whole, country: 'DE', state: '' })).toEqual(['state'])
    expect(missingIn({ ...whole, country: 'LU', state: '' })).toEqual([])
    expect(trimAddress(whole)).toEqual({
      line1: '3 Quay Lane',
      city: 'Hull',
      state: 'MA',
      postalCode: '02045',
      country: 'US',
    })
  })

  test('a company and its tax id are sent where they are given', () => {
    const saved = {
      line1: '1 Quay',
      city: 'Kiel',
      state: 'SH',
      postalCode: '24103',
      country: 'DE',
      company: ' Quay GmbH ',
    }
    const address = addressFrom({ ...saved, country: 'DE', taxId: 'DE123456789' })
    expect(trimAddress(address)).toEqual({ ...saved, company: 'Quay GmbH', taxId: 'DE123456789' })
  })
})

describe('What went wrong', () => {
  test('without an answer nobody knows, and trying again does no harm', () => {
    const lost = requestError('FETCH_ERROR', undefined)
    expect(isUncertain(lost)).toBe(true)
    expect(paymentMessage(lost, 'Payment failed')).toMatch(/^Payment failed\..*nothing is charged twice\.$/)
  })

  test('at the provider is the same: what a card may have been charged for is asked for by the same key', () => {
    const lost = new PaymentUncertain('Failed to process payment')
    expect(isUncertain(lost)).toBe(true)
    expect(paymentMessage(lost, 'Payment failed')).toMatch(/^Failed to process payment\..*nothing is charged twice\.$/)
  })

  test.each([
    ['no answer', undefined, PaymentUncertain],
    ['an answer that is none', new Response('<html>', { status: 502 }), PaymentUncertain],
    ['a fault', Response.json({ error: { message: 'Oh no' } }, { status: 500 }), PaymentUncertain],
    ['a refusal', Response.json({ error: { message: 'Your card was declined.' } }, { status: 402 }), PaymentProblem],
  ])('the simulated provider with %s', async (_how, answer, kind) => {
    vi.stubGlobal('fetch', () => (answer ? Promise.resolve(answer) : Promise.reject(new TypeError('Failed to fetch'))))
    const problem = await poster('pk')('v1/payment_methods', {}).catch((error: unknown) => error)
    expect((problem as Error).constructor).toBe(kind)
    vi.unstubAllGlobals()
  })

  test('what was done already is done, when it is asked for again', async () => {
    const error = { message: 'It has already succeeded', setup_intent: { id: 'seti_1', status: 'succeeded' } }
    vi.stubGlobal('fetch', async () => Response.json({ error }, { status: 400 }))
    expect(await poster('pk')('v1/setup_intents/seti_1/confirm', {})).toMatchObject({ status: 'succeeded' })
    vi.unstubAllGlobals()
  })

  test('a refusal has its own sentence, and ends what was meant', () => {
    const declined = requestError(402, {
      type: 'about:blank',
      title: 'Payment Required',
      status: 402,
      code: 'card_declined',
      detail: 'Your card has insufficient funds.',
    })
    expect(isUncertain(declined)).toBe(false)
    expect(paymentMessage(declined, 'Payment failed')).toBe('Your card has insufficient funds.')
    expect(isUncertain(new PaymentProblem('Payment was not completed'))).toBe(false)
    expect(paymentMessage(new PaymentProblem('Payment was not completed'), 'Payment failed')).toBe(
      'Payment was not completed',
    )
  })

  test('cards hold to the end of their month, and money has its sign', () => {
    expect(cardName({ brand: 'visa', last4: '4242' })).toBe('Visa ending in 4242')
    expect(isExpired({ expMonth: 10, expYear: 2026 }, new Date('2026-10-31T12:00:00'))).toBe(false)
    expect(isExpired({ expMonth: 10, expYear: 2026 }, new Date('2026-11-01T12:00:00'))).toBe(true)
    expect([money(14_800), money(-200), money(2)]).toEqual(['$148.00', '−$2.00', '$0.02'])
  })
})

test('a refund that failed is told to admins, and to its user with what to do', () => {
  const refund: PaymentReturn = {
    id: 're_1',
    kind: 'refund',
    amount: 500,
    status: 'failed',
    at: '2026-11-03T10:00:00.000Z',
    closedAt: '2026-11-08T10:00:00.000Z',
    respondBy: null,
    reason: null,
    creditNote: null,
  }
  expect(returnFact(refund)).toMatch(/^The refund of \$5\.00 of .* failed on .*: its bank refused the money$/)
  expect(returnSentence(refund)).toMatch(/The payment and its credits stand\. Please contact support/)
  expect(returnFact({ ...refund, status: 'done', closedAt: null })).toContain('refunded on')
})
