import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { billing } from '#domain/billing.ts'
import type { AccountSeen, InvoiceSeen } from '#domain/billing-account.ts'
import { takesEffect } from '#domain/billing-changes.ts'
import { coverOf } from '#domain/billing-cover.ts'
import type { billingEvents } from '#domain/billing-events.ts'
import { type Billing, noBilling } from '#domain/billing-state.ts'
import { decideAll, type MessageOf, stateOf } from '#domain/decider.ts'
import { given } from '../given.ts'
import { basic, day, january } from './billing-fixtures.ts'

const userId = '0198c0de-0000-7000-8000-000000000001'
const of = { userId }
const askedAt = day('2027-01-01')

const upgrade: InvoiceSeen = {
  ...january,
  invoiceId: 'in_2',
  plan: 'PRO',
  from: day('2027-01-10'),
  amount: 720,
  paymentId: 'pi_2',
}
const february: InvoiceSeen = {
  ...january,
  invoiceId: 'in_3',
  plan: 'PRO',
  from: day('2027-02-01'),
  through: day('2027-03-01'),
  amount: 1500,
  paymentId: 'pi_3',
}
const nothing: AccountSeen = {
  customerId: 'cus_1',
  subscriptions: [],
  invoices: [],
  purchases: [],
  payments: [],
  refunds: [],
  disputes: [],
}
const begun = { ...nothing, subscriptions: [basic], invoices: [january] }

const linked = { type: 'CustomerLinked', data: { ...of, customerId: 'cus_1' } } as const
const look = (account: AccountSeen, at = askedAt) =>
  ({ type: 'RecordAccount', data: { ...of, askedAt: at, account } }) as const
const started = { type: 'SubscriptionStarted', data: { ...of, ...basic, askedAt } } as const
const paid = ({ status: _status, attempts: _attempts, nextAttemptAt: _next, ...invoice }: InvoiceSeen) =>
  ({ type: 'PlanPaid', data: { ...of, ...invoice } }) as const
const covered = (plan: 'BASIC' | 'PRO', through: string, renews = true) =>
  ({ type: 'PlanCovered', data: { ...of, plan, interval: 'MONTHLY', through, renews } }) as const
const lapsed = (plan: 'BASIC' | 'PRO', through: string) =>
  ({ type: 'PlanLapsed', data: { ...of, plan, through } }) as const

const givenBilling = given(billing)
const subscribed = [linked, started, paid(january), covered('BASIC', day('2027-02-01'))] as const

describe('a look at the account', () => {
  it('tells what is new of it, and nothing when it is looked at again', () => {
    givenBilling()
      .when(look(begun))
      .emits(...subscribed)
    givenBilling(...subscribed)
      .when(look(begun, day('2027-01-02')))
      .emitsNothing()
  })
  it('knows nothing of a subscription whose first payment was not made', () =>
    givenBilling(linked)
      .when(
        look({
          ...begun,
          subscriptions: [{ ...basic, status: 'incomplete' }],
          invoices: [{ ...january, status: 'open', paymentId: null, amount: 0 }],
        }),
      )
      .emitsNothing())
  it('believes that a plan is paid before it hears that it was subscribed to', () => {
    givenBilling(linked)
      .when(look({ ...begun, subscriptions: [] }))
      .emits(paid(january), covered('BASIC', day('2027-02-01'), false))
  })
  it('does not undo by what was asked earlier', () => {
    const cancelled = { ...basic, cancelAtPeriodEnd: true }
    givenBilling(...subscribed, {
      type: 'SubscriptionChanged',
      data: { ...of, ...cancelled, askedAt: day('2027-01-03') },
    })
      .when(look(begun, day('2027-01-02')))
      .emits(covered('BASIC', day('2027-02-01'), false))
  })
  it("is not taken for another customer's", () =>
    givenBilling(linked)
      .when(look({ ...begun, customerId: 'cus_2' }))
      .rejects('another_customer'))
})

