import type { Statement } from './statement.ts'

/** A line with the statement's metadata and sums; then a line for each payment, refund and dispute, and for each entry. */
export function* jsonLines({ entries, money, ...statement }: Statement): Generator<string> {
  yield `${JSON.stringify({ line: 'statement', version: 1, ...statement, totals: money.totals })}\n`
  for (const line of money.lines) yield `${JSON.stringify({ line: 'money', ...line })}\n`
  for (const entry of entries) yield `${JSON.stringify({ line: 'entry', ...entry })}\n`
}
