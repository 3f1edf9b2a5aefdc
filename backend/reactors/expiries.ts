import type { z } from 'zod'
import type { Schemas } from '#domain/decider.ts'
import { workGraceMs } from '#domain/image-sizes.ts'
import { type Reaction, type Reactor, reactor } from './reactor.ts'

interface Expiry<E extends Schemas> {
  /** Suffix of the reactors' names: `expire-<name>`. */
  name: string
  /** The reactor that does the work. */
  worker: string
  deadlineMs: number
  /** Times out the work of an event. The stream knows whether the work has ended. */
  on: { [Type in keyof E]?: (data: z.infer<E[Type]>, reaction: Reaction) => Promise<unknown> }
}

/**
 * Timers of paid work. At its deadline, work that no process is running ends, since no answer can arrive. A running
 * process measures the time itself, so that a stalled process does not lose an answer that arrived in time; after a
 * grace period, such work ends as well.
 */
export const expiries = <E extends Schemas>(
  events: E,
  { name, worker, deadlineMs, on }: Expiry<E>,
): readonly Reactor<E>[] => {
  const types = Object.keys(on) as (keyof E)[]
  const unlessAtWork = Object.fromEntries(
    types.map((type) => [
      type,
      async (data: z.infer<E[typeof type]>, reaction: Reaction) =>
        (await reaction.isAtWork(worker)) ? undefined : on[type]?.(data, reaction),
    ]),
  ) as Expiry<E>['on']
  return [
    reactor(events, { name: `expire-${name}`, delayMs: deadlineMs, on: unlessAtWork }),
    reactor(events, { name: `expire-stalled-${name}`, delayMs: deadlineMs + workGraceMs, on }),
  ]
}