describe('what is paid for', () => {
  it('is an upgrade from when it was paid, and a downgrade from the end of what was', () => {
    const pro = { ...basic, plan: 'PRO' } as const
    givenBilling(...subscribed)
      .when(look({ ...begun, subscriptions: [pro], invoices: [january, upgrade] }))
      .emits(
        { type: 'SubscriptionChanged', data: { ...of, ...pro, askedAt } },
        paid(upgrade),
        covered('PRO', day('2027-02-01')),
      )
  })
  it('is nothing new while an upgrade waits for its payment', () =>
    givenBilling(...subscribed)
      .when(look({ ...begun, invoices: [january, { ...upgrade, status: 'open', amount: 0 }] }))
      .emitsNothing())
  it('goes on to its end where it was cancelled', () => {
    const cancelled = { ...basic, cancelAtPeriodEnd: true }
    givenBilling(...subscribed)
      .when(look({ ...begun, subscriptions: [cancelled] }))
      .emits(
        { type: 'SubscriptionChanged', data: { ...of, ...cancelled, askedAt } },
        covered('BASIC', day('2027-02-01'), false),
      )
  })
  it('is over at once where all of its money went back', () => {
    const refund = { refundId: 're_1', paymentId: 'pi_1', amount: 500, of: 500 }
    givenBilling(...subscribed)
      .when(look({ ...begun, refunds: [refund] }))
      .emits({ type: 'PaymentRefunded', data: { ...of, ...refund } }, lapsed('BASIC', day('2027-02-01')))
  })
  it('is had again where its refund failed, whatever an older look knows', () => {
    const refund = { refundId: 're_1', paymentId: 'pi_1', amount: 500, of: 500 }
    const seen = look({ ...begun, refunds: [{ ...refund, hasFailed: true }] })
    const refunded = { type: 'PaymentRefunded', data: { ...of, ...refund } } as const
    const failed = { type: 'PaymentRefundFailed', data: { ...of, refundId: 're_1', paymentId: 'pi_1' } } as const
    const before = [...subscribed, refunded, lapsed('BASIC', day('2027-02-01'))] as const
    givenBilling(...before)
      .when(seen)
      .emits(failed, covered('BASIC', day('2027-02-01')))
    const after = givenBilling(...before, failed, covered('BASIC', day('2027-02-01')))
    after.when(seen).emitsNothing()
    after.when(look({ ...begun, refunds: [refund] })).emitsNothing()
    givenBilling(...subscribed)
      .when(seen)
      .emitsNothing()
  })
  it('stays where some of its money went back, and while a dispute is open', () => {
    const refund = { refundId: 're_1', paymentId: 'pi_1', amount: 100, of: 500 }
    const dispute = { disputeId: 'dp_1', paymentId: 'pi_1', amount: 500, of: 500 }
    givenBilling(...subscribed)
      .when(look({ ...begun, refunds: [refund], disputes: [{ ...dispute, status: 'open' }] }))
      .emits(
        { type: 'PaymentRefunded', data: { ...of, ...refund } },
        { type: 'PaymentDisputed', data: { ...of, ...dispute } },
      )
  })
})

