import type { EventType } from './event-types.ts'
import { type Entry, realtimeOf, refetch, repeatFailed } from './follow.ts'
import type { FeedItem } from './messages.ts'

interface Refetched<Arg, Answer> {
  /** Returns true if an event of these types changes this answer. By default all do. */
  isAbout?: (data: Record<string, unknown>, arg: Arg) => boolean
  /**
   * For an answer that quotes items, as suggestions quote names: replaces the answer when any item is hidden from this
   * user, until the refetch completes.
   */
  emptied?: Answer
  /**
   * For an answer with items by id: returns the answer without an item that was hidden from this user; other answers
   * are returned unchanged.
   */
  withoutItem?: (answer: Answer, id: string) => Answer
}

/**
 * Refetches a cached answer after each of these events, for answers that no view folds. Spread it into a query's definition. An
 * event that arrives while a request is pending may not be in its response and causes another request.
 */
// biome-ignore lint/suspicious/noExplicitAny: without `emptied`, the answer's type plays no part
export const refetchedBy = <Arg, Answer = any>(
  types: readonly EventType[],
  { isAbout = () => true, emptied, withoutItem }: Refetched<Arg, Answer> = {},
) => {
  const quotesItems = emptied !== undefined || withoutItem !== undefined
  const isHidden = (item: FeedItem) => quotesItems && item.type === 'ItemGone'
  const isStale = (item: FeedItem, arg: Arg) =>
    isHidden(item) ||
    (quotesItems && item.type === 'ItemShown') ||
    (types.includes(item.type as EventType) && isAbout(item.data as Record<string, unknown>, arg))
  const hide = ({ data }: FeedItem, { updateCachedData }: Entry<Answer>) =>
    updateCachedData((answer) => withoutItem?.(answer, String((data as { id: unknown }).id)) ?? (emptied as Answer))
  const fetchAgain = (arg: Arg, { getCacheEntry, dispatch }: Entry<Answer>) => {
    const { data, endpointName } = getCacheEntry()
    if (data !== undefined && endpointName) dispatch(refetch(endpointName, arg) as never)
  }

  return {
    async onCacheEntryAdded(arg: Arg, entry: Entry<Answer> & { cacheEntryRemoved: PromiseLike<void> }) {
      const stale = realtimeOf(entry.extra).items$.subscribe((item) => {
        if (isHidden(item)) hide(item, entry)
        if (isStale(item, arg)) fetchAgain(arg, entry)
      })
      await entry.cacheEntryRemoved
      stale.unsubscribe()
    },
    async onQueryStarted(arg: Arg, entry: Entry<Answer> & { queryFulfilled: PromiseLike<unknown> }) {
      const missed: FeedItem[] = []
      const missing = realtimeOf(entry.extra).items$.subscribe((item) => {
        if (isStale(item, arg)) missed.push(item)
      })
      await entry.queryFulfilled.then(
        () => {
          for (const item of missed.filter(isHidden)) hide(item, entry)
          if (missed.length > 0) fetchAgain(arg, entry)
        },
        (failure: unknown) => repeatFailed(arg, entry, failure, missed.length > 0),
      )
      missing.unsubscribe()
    },
  }
}
