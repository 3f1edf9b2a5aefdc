import { describe, expect, it } from 'vitest'
import {
  documentFile,
  documentTitle,
  type ReceiptDraft,
  receiptNumber,
  receipts,
  scaleTaxes,
} from '#domain/receipts.ts'
import { given } from '../given.ts'

const id = (n: number) => `0198c0de-0000-7000-8000-00000000000${n}`
const draft = (n: number, over: Partial<ReceiptDraft> = {}): ReceiptDraft => ({
  receiptId: id(n),
  series: 'R',
  year: 2027,
  kind: 'receipt',
  userId: id(9),
  paymentId: `pi_${n}`,
  refundId: null,
  corrects: null,
  issuedOn: '2027-01-05T09:00:00.000Z',
  what: '250 credits',
  from: null,
  through: null,
  currency: 'usd',
  amount: 500,
  tax: 0,
  card: null,
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
    expect(receipts.keyOwner?.({ year: 2027, count: 1, issued: {}, isExpired: false }, id(1))).toBe('accounting:2027'))
  it('expire once, and are not issued again', () => {
    const expired = { type: 'ReceiptsExpired', data: { series: 'R', year: 2027 } } as const
    const expire = { type: 'ExpireReceipts', data: { series: 'R', year: 2027 } } as const
    given(receipts)(issued(draft(1), 1))
      .when(expire)
      .emits(expired)
    given(receipts)(issued(draft(1), 1), expired)
      .when(expire)
      .emitsNothing()
    given(receipts)(issued(draft(1), 1), expired)
      .when(issue(draft(1)))
      .emitsNothing()
  })
  it('are written with their series and year', () =>
    expect(receiptNumber({ series: 'R', year: 2027, number: 17 })).toBe('R-2027-000017'))
})

describe('a document', () => {
  const buyer = { name: 'Ines', address: [] }
  it('is an invoice for a company, and for whoever gave a tax id', () => {
    expect(documentTitle({ kind: 'receipt', buyer })).toBe('Receipt')
    expect(documentTitle({ kind: 'receipt', buyer: { ...buyer, company: 'Quay Ltd' } })).toBe('Invoice')
    expect(documentTitle({ kind: 'receipt', buyer: { ...buyer, taxId: 'DE1234' } })).toBe('Invoice')
    expect(documentFile({ kind: 'credit_note', buyer, number: 'R-2027-000002' })).toBe('credit-note-R-2027-000002.pdf')
  })
  it('has tax lines that add up for a part of a payment', () => {
    const line = (amount: number) => ({ name: 'VAT', percent: 10, taxable: 10 * amount, amount })
    const scaled = scaleTaxes([line(33), line(33), line(34)], 1 / 3, 33)
    expect(scaled.map(({ amount }) => amount)).toEqual([11, 11, 11])
    expect(scaleTaxes([line(1), line(1), line(1)], 0.5, 2).map(({ amount }) => amount)).toEqual([1, 1, 0])
    expect(scaleTaxes([], 0.5, 0)).toEqual([])
  })
})
