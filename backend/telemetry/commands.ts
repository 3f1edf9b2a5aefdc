import { Histogram } from 'prom-client'
import { Rejection } from '#domain/decider.ts'
import { EventStoreUnavailable, RevisionConflict } from '#eventstore'
import type { CommandHandler } from '../commands/handle.ts'
import type { Log } from '../platform/log.ts'
import { secondsBuckets, stopwatch } from './metrics.ts'
import type { Telemetry } from './telemetry.ts'
import { inSpan } from './tracer.ts'

/**
 * Measures a command handler: duration and outcome by the kind of command. Logs each refusal, and adds the `traceparent` of a
 * recorded trace to the events, so that jobs continue it.
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
      // Each command of a batch counts with the duration of the whole batch.
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
