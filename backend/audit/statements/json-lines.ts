import type { Statement } from './statement.ts'

/** A line with the statement's metadata and sums; then a line for each entry. */
export function* jsonLines({ entries, ...statement }: Statement): Generator<string> {
  yield `${JSON.stringify({ line: 'statement', version: 1, ...statement })}\n`
  for (const entry of entries) yield `${JSON.stringify({ line: 'entry', ...entry })}\n`
}
