import { useCallback, useEffect, useMemo, useState } from 'react'
import { skip } from 'rxjs'
import type { AdminEvent } from '#domain/me.ts'
import { useAdminEventsInfiniteQuery } from '../../../data/admin-events.ts'
import { useRealtime } from '../../../realtime/context.tsx'
import { watchEvents } from '../../../realtime/watched.ts'
import { useClock } from '../../../ui/use-clock.ts'
import { admits, type EventFilters, rangeStart } from './filters.ts'
import { countActors, countTypes, splitAtPause, timeline } from './timeline.ts'

/** Maximum number of retained live events. Beyond it, older ones are dropped, and the list is refetched. */
const most = 500

/**
 * Returns the events of or by a user that arrived since mounting, oldest first. `refetch` is called after each
 * reconnection, to load the events that were missed.
 */
const useTail = (userId: string, refetch: () => unknown): AdminEvent[] => {
  const realtime = useRealtime()
  const [live, setLive] = useState<AdminEvent[]>([])

  useEffect(() => {
    // The stream repeats its current status on subscription.
    const reconnected = realtime.status$.pipe(skip(1)).subscribe((status) => {
      if (status === 'open') refetch()
    })
    const watched = watchEvents(realtime, userId).subscribe((event) => setLive((before) => [...before, event]))
    return () => {
      watched.unsubscribe()
      reconnected.unsubscribe()
    }
  }, [realtime, userId, refetch])

  useEffect(() => {
    if (live.length <= most) return
    setLive((before) => before.slice(-most / 2))
    refetch()
  }, [live.length, refetch])

  return live
}

const tickMs = 5_000
const minute = 60_000

/** Merges a user's fetched and live events into one list, filters it, and hides new events while it is paused. */
export const useEvents = (userId: string, filters: EventFilters) => {
  const { type, stream, actor, q, correlation, until } = filters
  const query = useAdminEventsInfiniteQuery({ userId, type, stream, actor, q, correlation, until })
  const { data, currentData, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch, error } = query
  const [pausedAt, setPausedAt] = useState<string | null>(null)
  const now = useClock(tickMs)

  const look = useCallback(() => void refetch(), [refetch])
  const live = useTail(userId, look)

  const pages = data?.pages
  const { events, fresh } = useMemo(() => timeline(pages ?? [], live), [pages, live])
  const start = rangeStart(filters, now)
  // The loaded events are filtered here, too, because a changed filter applies before its response has arrived.
  const admitted = useMemo(
    () =>
      events.filter(
        (event) =>
          admits({ type, stream, actor, q, correlation, until, range: '', event: '', view: '' }, event) &&
          (start === null || new Date(event.at).getTime() >= start),
      ),
    [events, type, stream, actor, q, correlation, until, start],
  )
  const { shown, waiting } = useMemo(() => splitAtPause(admitted, pausedAt), [admitted, pausedAt])

  const oldest = events.at(-1)
  const isBackToStart = start !== null && oldest !== undefined && new Date(oldest.at).getTime() < start
  const freshHere = fresh.filter((event) => admits(filters, event))
  const first = pages?.[0]
  return {
    events: shown,
    /** All loaded events, including those that the filters or the pause hide. */
    loaded: events,
    fresh: useMemo(() => new Set(fresh.map(({ id }) => id)), [fresh]),
    types: countTypes(first?.types ?? [], fresh),
    actors: countActors(first?.actors ?? [], fresh),
    /** Null during a text search, which is not counted. */
    total: first?.total === null ? null : (first?.total ?? 0) + freshHere.length,
    /** The time back to which a text search has run so far; null if it is complete. */
    searchedTo: pages?.at(-1)?.searchedTo ?? null,
    waiting,
    perMinute: live.filter(({ at }) => new Date(at).getTime() > now - minute).length,
    isPaused: pausedAt !== null,
    pause: () => setPausedAt(admitted[0]?.position ?? '0'),
    resume: () => setPausedAt(null),
    now,
    isLoading: !data && !error,
    isBusy: isFetching && !currentData,
    error: currentData ? undefined : error,
    refetch: look,
    older:
      hasNextPage && !isBackToStart ? { isLoading: isFetchingNextPage, load: () => void fetchNextPage() } : undefined,
  }
}