describe('a renewal', () => {
  const due = day('2027-02-01')
  const failing: InvoiceSeen = {
    ...february,
    plan: 'BASIC',
    status: 'open',
    amount: 0,
    attempts: 1,
    nextAttemptAt: day('2027-02-04'),
  }
  const overdue = { ...basic, status: 'past_due', periodEnd: day('2027-03-01') } as const
  const failed = { ...nothing, subscriptions: [overdue], invoices: [january, failing] }

  it('that fails is told at each try, once, and the plan goes on', () => {
    const changed = { type: 'SubscriptionChanged', data: { ...of, ...overdue, askedAt } } as const
    const told = {
      type: 'PaymentFailed',
      data: { ...of, invoiceId: 'in_3', plan: 'BASIC', attempts: 1, nextAttemptAt: day('2027-02-04') },
    } as const
    givenBilling(...subscribed)
      .when(look(failed))
      .emits(changed, told)
    givenBilling(...subscribed, changed, told)
      .when(look(failed))
      .emitsNothing()
  })
  it('that fails for another reason when its person tries is told so', () => {
    const refused = {
      type: 'PaymentFailed',
      data: { ...of, invoiceId: 'in_3', plan: 'BASIC', attempts: 1, nextAttemptAt: day('2027-02-04') },
    } as const
    const toConfirm = { ...refused, data: { ...refused.data, needsConfirmation: true } }
    const asking = {
      ...failed,
      invoices: failed.invoices.map((each) => (each.status === 'open' ? { ...each, needsConfirmation: true } : each)),
    }
    const changed = { type: 'SubscriptionChanged', data: { ...of, ...overdue, askedAt } } as const
    const before = [...subscribed, changed, refused]
    givenBilling(...before)
      .when(look(asking))
      .emits(toConfirm)
    givenBilling(...before, toConfirm)
      .when(look(asking))
      .emitsNothing()
    givenBilling(...before, toConfirm)
      .when(look(failed))
      .emits(refused)
    const second = { ...refused, data: { ...refused.data, attempts: 2 } }
    givenBilling(...before, second)
      .when(look(asking))
      .emitsNothing()
  })
  it.each([
    ['refunded', { refunds: [{ refundId: 're_1', paymentId: 'pi_1', amount: 5000, of: 5000 }] }],
    ['lost', { disputes: [{ disputeId: 'dp_1', paymentId: 'pi_1', amount: 5000, of: 5000, status: 'lost' as const }] }],
  ])('that fails is told although a longer period was paid for once, whose money was %s', (_how, back) => {
    const year = { ...january, interval: 'YEARLY', through: day('2028-01-01'), amount: 5000 } as const
    const month = {
      ...january,
      invoiceId: 'in_2',
      from: day('2027-01-05'),
      through: day('2027-02-05'),
      paymentId: 'pi_2',
    }
    const unpaid = { ...failing, from: month.through }
    const seen = { ...failed, ...back }
    const paymentFailed = {
      type: 'PaymentFailed',
      data: { ...of, invoiceId: 'in_3', plan: 'BASIC', attempts: 1, nextAttemptAt: day('2027-02-04') },
    } as const
    const eventsAfter = (invoices: InvoiceSeen[]) =>
      decideAll(billing, noBilling, [look({ ...seen, invoices })]).flatMap(
        ({ events }) => events as MessageOf<typeof billingEvents>[],
      )
    const all = look({ ...seen, invoices: [year, month, unpaid] })
    givenBilling(...eventsAfter([year, month]))
      .when(all)
      .emits(paymentFailed)
    // One snapshot contains both the previous month's payment and the failed renewal.
    givenBilling(...eventsAfter([year]))
      .when(all)
      .emits(paid(month), paymentFailed, covered('BASIC', month.through))
  })
  it('ends the plan once it was asked for in vain, and not before', () => {
    const end = { ...of, through: due }
    givenBilling(...subscribed)
      .when({ type: 'LapsePlan', data: { ...end, asked: false } })
      .emitsNothing()
    givenBilling(...subscribed)
      .when({ type: 'LapsePlan', data: { ...end, asked: true } })
      .emits(lapsed('BASIC', due))
    givenBilling(...subscribed, lapsed('BASIC', due))
      .when(look(begun))
      .emitsNothing()
  })
  it('that is paid late brings the plan back', () => {
    givenBilling(...subscribed, lapsed('BASIC', due))
      .when(look({ ...begun, subscriptions: [basic], invoices: [january, { ...february, plan: 'BASIC' }] }))
      .emits(paid({ ...february, plan: 'BASIC' }), covered('BASIC', day('2027-03-01')))
  })
  it('ends nothing that was paid for meanwhile', () =>
    givenBilling(...subscribed, paid(february), covered('PRO', day('2027-03-01')))
      .when({ type: 'LapsePlan', data: { ...of, through: due, asked: true } })
      .emitsNothing())
})

