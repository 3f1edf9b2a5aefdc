import { PDFDocument } from '@napi-rs/canvas'
import type { TaxLine } from '#domain/billing-account.ts'
import { documentTitle } from '#domain/receipts.ts'
import type { ReceiptRow } from '#projections/receipts.ts'
import { day, ink, page, rule, write } from './statement-parts.ts'

const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

/** 'VAT DE 19% of $10.00' */
const taxLabel = ({ name, percent, taxable, amount, isReverseCharge }: TaxLine, money: (cents: number) => string) => {
  if (isReverseCharge) return `${name}: reverse charge, the buyer accounts for the tax`
  const rate = [name, ...(percent === null ? [] : [`${percent}%`])].join(' ')
  if (amount === 0) return `${rate} (none charged)`
  return taxable === null ? rate : `${rate} of ${money(taxable)}`
}

const buyerLines = ({ buyer: { name, company, taxId, address } }: ReceiptRow): string[] => [
  ...(company ? [company] : []),
  name,
  ...address,
  ...(taxId ? [`Tax id ${taxId}`] : []),
]

type Pen = ReturnType<PDFDocument['beginPage']>

/** Draws lines below each other. Returns the vertical position below the last one. */
const block = (pen: Pen, lines: readonly string[], x: number, top: number, most: number): number => {
  for (const [index, line] of lines.entries())
    write(pen, line, x, top + index * 14, { size: 9.5, weight: index === 0 ? 600 : 400, most })
  return top + lines.length * 14
}

/** Draws a receipt as an A4 page. The same receipt gives the same bytes, since nothing depends on the day on which it is drawn. */
export const receiptPdf = (receipt: ReceiptRow): Buffer => {
  const title = documentTitle(receipt)
  const document = new PDFDocument({ title: `${title} ${receipt.number}`, creator: 'Loreloom', producer: 'Loreloom' })
  const pen = document.beginPage(page.width, page.height)
  write(pen, 'Loreloom', page.left, 52, { size: 10, weight: 600, color: ink.accent })
  write(pen, title, page.left, 84, { size: 21, weight: 600 })
  const belowFacts = drawFacts(pen, receipt)
  const belowParties = drawParties(pen, receipt, belowFacts + 24)
  drawAmounts(pen, receipt, belowParties + 30)
  rule(pen, 803)
  const footer = `${title} ${receipt.number}, ${receipt.issuer.name}`
  write(pen, footer, page.left, 817, { size: 7.5, color: ink.quiet, most: 400 })
  document.endPage()
  return document.close()
}

/** Draws the facts of a receipt. Returns the vertical position below them. */
const drawFacts = (pen: Pen, { number, issuedOn, corrects, refundId, paymentId, card }: ReceiptRow): number => {
  const facts: [string, string][] = [
    ['Number', number],
    ['Date', day(issuedOn)],
    ...(corrects ? ([['Corrects receipt', corrects]] satisfies [string, string][]) : []),
    ['Payment reference', refundId ?? paymentId],
    ...(card
      ? ([['Paid with', `${brands[card.brand] ?? 'Card'} ending in ${card.last4}`]] satisfies [string, string][])
      : []),
  ]
  for (const [index, [name, value]] of facts.entries()) {
    write(pen, name, page.left, 112 + index * 15, { size: 9.5, color: ink.quiet })
    write(pen, value, 150, 112 + index * 15, { size: 9.5, most: page.right - 150 })
  }
  return 112 + facts.length * 15
}

const drawParties = (pen: Pen, receipt: ReceiptRow, top: number): number => {
  const { issuer } = receipt
  const half = 310
  write(pen, 'From', page.left, top, { size: 8, color: ink.quiet })
  write(pen, 'To', half, top, { size: 8, color: ink.quiet })
  const taxId = issuer.taxId ? [`Tax id ${issuer.taxId}`] : []
  return Math.max(
    block(pen, [issuer.name, ...issuer.address, ...taxId], page.left, top + 16, half - page.left - 20),
    block(pen, buyerLines(receipt), half, top + 16, page.right - half),
  )
}

const drawAmounts = (pen: Pen, receipt: ReceiptRow, top: number) => {
  const { kind, what, from, through, amount, tax, taxes } = receipt
  const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: receipt.currency.toUpperCase() })
  const signed = (cents: number) => `${kind === 'credit_note' && cents > 0 ? '−' : ''}${money.format(cents / 100)}`
  const right = { align: 'right', size: 9.5 } as const
  let y = top
  write(pen, 'For', page.left, y, { size: 8, color: ink.quiet })
  write(pen, 'Amount', page.right, y, { size: 8, color: ink.quiet, align: 'right' })
  rule(pen, y + 6)
  y += 24
  write(pen, what, page.left, y, { size: 9.5, most: 380 })
  write(pen, signed(amount - tax), page.right, y, right)
  if (from && through) {
    y += 14
    write(pen, `${day(from)} to ${day(through)}`, page.left, y, { size: 8.5, color: ink.quiet })
  }
  for (const line of taxes.length > 0 ? taxes : [{ name: 'Tax', percent: null, taxable: null, amount: tax }]) {
    y += 20
    write(
      pen,
      taxLabel(line, (cents) => money.format(cents / 100)),
      page.left,
      y,
      { size: 9.5, most: 380 },
    )
    write(pen, signed(line.amount), page.right, y, right)
  }
  rule(pen, y + 9)
  y += 28
  write(pen, kind === 'receipt' ? 'Paid' : 'Refunded', page.left, y, { size: 11, weight: 600 })
  write(pen, signed(amount), page.right, y, { align: 'right', size: 11, weight: 600 })
}
