import { useEffect, useState } from 'react'
import { skip } from 'rxjs'
import type { AdminEvent } from '#domain/me.ts'
import { useRealtime } from '../../../realtime/context.tsx'
import { watchEvents } from '../../../realtime/watched.ts'

/** More than this at once is fetched instead of kept here. */
const most = 500

/**
 * Every event of or by a user that arrives while this is on screen, oldest first. `refetch` is called whenever the
 * connection has begun anew, for what happened in between.
 */
export const useTail = (userId: string, refetch: () => unknown): AdminEvent[] => {
  const realtime = useRealtime()
  const [live, setLive] = useState<AdminEvent[]>([])

  useEffect(() => {
    // The status of the connection before this one is repeated at once, and says nothing new.
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
