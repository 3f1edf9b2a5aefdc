import type { RecordedEvent } from '#eventstore'
import { stored } from '#projections/stored.ts'
import { type Dispatcher, dispatcher } from '../../backend/commands/dispatch.ts'
import { commandHandler } from '../../backend/commands/handle.ts'
import { createRequestCounter } from '../../backend/platform/request-counter.ts'
import { reactionTo } from '../../backend/reactors/reaction.ts'
import { reactorsOf } from '../../backend/things.ts'
import { noQuotas, type Stack } from '../stack.ts'

interface Attempt {
  attempts?: number
  signal?: AbortSignal
  /** Awaited before each command, with its number from 1. */
  before?: (n: number) => unknown
}

/** Attempts an operation that has begun, over a stack without a worker. */
export const operationByHand = (stack: Stack, quotas = noQuotas) => {
  const handler = dispatcher(commandHandler(stack.store))
  const deps = { ...stack, quotas, files: {}, images: {}, requests: createRequestCounter(), publish: () => undefined }
  const reactor = reactorsOf(deps as never).find(({ name }) => name === 'run-operations')

  return async (operationId: string, { attempts = 1, signal, before = () => undefined }: Attempt = {}) => {
    const { events } = await stack.store.read(`operations-${operationId}`)
    const begun = stored(events[0] as RecordedEvent).event
    let sent = 0
    const observed: Dispatcher = {
      ...handler,
      dispatch: async (...given) => {
        sent += 1
        await before(sent)
        return handler.dispatch(...given)
      },
    }
    const reaction = reactionTo(begun, {
      reactor: { name: 'run-operations' },
      handler: observed,
      job: { attempts, max_attempts: 25 },
      now: Date.now,
      signal: signal ?? new AbortController().signal,
    })
    await reactor?.on.OperationBegun?.(begun.data, reaction)
  }
}
