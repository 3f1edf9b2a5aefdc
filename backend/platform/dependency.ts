import { setTimeout as delay } from 'node:timers/promises'
import { CannotStart } from './cannot-start.ts'
import type { Log } from './log.ts'
import { maskCredentials } from './masked-address.ts'
import type { Stopping } from './stopping.ts'

/** The reason why a dependency cannot be used. */
export interface DependencyFailure {
  cause: string
  /** A message for the operator, with the setting and the remedy; contains no secrets. */
  says: string
  /** True if the failure may resolve itself without a changed setting. */
  mends: boolean
}

/** An external service that this process needs, at once or after a while. */
export interface Dependency {
  /** `event store`. */
  name: string
  /** Checks the dependency, within 5 s. Returns undefined if it is usable. */
  find(): Promise<DependencyFailure | undefined>
  /** Milliseconds between two checks while the dependency is usable, and while it is not. */
  everyMs: { usable: number; troubled: number }
}

/** A dependency under `watch`; `failure` returns the result of the last check. */
export interface Watched {
  name: string
  failure(): (DependencyFailure & { since: Date }) | undefined
  /** Resolves after the first check without a failure. Rejects with CannotStart if a failure that needs the operator precedes it. */
  usable: Promise<void>
}

/**
 * Checks the dependency now and at intervals, and logs when a failure begins, changes its cause, or ends. Returns after
 * the first check. Throws CannotStart if that check finds a failure that needs the operator.
 */
export const watch = async (
  { name, find, everyMs }: Dependency,
  { log, stopping }: { log: Log; stopping: Pick<Stopping, 'add'> },
): Promise<Watched> => {
  let failure: (DependencyFailure & { since: Date }) | undefined
  const ready = Promise.withResolvers<void>()
  // Callers that depend on readiness await this promise; this handler avoids an unhandled rejection when none does.
  ready.promise.catch(() => undefined)
  let wasUsable = false
  const look = async () => {
    const reported = await find().catch(unforeseen(name))
    const found = reported && { ...reported, says: maskCredentials(reported.says) }
    if (found === undefined) {
      if (failure) log.warn({ dependency: name }, `The ${name} can be used again.`)
      failure = undefined
      wasUsable = true
      ready.resolve()
      return
    }
    if (!wasUsable && !found.mends) throw new CannotStart(found.says)
    if (found.cause !== failure?.cause)
      log.error(
        { dependency: name, cause: found.cause },
        `${found.says} ${wasUsable || failure ? '' : 'It is tried again until it can be used.'}`.trim(),
      )
    failure = { ...found, since: failure?.since ?? new Date() }
  }
  await look()
  const stopped = new AbortController()
  const goOn = async () => {
    while (!stopped.signal.aborted) {
      const pause = failure ? everyMs.troubled : everyMs.usable
      await delay(pause, undefined, { signal: stopped.signal }).catch(() => undefined)
      if (!stopped.signal.aborted) await look()
    }
  }
  const going = goOn().catch(ready.reject)
  stopping.add(`watch on the ${name}`, () => {
    stopped.abort()
    return going
  })
  return { name, failure: () => failure, usable: ready.promise }
}

/** Reports errors that no table lists by their own message. */
const unforeseen =
  (name: string) =>
  (error: unknown): DependencyFailure => {
    const reason = error instanceof Error ? error.message || error.name : String(error)
    return { cause: 'other', mends: true, says: `The ${name} cannot be used: ${reason}` }
  }
