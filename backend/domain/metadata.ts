import { z } from 'zod'

/** The actor and cause of an event. Ids are UUIDs; `actor` is a user's id, or `system` for the server's own actions. */
export const Metadata = z.object({
  actor: z.string(),
  /** The admin who acted as `actor`, when impersonating. */
  impersonator: z.string().optional(),
  /** The command that decided this event: a repeat of it decides nothing. */
  commandId: z.string(),
  /**
   * Set if several commands were decided as a batch: a repeat of the batch decides nothing, including commands that had
   * no effect.
   */
  decisionId: z.string().optional(),
  /** Shared by all effects of one request. */
  correlationId: z.string(),
  /** The event that caused the command, if a reactor sent it. */
  causationId: z.string().optional(),
  requestId: z.string().optional(),
  /** W3C trace context, if the command's trace is recorded; reactions to the event continue the trace. */
  traceparent: z.string().optional(),
  /** Shared by the events of one bulk action, which is undone as one. */
  operationId: z.string().optional(),
})
/** Stored metadata also contains the time; an envelope has it as a separate field (`happened-at.ts`). */
export type Metadata = z.infer<typeof Metadata> & {
  /** ISO time of the event, by the clock that all processes share. Absent from events of older versions. */
  at?: string
}

/** A stored event as passed to views, audiences and the browser. */
export const Envelope = z.object({
  id: z.string(),
  type: z.string(),
  stream: z.string(),
  /** Decimal log position. */
  position: z.string(),
  /** ISO time at which it happened. */
  at: z.string(),
  data: z.unknown(),
  metadata: Metadata,
})
export type Envelope = z.infer<typeof Envelope>

/** The part of a stream's name after its category: `images-<id>` is about `<id>`. */
export const subjectOf = (stream: string): string => stream.slice(stream.indexOf('-') + 1)
export const categoryOf = (stream: string): string => stream.slice(0, stream.indexOf('-'))
