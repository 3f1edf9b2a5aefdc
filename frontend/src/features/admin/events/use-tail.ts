import { useEffect, useState } from 'react'
import { skip } from 'rxjs'
import type { AdminEvent } from '#domain/me.ts'
import { useRealtime } from '../../../realtime/context.tsx'
import { watchEvents } from '../../../realtime/watched.ts'

/** A larger number of events is refetched instead of retained. */
const most = 500

/**
 * Every event of or by a user that arrives while mounted, oldest first. `refetch` is called after each reconnection,
 * for the events in between.
 */
export const useTail = (userId: string, refetch: () => unknown): AdminEvent[] => {
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
