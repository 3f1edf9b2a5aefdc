/** A difference between the log and the chain, or between the chain and its signed heads. */
export interface ChainDifference {
  /**
   * `altered`: the event's hash differs from that of its link. `removed`: the log has no event for a link. `inserted`: the log has an
   * event without a link. `link`: a link's row was altered or is missing. `head`: a signed head matches no link of this chain, or its
   * signature is invalid.
   */
  kind: 'altered' | 'removed' | 'inserted' | 'link' | 'head'
  stream: string | null
  revision: number | null
  /** Number of the link, or length of the head; null for an event without a link. */
  n: number | null
}

export interface Differences {
  add(difference: ChainDifference): void
  count(): number
  /** Returns the lowest link number with a difference of these kinds; Infinity if there is none. */
  first(...kinds: ChainDifference['kind'][]): number
  /** Returns the first hundred differences. */
  named(): ChainDifference[]
}

const most = 100

export const differencesFound = (): Differences => {
  const named: ChainDifference[] = []
  const firsts = new Map<ChainDifference['kind'], number>()
  const firstOf = (kind: ChainDifference['kind']) => firsts.get(kind) ?? Number.POSITIVE_INFINITY
  let count = 0
  return {
    add(difference) {
      count++
      if (difference.n !== null) firsts.set(difference.kind, Math.min(firstOf(difference.kind), difference.n))
      if (named.length < most) named.push(difference)
    },
    count: () => count,
    first: (...kinds) => Math.min(...kinds.map(firstOf)),
    named: () => named,
  }
}