describe('packs, refunds and disputes', () => {
  const bought = { ...nothing, purchases: [{ paymentId: 'pi_9', pack: 'PACK_250', amount: 500 }] }
  const packPaid = {
    type: 'PackPaid',
    data: { ...of, paymentId: 'pi_9', pack: 'PACK_250', credits: 250, amount: 500 },
  } as const

  it('are told once', () => {
    givenBilling(linked).when(look(bought)).emits(packPaid)
    givenBilling(linked, packPaid).when(look(bought)).emitsNothing()
  })
  it('have their card, tax and time recorded once, also where the payment was recorded before', () => {
    const about = { paymentId: 'pi_9', paidAt: day('2027-01-05'), currency: 'usd', tax: 40 }
    const payment = { ...about, card: { brand: 'visa', last4: '4242' } }
    const detailed = { type: 'PaymentDetailsRecorded', data: { ...of, ...payment } } as const
    const seen = look({ ...bought, payments: [payment, { ...payment, paymentId: 'pi_of_others' }] })
    givenBilling(linked).when(seen).emits(packPaid, detailed)
    givenBilling(linked, packPaid).when(seen).emits(detailed)
    givenBilling(linked, packPaid, detailed).when(seen).emitsNothing()
  })
  it('keep the dates that the provider has for refunds and disputes', () => {
    const refund = { refundId: 're_1', paymentId: 'pi_9', amount: 100, of: 500, at: day('2027-01-06') }
    const dispute = {
      disputeId: 'dp_1',
      paymentId: 'pi_9',
      amount: 400,
      of: 500,
      at: day('2027-01-07'),
      respondBy: day('2027-01-16'),
      reason: 'fraudulent',
    }
    givenBilling(linked, packPaid)
      .when(look({ ...bought, refunds: [refund], disputes: [{ ...dispute, status: 'open' }] }))
      .emits(
        { type: 'PaymentRefunded', data: { ...of, ...refund } },
        { type: 'PaymentDisputed', data: { ...of, ...dispute } },
      )
  })
  describe('may be given back on request', () => {
    const id = (n: number) => `0198c0de-0000-7000-8000-00000000001${n}`
    const facts = { paymentId: 'pi_9', paidAt: day('2027-01-05'), currency: 'usd', tax: 0, card: null }
    const detailed = { type: 'PaymentDetailsRecorded', data: { ...of, ...facts } } as const
    const request = (n: number, at = day('2027-01-20'), reason = '') => ({
      ...of,
      requestId: id(n),
      paymentId: 'pi_9',
      reason,
      askedAt: at,
    })
    const ask = (data: ReturnType<typeof request>) => ({ type: 'AskForRefund', data }) as const
    const asked = (data: ReturnType<typeof request>) => ({ type: 'RefundAsked', data }) as const
    const decline = (n: number) =>
      ({ type: 'DeclineRefund', data: { ...of, requestId: id(n), reason: 'Looked at' } }) as const
    const decided = (n: number, amount: number | null) =>
      ({ type: 'RefundDecided', data: { ...decline(n).data, paymentId: 'pi_9', amount } }) as const
    const paidFor = [linked, packPaid, detailed] as const

    it('within 30 days, once at a time, and once however often it is sent', () => {
      givenBilling(...paidFor)
        .when(ask(request(1)))
        .emits(asked(request(1)))
      givenBilling(...paidFor, asked(request(1)))
        .when(ask(request(1)))
        .emitsNothing()
      givenBilling(...paidFor, asked(request(1)))
        .when(ask(request(2)))
        .rejects('refund_asked_already')
      givenBilling(...paidFor)
        .when(ask(request(1, day('2027-02-05'))))
        .rejects('refund_too_late')
      givenBilling(linked)
        .when(ask(request(1)))
        .rejects('payment_not_found')
    })
    it('without a reason once in a year', () => {
      const before = [...paidFor, asked(request(1)), decided(1, null)] as const
      givenBilling(...before)
        .when(ask(request(2)))
        .rejects('refund_reason_needed')
      const explained = request(2, day('2027-01-21'), 'Bought twice')
      givenBilling(...before)
        .when(ask(explained))
        .emits(asked(explained))
    })
    it('unless it went back or is disputed', () => {
      const refund = { refundId: 're_1', paymentId: 'pi_9', amount: 500, of: 500 }
      const dispute = { disputeId: 'dp_1', paymentId: 'pi_9', amount: 500, of: 500 }
      givenBilling(...paidFor, { type: 'PaymentRefunded', data: { ...of, ...refund } })
        .when(ask(request(1)))
        .rejects('payment_returned')
      givenBilling(...paidFor, { type: 'PaymentDisputed', data: { ...of, ...dispute } })
        .when(ask(request(1)))
        .rejects('payment_returned')
    })
    it('unless an admin declines, once', () => {
      givenBilling(...paidFor, asked(request(1)))
        .when(decline(1))
        .emits(decided(1, null))
      givenBilling(...paidFor, asked(request(1)), decided(1, 200))
        .when(decline(1))
        .emitsNothing()
      givenBilling(...paidFor)
        .when(decline(1))
        .rejects('refund_request_not_found')
    })

    describe('by an admin, who refunds it', () => {
      const refundFor = (n: number, amount: number | null, idempotencyKey = id(8)) => ({
        ...{ ...of, paymentId: 'pi_9', amount, reason: 'Looked at' },
        ...{ requestId: id(n), idempotencyKey },
      })
      const refund = (...data: Parameters<typeof refundFor>) =>
        ({ type: 'RequestRefund', data: refundFor(...data) }) as const
      const started = (...data: Parameters<typeof refundFor>) =>
        ({ type: 'RefundRequested', data: refundFor(...data) }) as const
      const note = { type: 'NoteRefusedRefund', data: { ...of, requestId: id(1) } } as const
      const refused = { type: 'RefundRefused', data: { ...note.data, paymentId: 'pi_9' } } as const
      const back = (amount: number) => ({ refundId: 're_1', paymentId: 'pi_9', amount, of: 500 })
      const refunded = (amount: number) => ({ type: 'PaymentRefunded', data: { ...of, ...back(amount) } }) as const
      const before = [...paidFor, asked(request(1))] as const

      it('by one refund: another amount waits for its outcome, the same one repeats it by its key', () => {
        givenBilling(...before)
          .when(refund(1, 200))
          .emits(started(1, 200))
        const begun = givenBilling(...before, started(1, 200))
        begun.when(refund(1, 200, id(9))).emits(started(1, 200))
        begun.when(refund(1, 300, id(9))).rejects('refund_started', { amount: 200 })
        begun.when(decline(1)).rejects('refund_started', { amount: 200 })
        givenBilling(...before, started(1, null))
          .when(decline(1))
          .rejects('refund_started', { amount: 0 })
      })
      it('anew once the provider refused it', () => {
        givenBilling(...before, started(1, 200))
          .when(note)
          .emits(refused)
        givenBilling(...before)
          .when(note)
          .emitsNothing()
        const free = givenBilling(...before, started(1, 200), refused)
        free.when(refund(1, 300, id(9))).emits(started(1, 300, id(9)))
        free.when(decline(1)).emits(decided(1, null))
      })
      it('or declined once all of the money went back by other means', () => {
        givenBilling(...before, started(1, 200), refunded(500))
          .when(decline(1))
          .emits(decided(1, null))
      })
      it('which is decided with the look that finds the money gone, once', () => {
        const seen = (amount: number) => look({ ...bought, refunds: [back(amount)] })
        givenBilling(...before, started(1, 200))
          .when(seen(200))
          .emits(refunded(200), decided(1, 200))
        givenBilling(...before, started(1, null))
          .when(seen(500))
          .emits(refunded(500), decided(1, 500))
        givenBilling(...before, started(1, 200))
          .when(seen(100))
          .emits(refunded(100))
        givenBilling(...before)
          .when(seen(200))
          .emits(refunded(200))
        const over = givenBilling(...before, started(1, 200), refunded(200), decided(1, 200))
        over.when(seen(200)).emitsNothing()
        over.when(refund(1, 200, id(9))).rejects('refund_decided')
        over.when(note).emitsNothing()
      })
      it('of the payment that was asked for, as long as there is any of it left', () => {
        givenBilling(...before)
          .when(refund(2, 200))
          .rejects('refund_request_not_found')
        const other = { ...packPaid, data: { ...packPaid.data, paymentId: 'pi_8' } }
        givenBilling(...before, other)
          .when({ type: 'RequestRefund', data: { ...refundFor(1, 200), paymentId: 'pi_8' } })
          .rejects('refund_request_not_found')
        givenBilling(...before, refunded(500))
          .when(refund(1, null))
          .rejects('payment_returned')
      })
    })
  })
  it('of what we sold alone', () => {
    const refund = { refundId: 're_7', paymentId: 'pi_7', amount: 100, of: 100 }
    const others = { ...nothing, purchases: [{ paymentId: 'pi_7', pack: 'socks', amount: 100 }], refunds: [refund] }
    givenBilling(linked).when(look(others)).emitsNothing()
  })
  it('a dispute that was over when it was first heard of is told whole', () => {
    const about = { disputeId: 'dp_1', paymentId: 'pi_9' }
    givenBilling(linked, packPaid)
      .when(look({ ...bought, disputes: [{ ...about, amount: 500, of: 500, status: 'won' }] }))
      .emits(
        { type: 'PaymentDisputed', data: { ...of, ...about, amount: 500, of: 500 } },
        { type: 'DisputeClosed', data: { ...of, ...about, won: true } },
      )
  })
  it('a refund is asked for of a payment that there is', () => {
    const idempotencyKey = '0198c0de-0000-7000-8000-000000000018'
    const refund = { ...of, paymentId: 'pi_9', amount: null, reason: 'Bought twice', idempotencyKey }
    givenBilling(linked, packPaid)
      .when({ type: 'RequestRefund', data: refund })
      .emits({ type: 'RefundRequested', data: refund })
    givenBilling(linked).when({ type: 'RequestRefund', data: refund }).rejects('payment_not_found')
  })
})

