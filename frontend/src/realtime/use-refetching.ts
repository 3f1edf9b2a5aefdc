import { useCallback, useEffect, useState } from 'react'
import { filter, skip } from 'rxjs'
import { useRealtime } from './context.tsx'
import { type FeedItem, isVisibilityChange } from './messages.ts'

interface Query {
  refetch: () => unknown
  isFetching: boolean
}

const concerns = (item: FeedItem, field: string, id: string) =>
  !isVisibilityChange(item) && (item.data as Record<string, unknown>)[field] === id

/**
 * Refetches a query when an event arrives whose `field` holds the id, and when the connection is restored. RTK Query
 * starts no request while one is pending, whose response may predate the event: the query is then refetched after that
 * response.
 */
export const useRefetching = (field: string, id: string, query: Query): void => {
  const { items$ } = useRealtime()
  const markStale = useStaleRefetch(query)
  useEffect(() => {
    const happened = items$.pipe(filter((item) => concerns(item, field, id))).subscribe(markStale)
    return () => happened.unsubscribe()
  }, [items$, field, id, markStale])
}

/**
 * Returns a function that refetches a query at once, or after a pending response. The query is also refetched when the
 * connection is restored.
 */
export const useStaleRefetch = ({ refetch, isFetching }: Query): (() => void) => {
  const { status$ } = useRealtime()
  const [isStale, setStale] = useState(false)
  const markStale = useCallback(() => setStale(true), [])
  useEffect(() => {
    const reconnected = status$
      .pipe(
        skip(1),
        filter((status) => status === 'open'),
      )
      .subscribe(markStale)
    return () => reconnected.unsubscribe()
  }, [status$, markStale])
  useEffect(() => {
    if (!isStale || isFetching) return
    setStale(false)
    refetch()
  }, [isStale, isFetching, refetch])
  return markStale
}
