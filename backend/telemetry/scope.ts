import { AsyncLocalStorage } from 'node:async_hooks'

/** Facts that each log line of a request or job contains, added as they become known. */
export interface Facts {
  requestId?: string
  userId?: string
  /** Shared by everything that one request set in motion, jobs included. */
  correlationId?: string
  /** Id of the recorded trace, if there is one. */
  traceId?: string
  /** The reactor and the event that it answers. */
  job?: string
  eventId?: string
}

/** The request or job that the running code belongs to, also after any number of awaits. */
export interface Scope {
  /** The mutable facts of the running work; outside of any work, facts that are never logged. */
  facts(): Facts
  within<T>(facts: Facts, work: () => T): T
}

export const createScope = (): Scope => {
  const storage = new AsyncLocalStorage<Facts>()
  return {
    facts: () => storage.getStore() ?? {},
    within: (facts, work) => storage.run(facts, work),
  }
}

/** The owner of the running work, by which limited resources are shared fairly among users and kinds of jobs. */
export const ownerIn = (scope: Pick<Scope, 'facts'>) => (): string => {
  const { userId, job } = scope.facts()
  return userId ?? job ?? 'system'
}
