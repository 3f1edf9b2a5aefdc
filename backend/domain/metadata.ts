import { z } from 'zod'

/** Who did it and why: on every event. Ids are UUIDs; `actor` is a user's id, or `system` for what the server does by itself. */
export const Metadata = z.object({
  actor: z.string(),
  /** The admin who acted as `actor`, when impersonating. */
  impersonator: z.string().optional(),
  /** The command that decided this event: a repeat of it decides nothing. */
  commandId: z.string(),
  /** Shared by everything that one request set in motion. */
  correlationId: z.string(),
  /** The event that caused the command, when a reactor sent it. */
  causationId: z.string().optional(),
  requestId: z.string().optional(),
  /** W3C trace context, when the command's trace is recorded: whoever acts on the event continues it. */
  traceparent: z.string().optional(),
  /** Shared by the events of one bulk act, which is undone as one. */
  operationId: z.string().optional(),
})
export type Metadata = z.infer<typeof Metadata>

/** A stored event as views, audiences and the browser see it. */
export const Envelope = z.object({
  id: z.string(),
  type: z.string(),
  stream: z.string(),
  /** Decimal log position. */
  position: z.string(),
  /** ISO time at which it was recorded. */
  at: z.string(),
  data: z.unknown(),
  metadata: Metadata,
})
export type Envelope = z.infer<typeof Envelope>

/** The part of a stream's name after its category: `images-<id>` is about `<id>`. */
export const subjectOf = (stream: string): string => stream.slice(stream.indexOf('-') + 1)
export const categoryOf = (stream: string): string => stream.slice(0, stream.indexOf('-'))
