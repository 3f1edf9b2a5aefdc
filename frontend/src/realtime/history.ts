import type { FeedItem } from './messages.ts'

/**
 * The newest items of the feed, oldest first. `floor` is the position after which nothing is missing: a follower whose
 * snapshot is older than that cannot be brought up to date from here.
 */
export interface History {
  add(item: FeedItem): boolean
  /**
   * Everything after a position, or undefined when that reaches further back than is remembered. Several items may have one
   * position and come one by one, so who has seen some of them says which was the `last`.
   */
  after(position: string, last?: string): FeedItem[] | undefined
  /** The position to resume after. */
  readonly seen: string
  /** The id of the last event that was told. */
  readonly last: string | undefined
  /** Forgets everything, and begins after another position. */
  begin(position: string): void
}

/** What tells items of one position apart. */
export const keyOf = (item: FeedItem): string => ('stream' in item ? item.id : `${item.type}:${item.data.id}`)

/** `start` is where the stream begins. `add` tells whether the item was new: a resumed stream may repeat its last position. */
export const createHistory = (start: string, limit: number): History => {
  let floor = BigInt(start)
  let seen = floor
  let items: { at: bigint; item: FeedItem }[] = []
  let last: string | undefined
  const isKnown = (item: FeedItem, at: bigint) =>
    at < seen || (at === seen && items.some((known) => known.at === at && keyOf(known.item) === keyOf(item)))

  return {
    add(item) {
      const at = BigInt(item.position)
      if (at <= floor || isKnown(item, at)) return false
      seen = at
      if ('stream' in item) last = item.id
      items.push({ at, item })
      // Trimming in halves keeps adding cheap.
      if (items.length > limit * 2) {
        floor = items[limit - 1]?.at ?? floor
        items = items.filter(({ at }) => at > floor)
      }
      return true
    },
    after(position, last) {
      const from = BigInt(position)
      if (from < floor) return undefined
      const seen = items.findLastIndex(({ at, item }) => (last && at === from ? keyOf(item) === last : at <= from))
      return items.slice(seen + 1).map(({ item }) => item)
    },
    get seen() {
      return String(seen)
    },
    get last() {
      return last
    },
    begin(position) {
      floor = seen = BigInt(position)
      last = undefined
      items = []
    },
  }
}
