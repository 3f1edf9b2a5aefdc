import { z } from 'zod'
import { Difference } from './audit-accounts.ts'
import { AdminEvent } from './me.ts'

/** `GET /admin/events/{id}/together`: all that one request set in motion, in the log's order; the first 500 of it. */
export const EventsTogether = z.object({ events: z.array(AdminEvent), isAll: z.boolean() })
export type EventsTogether = z.infer<typeof EventsTogether>

/**
 * `GET /admin/streams/{stream}/state?revision=`: a stream folded by its rules up to an event. `state` is null where the rules of today know no
 * such streams, or where its JSON is larger than 256 KiB; `bytes` says how large it is.
 */
export const StreamState = z.object({
  stream: z.string(),
  revision: z.int().nonnegative(),
  /** The stream's last revision now. */
  last: z.int().nonnegative(),
  state: z.unknown(),
  bytes: z.int().nonnegative(),
  /** Differences that this event made. */
  changes: z.array(Difference),
})
export type StreamState = z.infer<typeof StreamState>

/** `GET /admin/find?q=`: what an id is of, and the newest events that name it (`named`). `eventId` is the event to open, `userId` in whose list. */
export const Finding = z.object({
  kind: z.enum(['event', 'thing', 'correlation', 'user', 'customer', 'subscription', 'position', 'named']),
  id: z.string(),
  label: z.string(),
  userId: z.uuid().nullable(),
  eventId: z.string().nullable(),
})
export type Finding = z.infer<typeof Finding>
export const Findings = z.object({ data: z.array(Finding) })
export type Findings = z.infer<typeof Findings>
