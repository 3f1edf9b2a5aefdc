import { Histogram } from 'prom-client'
import { Rejection } from '#domain/decider.ts'
import { EventStoreUnavailable, RevisionConflict } from '#eventstore'
import type { CommandHandler } from '../commands/handle.ts'
import type { Log } from '../platform/log.ts'
import { secondsBuckets, stopwatch } from './metrics.ts'
import type { Telemetry } from './telemetry.ts'
import { inSpan } from './tracer.ts'

/**
 * The command handler, with how long each kind of command takes and how it ends. A refusal has its line in the log, and events
 * of a recorded trace carry where to continue it.
 */
export const observedHandler = (
  handler: CommandHandler,
  { scope, metrics: { registry }, tracer }: Telemetry,
  log: Pick<Log, 'info'>,
): CommandHandler => {
  const duration = new Histogram({
    name: 'loreloom_command_seconds',
    help: 'From a command to what was decided being stored',
    labelNames: ['command', 'outcome'],
    buckets: secondsBuckets,
    registers: [registry],
  })

  return {
    ...handler,
    handle(decider, streamId, command, metadata, options) {
      // Several that are decided as one are each as slow as all of them.
      const types = [command].flat().map(({ type }) => type)
      const { correlationId } = metadata
      scope.facts().correlationId ??= correlationId
      const attributes = {
        'loreloom.stream': `${decider.category}-${streamId}`,
        'loreloom.correlation_id': correlationId,
      }
      const seconds = stopwatch()
      return inSpan(tracer, `command ${types.join(' ')}`, { attributes }, async (span) => {
        const ended = (outcome: string) => {
          span.set({ 'loreloom.outcome': outcome })
          for (const type of types) duration.observe({ command: type, outcome }, seconds())
        }
        try {
          const traceparent = tracer.traceparent()
          const traced = traceparent === undefined ? metadata : { ...metadata, traceparent }
          const outcome = await handler.handle(decider, streamId, command, traced, options)
          ended(outcome.events > 0 ? 'decided' : 'nothing')
          return outcome
        } catch (error) {
          ended(outcomeOf(error))
          if (error instanceof Rejection) log.info({ command: types.join(' '), code: error.code }, 'Command refused')
          throw error
        }
      })
    },
  }
}

const outcomeOf = (error: unknown): string => {
  if (error instanceof Rejection) return 'refused'
  if (error instanceof RevisionConflict) return 'conflict'
  return error instanceof EventStoreUnavailable ? 'unavailable' : 'failed'
}
