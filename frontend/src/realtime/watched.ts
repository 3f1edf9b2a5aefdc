import { mergeMap, type Observable } from 'rxjs'
import { z } from 'zod'
import { AdminEvent } from '#domain/me.ts'
import type { Realtime } from './events.ts'

const WatchedEvent = z.object({ type: z.literal('WatchedEvent'), data: AdminEvent })

/** Emits every event of or by a user while subscribed. Only screens of admins load this module. */
export const watchEvents = ({ watch }: Pick<Realtime, 'watch'>, userId: string): Observable<AdminEvent> =>
  watch(userId).pipe(
    mergeMap((raw) => {
      const message = WatchedEvent.safeParse(raw)
      return message.success ? [message.data.data] : []
    }),
  )
