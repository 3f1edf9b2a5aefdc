import type { Envelope } from '#domain/metadata.ts'
import { asInitiator, jobContext } from '../commands/context.ts'
import type { Dispatcher } from '../commands/dispatch.ts'
import { type AnyReactor, jobKeyOf, type Reaction } from './reactor.ts'

interface Try {
  reactor: Pick<AnyReactor, 'name'>
  handler: Dispatcher
  /** `attempts` includes this one. */
  job: { attempts: number; max_attempts: number }
  signal: AbortSignal
  now: () => number
  /** Adds the job again, to run after a delay in milliseconds. Absent: the caller runs each job once. */
  runLater?: (delayMs: number) => Promise<void>
  /** True if a worker is running the job of this key. Absent: no worker is. */
  isInHand?: (jobKey: string) => Promise<boolean>
}

/** The context of a reactor for one attempt at one event. */
export const reactionTo = (
  event: Envelope,
  { reactor, handler, job, signal, now, runLater, isInHand }: Try,
): Reaction => {
  const context = jobContext(reactor.name, event)
  const contexts = { system: context, initiator: asInitiator(context, event) }
  return {
    signal,
    event,
    now,
    tries: job.attempts - 1,
    last: job.attempts >= job.max_attempts,
    runLater: async (delayMs) => runLater?.(delayMs),
    isAtWork: async (name) => (await isInHand?.(jobKeyOf(name, event))) ?? false,
    stateOf: handler.stateOf,
    dispatch: (decider, streamId, command, actor = 'system') =>
      handler.dispatch(contexts[actor], decider, streamId, command),
  }
}
