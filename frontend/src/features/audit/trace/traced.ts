import type { TraceAnswer } from '#domain/ledger-answers.ts'

/** The ledger's entries that a trace is made of. */
export const entriesOf = ({ grants, holds, takeBacks }: TraceAnswer): Set<number> =>
  new Set([
    ...grants.map(({ entry }) => entry.entry),
    ...holds.flatMap(({ entry, outcome }) => [entry.entry, ...(outcome ? [outcome.entry.entry] : [])]),
    ...takeBacks.flatMap(({ entries, givenBack }) =>
      [...entries, ...(givenBack ? [givenBack.entry] : [])].map(({ entry }) => entry),
    ),
  ])

/** From which entry to which credits were held and ended; of a grant that nothing was held of, its own. */
export const spanOf = (trace: TraceAnswer): { first: number; last: number } => {
  const { holds } = trace
  const numbers = holds.length > 0 ? entriesOf({ ...trace, grants: [], takeBacks: [] }) : entriesOf(trace)
  return { first: Math.min(...numbers), last: Math.max(...numbers) }
}
