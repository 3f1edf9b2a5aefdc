import { planPurchase } from '#domain/billing-account.ts'
import type { PaymentRow } from '#projections/payments.ts'
import type { Read } from '../../http/snapshot.ts'

/** A movement of money as the payment provider lists it. */
export interface MoneyLine {
  at: string
  kind: 'payment' | 'refund' | 'refund-failed' | 'dispute' | 'dispute-won'
  /** The purchase. */
  for: string
  /** Cents; negative for money that went back. Includes the tax. */
  amount: number
  tax: number
  /** ISO 4217, upper case. */
  currency: string
  /** The provider's id of the payment. */
  paymentId: string
  /** The provider's id of the refund or dispute. */
  returnId: string | null
  /** Number of the receipt or credit note. */
  document: string | null
  card: string | null
}

/** Cents of a period in one currency: `net` is `paid` less `returned`, and `tax` is the tax within `net`. */
export interface MoneyTotal {
  currency: string
  paid: number
  returned: number
  net: number
  tax: number
}

type PaidRow = PaymentRow & { document: string | null }
interface ReturnRow {
  id: string
  kind: 'refund' | 'dispute'
  status: string
  amount: number
  tax: number | null
  at: string
  closedAt: string | null
  paymentId: string
  document: string | null
}

const payments = `select p.*, r.number as document from payments p
  left join receipts r on r."paymentId" = p.id and r.kind = 'receipt' where p."userId" = @userId`
const returns = `select x.id, x.kind, x.status, x.amount, x.at, x."closedAt", x."paymentId", r.tax, r.number as document
  from payment_returns x left join receipts r on r."refundId" = x.id where x."userId" = @userId`

const purchaseOf = ({ plan, interval, credits }: PaymentRow): string =>
  plan && interval ? planPurchase({ plan, interval }) : `${credits ?? 0} credits`

const paymentLine = (row: PaidRow): MoneyLine => ({
  at: row.paidAt,
  kind: 'payment',
  for: purchaseOf(row),
  amount: row.amount,
  tax: row.tax,
  currency: row.currency.toUpperCase(),
  paymentId: row.id,
  returnId: null,
  document: row.document,
  card: row.brand && row.last4 ? `${row.brand} ${row.last4}` : null,
})

/** Returns the tax of the credit note or, for disputes, which have none, the proportional part of the payment's tax. */
const taxOf = ({ tax, amount }: ReturnRow, paid: MoneyLine): number =>
  tax ?? (paid.amount === 0 ? 0 : Math.round((paid.tax * amount) / paid.amount))

const broughtBack: Readonly<Record<string, MoneyLine['kind']>> = { failed: 'refund-failed', won: 'dispute-won' }

/** A refund or a dispute takes the money at once; a failed refund and a won dispute bring it back when they end. */
const returnLines = (row: ReturnRow, paid: MoneyLine): MoneyLine[] => {
  const line: MoneyLine = {
    ...paid,
    at: row.at,
    kind: row.kind,
    amount: -row.amount,
    tax: -taxOf(row, paid),
    returnId: row.id,
    document: row.document,
  }
  const back = broughtBack[row.status]
  if (!back || row.closedAt === null) return [line]
  return [line, { ...line, at: row.closedAt, kind: back, amount: row.amount, tax: -line.tax }]
}

/** Returns the payments, refunds and disputes of a user in a period, with `through` exclusive, in order. */
export const moneyOf = async (
  read: Read,
  userId: string,
  { from, through }: { from: string | null; through: string },
): Promise<MoneyLine[]> => {
  const paid = (await read<PaidRow>(payments, { userId })).map(paymentLine)
  const byPayment = new Map(paid.map((line) => [line.paymentId, line]))
  const returned = (await read<ReturnRow>(returns, { userId })).flatMap((row) => {
    const line = byPayment.get(row.paymentId)
    return line ? returnLines(row, line) : []
  })
  const [begin, end] = [from === null ? Number.NEGATIVE_INFINITY : Date.parse(from), Date.parse(through)]
  return [...paid, ...returned]
    .filter(({ at }) => Date.parse(at) >= begin && Date.parse(at) < end)
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

/** Sums per currency, in the order of first use. */
export const moneyTotals = (lines: readonly MoneyLine[]): MoneyTotal[] =>
  [...Map.groupBy(lines, ({ currency }) => currency)].map(([currency, of]) => {
    const sum = (cents: (line: MoneyLine) => number) => of.reduce((total, line) => total + cents(line), 0)
    const paid = sum(({ kind, amount }) => (kind === 'payment' ? amount : 0))
    const net = sum(({ amount }) => amount)
    return { currency, paid, returned: paid - net, net, tax: sum(({ tax }) => tax) }
  })

/** Totals of each month (`2026-11`, UTC), oldest first. */
export const moneyMonths = (lines: readonly MoneyLine[]): (MoneyTotal & { month: string })[] =>
  [...Map.groupBy(lines, ({ at }) => new Date(at).toISOString().slice(0, 7))].flatMap(([month, of]) =>
    moneyTotals(of).map((total) => ({ month, ...total })),
  )

/** '12.50', in units of the currency. */
export const unitsOf = (cents: number): string => (cents / 100).toFixed(2)
