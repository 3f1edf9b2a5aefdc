import { byteOrderMark, csvLine } from '../../http/csv.ts'
import { type MoneyLine, unitsOf } from './money.ts'
import { type Statement, words } from './statement.ts'

const columns = [
  ...['Entry', 'Time (UTC)', 'Kind', 'For', 'Credits', 'Change', 'Held', 'Balance', 'Available', 'Owed', 'Source'],
  ...['Work', 'Work id', 'Reason', 'Event id', 'Position', 'Correlation id', 'Causation id', 'Chain link'],
]

/** Generates CSV (RFC 4180) with a row for each entry. */
export function* csv({ entries }: Statement): Generator<string> {
  yield `${byteOrderMark}${csvLine(columns)}`
  for (const { entry, at, kind, credits, change, held, balance, available, owed, source, work, ...rest } of entries)
    yield csvLine([
      ...[entry, at, words[kind], rest.for, credits, change, held, balance, available, owed, source],
      ...[work?.kind ?? null, work?.id ?? null, rest.reason, rest.eventId, rest.position],
      ...[rest.correlationId, rest.causationId, rest.link],
    ])
}

/** Labels of movements of money. */
export const moneyWords: Record<MoneyLine['kind'], string> = {
  payment: 'Payment',
  refund: 'Refund',
  'refund-failed': 'Refund failed',
  dispute: 'Dispute',
  'dispute-won': 'Dispute won',
}

const moneyColumns = [
  ...['Time (UTC)', 'Kind', 'For', 'Amount', 'Tax', 'Currency', 'Payment', 'Refund or dispute', 'Document', 'Card'],
]

/** A row for each payment, refund and dispute; amounts in units of the currency, negative for money that went back. */
export function* moneyCsv({ money }: Statement): Generator<string> {
  yield `${byteOrderMark}${csvLine(moneyColumns)}`
  for (const { at, kind, amount, tax, currency, paymentId, returnId, document, card, ...rest } of money.lines)
    yield csvLine([
      ...[at, moneyWords[kind], rest.for, Number(unitsOf(amount)), Number(unitsOf(tax)), currency],
      ...[paymentId, returnId, document, card],
    ])
}
