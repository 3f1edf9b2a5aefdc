import type { z } from 'zod'
import type { Decider, Schemas } from '#domain/decider.ts'
import type { Envelope } from '#domain/metadata.ts'
import type { Command } from '../commands/dispatch.ts'

/** The context of a reactor's handler, in addition to the ports given at its creation. */
export interface Reaction {
  signal: AbortSignal
  event: Envelope
  /** Milliseconds since 1970, by the clock that all processes share and events are dated by. */
  now(): number
  /** The number of earlier attempts, and whether this is the last one. */
  tries: number
  last: boolean
  /** Runs the job of this event again after this attempt, once `delayMs` have passed. */
  runLater(delayMs: number): Promise<void>
  /** True if a worker is running another reactor's job of this event now. */
  isAtWork(reactor: string): Promise<boolean>
  /** The state of a stream now. */
  stateOf<C extends Schemas, E extends Schemas, S>(decider: Decider<C, E, S>, streamId: string): Promise<S>
  /**
   * Dispatches a command, or several to one stream that are decided as a batch. Ids derive from this reactor, the
   * event, the command's type, its stream and its item, so a redelivered event repeats nothing: a loop that sends
   * several commands of a type to one stream must give each an item. Metadata names the event as cause and keeps its
   * correlation; the actor is `system`, or the user who caused the event if the command carries out their request: then
   * it is part of their operation too.
   */
  dispatch<C extends Schemas, E extends Schemas, S>(
    decider: Decider<C, E, S>,
    streamId: string,
    command: Command<C> | readonly Command<C>[],
    actor?: 'system' | 'initiator',
  ): Promise<unknown>
}

/**
 * An effect outside of the log, run at least once as a job of the queue. Errors are faults, retried with back-off;
 * outcomes (such as a provider's refusal) are recorded with a command. Reactors have no state of their own.
 */
export interface Reactor<E extends Schemas> {
  /** The name of the jobs in the queue, too. */
  name: string
  /** Delay after the event in milliseconds: timers are delayed jobs. */
  delayMs?: number
  /** The ISO time at which the job of an event runs; null is immediately. */
  dueAt?: { [Type in keyof E]?: (data: z.infer<E[Type]>) => string | null }
  /**
   * The field that identifies the subject of a job, if one job serves all events of a subject that arrive while it
   * waits. It runs with the first of them, and reads the state at that time.
   */
  oneFor?: string
  /**
   * Waits for an external service, perhaps for minutes: runs in a separate queue, so that other jobs are not delayed.
   */
  slow?: boolean
  /** Waits for hours: runs in a queue of its own, one job at a time in a process, so that it delays no shorter work. */
  isLong?: boolean
  /** Answers a user who waits for it: runs in a separate queue, which neither slow reactors nor operations delay. */
  isAnswer?: boolean
  /**
   * Work that spans streams: one user's jobs run one after another, in the order of their events, without delaying
   * other jobs.
   */
  isOperation?: boolean
  /** Number of attempts. Default 10. */
  attempts?: number
  on: { [Type in keyof E]?: (data: z.infer<E[Type]>, reaction: Reaction) => Promise<unknown> }
  /** Selects the events that need a job. Absent: all. `next` is the type of the event that follows in the same decision. */
  when?: { [Type in keyof E]?: (data: z.infer<E[Type]>, next?: string) => boolean }
}

// biome-ignore lint/suspicious/noExplicitAny: a reactor's event types are erased where all jobs are handled alike
export type AnyReactor = Reactor<any>

/** The key of the job of a reactor and an event. */
export const jobKeyOf = (reactor: string, event: Pick<Envelope, 'id'>): string => `${reactor}:${event.id}`

export const reactor = <E extends Schemas>(_events: E, definition: Reactor<E>) => definition
