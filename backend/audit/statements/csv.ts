import { type MoneyLine, unitsOf } from './money.ts'
import { type Statement, words } from './statement.ts'

/** Text that a spreadsheet would read as a formula: `cell` prefixes it with an apostrophe, since users choose it. */
const formula = /^[=+\-@\t\r\n]/

const cell = (value: string | number | null): string => {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
/** A line as RFC 4180 has it. */
export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(cell).join(',')}\r\n`

const columns = [
  ...['Entry', 'Time (UTC)', 'Kind', 'For', 'Credits', 'Change', 'Held', 'Balance', 'Available', 'Owed', 'Source'],
  ...['Work', 'Work id', 'Reason', 'Event id', 'Position', 'Correlation id', 'Causation id', 'Chain link'],
]

/** Makes spreadsheets read the file as UTF-8. */
export const byteOrderMark = '\uFEFF'

/** A row for each entry, as RFC 4180 has it. */
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
