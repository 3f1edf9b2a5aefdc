/** Something that is not as the chain says. */
export interface ChainDifference {
  /**
   * `altered`: the event does not say what it did. `removed`: the log has no such event. `inserted`: it has one that was never linked.
   * `link`: the chain's own row is not what it was, or is gone. `head`: a head was signed of another chain than this, or changed since.
   */
  kind: 'altered' | 'removed' | 'inserted' | 'link' | 'head'
  stream: string | null
  revision: number | null
  /** Of its link; null of an event that has none. */
  n: number | null
}

export interface Differences {
  add(difference: ChainDifference): void
  count(): number
  /** The first of them. */
  named(): ChainDifference[]
}

const most = 100

export const differencesFound = (): Differences => {
  const named: ChainDifference[] = []
  let count = 0
  return {
    add(difference) {
      count++
      if (named.length < most) named.push(difference)
    },
    count: () => count,
    named: () => named,
  }
}
