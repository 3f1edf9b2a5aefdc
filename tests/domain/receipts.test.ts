import { describe, expect, it } from 'vitest'
import { type ReceiptDraft, receiptNumber, receipts } from '#domain/receipts.ts'
import { given } from '../given.ts'

const id = (n: number) => `0198c0de-0000-7000-8000-00000000000${n}`
const draft = (n: number, over: Partial<ReceiptDraft> = {}): ReceiptDraft => ({
  ...{ receiptId: id(n), series: 'R', year: 2027, kind: 'receipt', userId: id(9), paymentId: `pi_${n}` },
  ...{ refundId: null, corrects: null, issuedOn: '2027-01-05T09:00:00.000Z', what: '250 credits' },
  ...{ from: null, through: null, currency: 'usd', amount: 500, tax: 0, card: null },
  issuer: { name: 'Quay Ltd', address: [], taxId: null },
  buyer: { name: 'Ines', address: ['1 Quay'] },
  ...over,
})
const issue = (data: ReceiptDraft) => ({ type: 'IssueReceipt', data }) as const
const issued = (data: ReceiptDraft, number: number) => ({ type: 'ReceiptIssued', data: { ...data, number } }) as const

describe('receipts of a year', () => {
  it('have numbers without a gap', () => {
    given(receipts)()
      .when(issue(draft(1)))
      .emits(issued(draft(1), 1))
    given(receipts)(issued(draft(1), 1))
      .when(issue(draft(2)))
      .emits(issued(draft(2), 2))
  })
  it('are one for each payment and each refund, however often they are issued', () => {
    const note = draft(3, { kind: 'credit_note', paymentId: 'pi_1', refundId: 're_1', corrects: 'R-2027-000001' })
    given(receipts)(issued(draft(1), 1))
      .when(issue(draft(1)))
      .emitsNothing()
    given(receipts)(issued(draft(1), 1))
      .when(issue(note))
      .emits(issued(note, 2))
    given(receipts)(issued(draft(1), 1), issued(note, 2))
      .when(issue(note))
      .emitsNothing()
  })
  it('are of no other year', () =>
    given(receipts)(issued(draft(1), 1))
      .when(issue(draft(2, { year: 2028 })))
      .rejects('receipt_of_another_year'))
  it('are sealed with the key of the year', () =>
    expect(receipts.keyOwner?.({ year: 2027, count: 1, issued: {} }, id(1))).toBe('accounting:2027'))
  it('are written with their series and year', () =>
    expect(receiptNumber({ series: 'R', year: 2027, number: 17 })).toBe('R-2027-000017'))
})
