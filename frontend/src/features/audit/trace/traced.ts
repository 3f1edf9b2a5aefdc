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
