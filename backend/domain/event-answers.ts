import { z } from 'zod'
import { Difference } from './audit-accounts.ts'
import { AdminEvent } from './me.ts'

/** `GET /admin/events/{id}/together`: all events caused by the same request, in log order; at most the first 500. */
export const EventsTogether = z.object({ events: z.array(AdminEvent), isAll: z.boolean() })
export type EventsTogether = z.infer<typeof EventsTogether>

/**
 * `GET /admin/streams/{stream}/state?revision=`: a stream folded up to an event. `state` is null if the present rules
 * know no such stream, or if its JSON exceeds 256 KiB; `bytes` is its size.
 */
export const StreamState = z.object({
  stream: z.string(),
  revision: z.int().nonnegative(),
  /** The stream's present last revision. */
  last: z.int().nonnegative(),
  state: z.unknown(),
  bytes: z.int().nonnegative(),
  /** Differences that this event made. */
  changes: z.array(Difference),
})
export type StreamState = z.infer<typeof StreamState>

/**
 * `GET /admin/find?q=`: the owner of an id, and the newest events that refer to it (`named`). `eventId` is the event to
 * open, `userId` the user in whose list it is.
 */
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
