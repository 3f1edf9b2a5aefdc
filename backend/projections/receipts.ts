import { z } from 'zod'
import { TaxLine } from '#domain/billing-account.ts'
import { type receiptEvents, receiptNumber } from '#domain/receipts.ts'
import { view } from './view.ts'

/** A receipt or a credit note as it was issued. */
export const ReceiptRow = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  kind: z.enum(['receipt', 'credit_note']),
  series: z.string(),
  year: z.int(),
  number: z.string(),
  paymentId: z.string(),
  refundId: z.string().nullable(),
  corrects: z.string().nullable(),
  issuedOn: z.string(),
  what: z.string(),
  from: z.string().nullable(),
  through: z.string().nullable(),
  currency: z.string(),
  amount: z.int(),
  tax: z.int(),
  taxes: z.array(TaxLine),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  issuer: z.object({ name: z.string(), address: z.array(z.string()), taxId: z.string().nullable() }),
  buyer: z.object({
    name: z.string(),
    company: z.string().optional(),
    taxId: z.string().optional(),
    address: z.array(z.string()),
  }),
})
export type ReceiptRow = z.infer<typeof ReceiptRow>

/** The row of an issued document. */
export const receiptRow = ({
  receiptId: id,
  number,
  taxes = [],
  ...facts
}: z.infer<(typeof receiptEvents)['ReceiptIssued']>): ReceiptRow => ({
  id,
  ...facts,
  taxes,
  number: receiptNumber({ ...facts, number }),
})

export const receiptsView = view(ReceiptRow)<typeof receiptEvents>({
  table: 'receipts',
  on: {
    ReceiptIssued: (issued) => ({ put: receiptRow(issued) }),
    ReceiptsExpired: ({ series, year }) => ({ remove: { series, year } }),
  },
})
