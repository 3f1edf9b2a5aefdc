import { AsyncLocalStorage } from 'node:async_hooks'

/** What every log line of one request or job says of it. Filled in as it becomes known. */
export interface Facts {
  requestId?: string
  userId?: string
  /** Shared by everything that one request set in motion, jobs included. */
  correlationId?: string
  /** Of the trace that is recorded, if one is. */
  traceId?: string
  /** The reactor and the event that it answers. */
  job?: string
  eventId?: string
}

/** Which request or job the code that runs belongs to, however many awaits away. */
export interface Scope {
  /** To be read and added to; outside of any work, facts that nobody reads. */
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

/** Whose work this is, so that users, and kinds of jobs, take turns where there is only so much at a time. */
export const ownerIn = (scope: Pick<Scope, 'facts'>) => (): string => {
  const { userId, job } = scope.facts()
  return userId ?? job ?? 'system'
}
