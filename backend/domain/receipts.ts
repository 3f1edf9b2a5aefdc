import { z } from 'zod'
import { CardSeen, TaxLine } from './billing-account.ts'
import { type Decider, type Refusals, Rejection } from './decider.ts'
import { erasable } from './erasable.ts'
import type { Kind } from './kind.ts'

const reference = z.string().min(1).max(255)
const time = z.iso.datetime()
const cents = z.int().nonnegative()
const lines = z.array(z.string().max(200)).max(10)

/** The company that issues receipts; its data is public. */
const Issuer = z.object({ name: z.string(), address: lines, taxId: z.string().nullable() })
type Issuer = z.infer<typeof Issuer>

/** The issuer named by the settings, and the series that its numbers belong to. */
export interface ReceiptSetting {
  issuer: Issuer
  series: string
}

/** A receipt of a payment, or a credit note of a refund, before it has a number. Amounts are cents; `tax` is a part of `amount`. */
const Draft = z.object({
  receiptId: z.uuid(),
  /** Numbers are gapless within a series and a year. */
  series: z.string(),
  year: z.int(),
  kind: z.enum(['receipt', 'credit_note']),
  userId: z.uuid(),
  paymentId: reference,
  /** The refund of a credit note; null for a receipt. */
  refundId: reference.nullable(),
  /** The number of the receipt that a credit note corrects; null for a receipt. */
  corrects: z.string().nullable(),
  issuedOn: time,
  what: z.string(),
  from: time.nullable(),
  through: time.nullable(),
  currency: z.string(),
  amount: cents,
  tax: cents,
  /** The lines that `tax` consists of; absent without taxes and in older events. */
  taxes: z.array(TaxLine).max(20).optional(),
  card: CardSeen.nullable(),
  issuer: Issuer,
  buyer: z.object({
    name: erasable(z.string().max(200)),
    company: erasable(z.string().max(200)).optional(),
    taxId: erasable(z.string().max(30)).optional(),
    address: erasable(lines),
  }),
})
export type ReceiptDraft = z.infer<typeof Draft>

const Numbered = Draft.pick({ series: true, year: true })

const commands = { IssueReceipt: Draft, ExpireReceipts: Numbered }

export const receiptEvents = {
  ReceiptIssued: Draft.extend({ number: z.int().positive() }),
  /** The retention of a series and year has ended: its documents are no longer readable, and their key is deleted. */
  ReceiptsExpired: Numbered,
}

/** The parts from which the stream id of a series and a year is derived. */
export const receiptStream = ({ series, year }: { series: string; year: number }) =>
  ['receipts', series, String(year)] as const

/** A receipt for a company is an invoice. */
export const documentTitle = ({ kind, buyer }: Pick<ReceiptDraft, 'kind' | 'buyer'>): string => {
  if (kind === 'credit_note') return 'Credit note'
  return buyer.company || buyer.taxId ? 'Invoice' : 'Receipt'
}

/** 'invoice-R-2026-000017.pdf' */
export const documentFile = (document: Pick<ReceiptDraft, 'kind' | 'buyer'> & { number: string }): string =>
  `${documentTitle(document).toLowerCase().replace(' ', '-')}-${document.number}.pdf`

/** The taxes of a part of a payment. The last line takes the rest, so that the lines add up to `tax`. */
export const scaleTaxes = (taxes: readonly TaxLine[], share: number, tax: number): TaxLine[] => {
  let left = tax
  return taxes.map((line, index) => {
    const amount = index === taxes.length - 1 ? left : Math.min(left, Math.round(line.amount * share))
    left -= amount
    return { ...line, amount, taxable: line.taxable === null ? null : Math.round(line.taxable * share) }
  })
}

interface Series {
  year: number
  count: number
  /** Numbers by the payment or refund that each document is for. */
  issued: Readonly<Record<string, number>>
  isExpired: boolean
}

/** The refund of a credit note, or the payment of a receipt: each has one document. */
const occasionOf = ({ paymentId, refundId }: Pick<ReceiptDraft, 'paymentId' | 'refundId'>) => refundId ?? paymentId

/** 'R-2026-000017' */
export const receiptNumber = ({ series, year, number }: { series: string; year: number; number: number }): string =>
  `${series}-${year}-${String(number).padStart(6, '0')}`

/**
 * Receipts and credit notes of a series and a year, in one stream, so that their numbers have no gap. They never change, and are
 * encrypted with the year's accounting key: they outlast the erasure of a user, as bookkeeping requires.
 */
export const receipts: Decider<typeof commands, typeof receiptEvents, Series> = {
  category: 'receipts',
  keyOwner: ({ year }) => `accounting:${year}`,
  commands,
  events: receiptEvents,
  initial: { year: 0, count: 0, issued: {}, isExpired: false },

  decide: {
    IssueReceipt({ year, count, issued, isExpired }, draft) {
      if (isExpired || occasionOf(draft) in issued) return []
      if (count > 0 && year !== draft.year) throw new Rejection('receipt_of_another_year')
      return [{ type: 'ReceiptIssued', data: { ...draft, number: count + 1 } }]
    },
    ExpireReceipts: ({ isExpired }, data) => (isExpired ? [] : [{ type: 'ReceiptsExpired', data }]),
  },

  evolve: {
    ReceiptIssued: ({ issued, ...series }, { year, number, ...of }) => ({
      ...series,
      year,
      count: number,
      issued: { ...issued, [occasionOf(of)]: number },
    }),
    ReceiptsExpired: (series, { year }) => ({ ...series, year, isExpired: true }),
  },
}

export const receiptRefusals = {
  receipt_not_found: [404, 'There is no such receipt of yours.'],
  receipt_of_another_year: [409, 'This receipt belongs to the numbers of another year.'],
} as const satisfies Refusals

export const receiptsKind = {
  events: receiptEvents,
  refusals: receiptRefusals,
  item: {
    category: 'receipts',
    // One stream holds the documents of a year. Each is visible to its user only.
    of: ({ userId }) => userId,
  },
} as const satisfies Kind<typeof receiptEvents>
