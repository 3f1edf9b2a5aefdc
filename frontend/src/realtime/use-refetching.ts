import { useCallback, useEffect, useState } from 'react'
import { filter, skip } from 'rxjs'
import { useRealtime } from './context.tsx'
import { type FeedItem, isSight } from './messages.ts'

interface Query {
  refetch: () => unknown
  isFetching: boolean
}

const isAbout = (item: FeedItem, field: string, id: string) =>
  !isSight(item) && (item.data as Record<string, unknown>)[field] === id

/**
 * Asks a query again when something happened to the thing whose id stands in an event's `field`, and when the connection is back. The cache
 * asks for nothing while an answer is on its way, which may be from before the event: then it is asked once that one is there.
 */
export const useRefetching = (field: string, id: string, query: Query): void => {
  const { items$ } = useRealtime()
  const markStale = useStaleRefetch(query)
  useEffect(() => {
    const happened = items$.pipe(filter((item) => isAbout(item, field, id))).subscribe(markStale)
    return () => happened.unsubscribe()
  }, [items$, field, id, markStale])
}

/** Returns a function that asks a query again: at once, or after the answer that is on its way. The query is asked again when the connection is back, too. */
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