describe('whatever order it is looked at in', () => {
  /** A life with the provider: each look knows more. */
  const pro = { ...basic, plan: 'PRO', periodEnd: day('2027-03-01') } as const
  const life: AccountSeen[] = [
    begun,
    { ...begun, subscriptions: [{ ...basic, plan: 'PRO' }], invoices: [january, upgrade] },
    { ...nothing, subscriptions: [pro], invoices: [january, upgrade, february] },
    {
      ...nothing,
      subscriptions: [{ ...pro, cancelAtPeriodEnd: true }],
      invoices: [january, upgrade, february],
      refunds: [{ refundId: 're_1', paymentId: 'pi_2', amount: 720, of: 720 }],
    },
    {
      ...nothing,
      subscriptions: [{ ...pro, status: 'ended' }],
      invoices: [january, upgrade, february],
      refunds: [{ refundId: 're_1', paymentId: 'pi_2', amount: 720, of: 720 }],
      disputes: [{ disputeId: 'dp_1', paymentId: 'pi_3', amount: 1500, of: 1500, status: 'lost' }],
    },
  ]
  const at = (index: number) => day(`2027-03-0${index + 1}`)
  const after = (order: readonly number[]) =>
    order.reduce<{ state: Billing; events: MessageOf<typeof billingEvents>[] }>(
      ({ state, events }, index) => {
        const news = decideAll(billing, state, [look(life[index] ?? nothing, at(index))]).flatMap(
          ({ events }) => events as MessageOf<typeof billingEvents>[],
        )
        return {
          state: stateOf<Billing>({ evolve: billing.evolve, initial: state }, news),
          events: [...events, ...news],
        }
      },
      { state: noBilling, events: [] },
    )
  const last = life.length - 1
  const known = ({ lapsedThrough: _lapsed, failures: _failures, ...state }: Billing) => state

  it('and however often, it comes to the same, and nothing is paid, given back or disputed twice', () => {
    const whole = after([last])
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: last }), { maxLength: 12 }), fc.nat(12), (looks, place) => {
        const { state, events } = after(looks.toSpliced(place % (looks.length + 1), 0, last))
        expect(known(state)).toEqual(known(whole.state))
        expect(state.cover).toEqual(coverOf(state))
        for (const type of ['PlanPaid', 'PaymentRefunded', 'PaymentDisputed', 'DisputeClosed'] as const) {
          const of = (all: typeof events) =>
            all.filter((event) => event.type === type).map(({ data }) => JSON.stringify(data))
          expect(of(events).toSorted()).toEqual(of(whole.events).toSorted())
        }
      }),
    )
  })
})

describe('a change of plan', () => {
  const choice = (plan: 'BASIC' | 'PRO', interval: 'MONTHLY' | 'YEARLY') => ({ plan, interval })
  it.each([
    ['BASIC', 'MONTHLY', 'PRO', 'MONTHLY', 'at once'],
    ['BASIC', 'MONTHLY', 'BASIC', 'YEARLY', 'at once'],
    ['BASIC', 'YEARLY', 'PRO', 'YEARLY', 'at once'],
    ['BASIC', 'YEARLY', 'PRO', 'MONTHLY', 'at period end'],
    ['PRO', 'MONTHLY', 'BASIC', 'YEARLY', 'at period end'],
    ['PRO', 'MONTHLY', 'BASIC', 'MONTHLY', 'at period end'],
    ['PRO', 'YEARLY', 'PRO', 'MONTHLY', 'at period end'],
    ['PRO', 'YEARLY', 'PRO', 'YEARLY', 'never'],
  ] as const)('from %s %s to %s %s takes effect %s', (plan, interval, next, by, when) =>
    expect(takesEffect(choice(plan, interval), choice(next, by))).toBe(when),
  )
})
