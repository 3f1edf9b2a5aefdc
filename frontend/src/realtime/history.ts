import type { FeedItem } from './messages.ts'

/**
 * The newest items of the feed, oldest first. Nothing is missing after `floor`: a follower with an older snapshot
 * cannot be updated from this history.
 */
export interface History {
  add(item: FeedItem): boolean
  /**
   * Returns all items after a position, or undefined if older items would be needed than are retained. Several items
   * may share one position and arrive one by one, so `last` names the item that the follower folded last.
   */
  after(position: string, last?: string): FeedItem[] | undefined
  /** The position after which a new connection resumes. */
  readonly seen: string
  /** The id of the last stored event that was added. */
  readonly last: string | undefined
  /** Discards all items and starts after another position. */
  begin(position: string): void
}

/** Identifies an item among those of one position. */
export const keyOf = (item: FeedItem): string => ('stream' in item ? item.id : `${item.type}:${item.data.id}`)

/**
 * Creates a history that starts after a position. `add` returns true for a new item: a resumed stream may repeat its
 * last position.
 */
export const createHistory = (start: string, limit: number): History => {
  let floor = BigInt(start)
  let seen = floor
  let items: { at: bigint; item: FeedItem }[] = []
  let last: string | undefined
  const isDuplicate = (item: FeedItem, at: bigint) =>
    at < seen || (at === seen && items.some((existing) => existing.at === at && keyOf(existing.item) === keyOf(item)))

  return {
    add(item) {
      const at = BigInt(item.position)
      if (at <= floor || isDuplicate(item, at)) return false
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
