import type { EventStoreDBClient } from '@eventstore/db-client'
import { callsOf } from './library-client.ts'

interface Appending {
  batchAppend(...options: unknown[]): Call
}
interface Call {
  on(event: string, listener: (...args: unknown[]) => void): Call
}

/**
 * All calls of the library's batched appends share one list of waiting appends, and a call that breaks off empties it:
 * appends of other calls fail with it and are retried with the same ids. Their original answers then arrive without a
 * waiter, and the library would end the process. This wrapper drops them.
 */
export function dropLateAnswers(client: EventStoreDBClient): EventStoreDBClient {
  const calls = callsOf<Appending>(client)
  const create = calls.GRPCStreamCreator
  calls.GRPCStreamCreator = (service, name, open, cache) => {
    if (name !== 'appendToStream' || cache === undefined) return create(service, name, open, cache)
    const opened: typeof open = (given) => open({ batchAppend: (...options) => patient(given.batchAppend(...options)) })
    return create(service, name, opened, cache)
  }
  return client
}

const patient = (call: Call): Call => {
  const { on } = call
  call.on = (event, listener) => on.call(call, event, event === 'data' ? unlessLate(listener) : listener)
  return call
}

const unlessLate =
  (answered: (...args: unknown[]) => void) =>
  (...args: unknown[]) => {
    try {
      answered(...args)
    } catch (error) {
      if (!(error instanceof TypeError && error.message.includes('is not iterable'))) throw error
    }
  }
