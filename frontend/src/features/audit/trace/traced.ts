import type { TraceAnswer } from '#domain/ledger-answers.ts'

/** Returns the numbers of the ledger entries in a trace. */
export const entriesOf = ({ grants, holds, takeBacks }: TraceAnswer): Set<number> =>
  new Set([
    ...grants.map(({ entry }) => entry.entry),
    ...holds.flatMap(({ entry, outcome }) => [entry.entry, ...(outcome ? [outcome.entry.entry] : [])]),
    ...takeBacks.flatMap(({ entries, givenBack }) =>
      [...entries, ...(givenBack ? [givenBack.entry] : [])].map(({ entry }) => entry),
    ),
  ])

/** Returns the first and last entry number of a trace's holds and their results, or, without holds, of all of its entries. */
export const spanOf = (trace: TraceAnswer): { first: number; last: number } => {
  const { holds } = trace
  const numbers = holds.length > 0 ? entriesOf({ ...trace, grants: [], takeBacks: [] }) : entriesOf(trace)
  return { first: Math.min(...numbers), last: Math.max(...numbers) }
}
