import { type Statement, words } from './statement.ts'

/** Escapes texts that a spreadsheet would take for a formula, since users choose them. */
const formula = /^[=+\-@\t\r\n]/

const cell = (value: string | number | null): string => {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
const line = (cells: readonly (string | number | null)[]) => `${cells.map(cell).join(',')}\r\n`

const columns = [
  ...['Entry', 'Time (UTC)', 'Kind', 'For', 'Credits', 'Change', 'Held', 'Balance', 'Available', 'Owed', 'Source'],
  ...['Work', 'Work id', 'Reason', 'Event id', 'Position', 'Correlation id', 'Causation id', 'Chain link'],
]

/** Makes spreadsheets read the file as UTF-8. */
const byteOrderMark = '\uFEFF'

/** A row for each entry, as RFC 4180 has it. */
export function* csv({ entries }: Statement): Generator<string> {
  yield `${byteOrderMark}${line(columns)}`
  for (const { entry, at, kind, credits, change, held, balance, available, owed, source, work, ...rest } of entries)
    yield line([
      ...[entry, at, words[kind], rest.for, credits, change, held, balance, available, owed, source],
      ...[work?.kind ?? null, work?.id ?? null, rest.reason, rest.eventId, rest.position],
      ...[rest.correlationId, rest.causationId, rest.link],
    ])
}
