import type { Statement } from './statement.ts'

/** What it is a statement of, with its sums; then a line for each entry. */
export function* jsonLines({ entries, ...statement }: Statement): Generator<string> {
  yield `${JSON.stringify({ line: 'statement', version: 1, ...statement })}\n`
  for (const entry of entries) yield `${JSON.stringify({ line: 'entry', ...entry })}\n`
}
