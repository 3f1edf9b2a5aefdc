import { describe, expect, it } from 'vitest'
import { billing } from '#domain/billing.ts'
import type { AccountSeen, DisputeSeen, InvoiceSeen } from '#domain/billing-account.ts'
import { effectOfReturns, wasPaid } from '#domain/billing-returns.ts'
import { noBilling } from '#domain/billing-state.ts'
import { stateOf } from '#domain/decider.ts'
import { basic, day, january } from './billing-fixtures.ts'

const userId = '0198c0de-0000-7000-8000-000000000001'

const february = {
  ...january,
  invoiceId: 'in_2',
  paymentId: 'pi_2',
  from: day('2027-02-01'),
  through: day('2027-03-01'),
}
const renewed = { ...basic, periodEnd: day('2027-03-01') }
const upgrade = {
  ...january,
  invoiceId: 'in_3',
  plan: 'PRO',
  paymentId: null,
  amount: 0,
  from: day('2027-01-30'),
  returned: { from: day('2027-01-30'), through: day('2027-02-01') },
} as const
const disputed = (status: DisputeSeen['status'], paymentId = 'pi_1'): DisputeSeen => ({
  disputeId: `dp_${paymentId}`,
  paymentId,
  amount: 500,
  of: 500,
  status,
})

/** What is known after a look at an account with these. */
const known = (
  invoices: InvoiceSeen[],
  disputes: DisputeSeen[],
  subscription = basic,
  refunds: AccountSeen['refunds'] = [],
) => {
  const purchases = [{ paymentId: 'pi_pack', pack: 'PACK_250', amount: 500 }]
  const seen = { customerId: 'cus_1', subscriptions: [subscription], invoices, purchases, disputes }
  const account: AccountSeen = { ...seen, payments: [], refunds }
  const data = { userId, askedAt: day('2027-01-01'), account }
  return stateOf({ evolve: billing.evolve, initial: noBilling }, billing.decide.RecordAccount(noBilling, data))
}
const effect = (invoices: InvoiceSeen[], disputes: DisputeSeen[], subscription = basic) =>
  effectOfReturns(known(invoices, disputes, subscription), subscription)

describe('The effect of disputes on a subscription', () => {
  it('is none without one, and none of a pack', () => {
    expect(effect([january], [])).toBe('none')
    expect(effect([january], [disputed('open', 'pi_pack')])).toBe('none')
    expect(effect([january], [disputed('lost', 'pi_pack')])).toBe('none')
  })

  it('is that its renewal waits for the bank, and then goes on, or that it ends', () => {
    expect(effect([january], [disputed('open')])).toBe('suspend')
    expect(effect([january], [disputed('won')])).toBe('resume')
    expect(effect([january], [disputed('lost')])).toBe('end')
  })

  it('is its end where the next period has begun without a payment, which would be charged', () => {
    expect(effect([january], [disputed('open')], renewed)).toBe('end')
    expect(effect([january], [disputed('open')], { ...renewed, status: 'past_due' })).toBe('end')
  })

  it('is none of a payment before the last, until it is lost or won', () => {
    expect(effect([january, february], [disputed('open')], renewed)).toBe('none')
    expect(effect([january, february], [disputed('lost')], renewed)).toBe('cancel')
    expect(effect([january, february], [disputed('won')], renewed)).toBe('resume')
    expect(effect([january, february], [disputed('won'), disputed('open', 'pi_2')], renewed)).toBe('suspend')
  })

  it('is that of the payment that a change without one was set off against', () => {
    expect(effect([january, upgrade], [disputed('open')])).toBe('suspend')
    expect(effect([january, upgrade], [disputed('lost')])).toBe('end')
  })

  it('is none on a later subscription', () => {
    const second = { ...basic, subscriptionId: 'sub_2', startedAt: day('2027-01-15') }
    const again = { ...january, invoiceId: 'in_9', subscriptionId: 'sub_2', paymentId: 'pi_9', from: day('2027-01-15') }
    for (const status of ['open', 'lost', 'won'] as const) {
      expect(effect([january, again], [disputed(status)], second)).toBe('none')
      // The account may be fetched between the payment and its invoice.
      expect(effect([january], [disputed(status)], second)).toBe('none')
    }
  })
})

describe('The effect of refunds on a subscription', () => {
  const refund = (amount: number, paymentId = 'pi_1') => ({ refundId: `re_${paymentId}`, paymentId, amount, of: 500 })
  const effectOf = (invoices: InvoiceSeen[], refunds: AccountSeen['refunds'], subscription = basic) =>
    effectOfReturns(known(invoices, [], subscription, refunds), subscription)
  const free = { ...february, paymentId: null, amount: 0 }

  it('is its end when all of its last payment was refunded', () => {
    expect(effectOf([january], [refund(500)])).toBe('end')
    expect(effectOf([january], [refund(499)])).toBe('none')
    expect(effectOf([january, february], [refund(500)], renewed)).toBe('none')
    expect(effectOf([january, february], [refund(500, 'pi_2')], renewed)).toBe('end')
  })

  it('is that of the payment that a change without one was set off against', () => {
    expect(effectOf([january, upgrade], [refund(500)])).toBe('end')
  })

  it('is none when the present period was free', () => {
    expect(effectOf([january, free], [refund(500)], renewed)).toBe('none')
  })

  it('is none on a later subscription', () => {
    const second = { ...basic, subscriptionId: 'sub_2', startedAt: day('2027-01-15') }
    expect(effectOf([january], [refund(500)], second)).toBe('none')
  })
})

describe('A subscription was paid', () => {
  it('once a payment for itself is recorded', () => {
    expect(wasPaid(known([january], []), basic)).toBe(true)
    expect(wasPaid(known([january], []), { ...basic, subscriptionId: 'sub_2' })).toBe(false)
  })
})
