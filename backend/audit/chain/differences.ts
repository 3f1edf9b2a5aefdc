/** Something that is not as the chain says. */
export interface ChainDifference {
  /**
   * `altered`: the event does not say what it did. `removed`: the log has no such event. `inserted`: it has one that was never linked.
   * `link`: the chain's own row is not what it was, or is gone. `head`: a head was signed of another chain than this, or changed since.
   */
  kind: 'altered' | 'removed' | 'inserted' | 'link' | 'head'
  stream: string | null
  revision: number | null
  /** The number of its link; null for an event without one. */
  n: number | null
}

export interface Differences {
  add(difference: ChainDifference): void
  count(): number
  /** The number of the first link that such a difference is about; Infinity where there is none. */
  first(...kinds: ChainDifference['kind'][]): number
  /** The first of them. */
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
