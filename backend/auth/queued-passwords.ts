import type { BetterAuthOptions } from 'better-auth'
import { APIError } from 'better-auth/api'
import { atMost } from '../platform/at-most.ts'

export type Passwords = Required<NonNullable<NonNullable<BetterAuthOptions['emailAndPassword']>['password']>>

/** Maximum of queued passwords: some seconds of work. */
const waitingAtMost = 50

/**
 * Hashes and verifies one password at a time. Each takes a processor for a tenth of a second, and sign-ins from many addresses would
 * otherwise take all processors and all threads of the pool that also reads files and compresses answers. Refuses further sign-ins while
 * the queue is full.
 */
export function queuedPasswords({ hash, verify }: Passwords, most = waitingAtMost): Passwords {
  const inTurn = atMost(1)
  let queued = 0
  const enqueue = async <T>(work: () => Promise<T>): Promise<T> => {
    if (queued > most)
      throw new APIError('SERVICE_UNAVAILABLE', {
        code: 'BUSY',
        message: 'Very many people are signing in right now. Please try again in a moment.',
      })
    queued++
    try {
      return await inTurn(work)
    } finally {
      queued--
    }
  }
  return {
    hash: (password) => enqueue(() => hash(password)),
    verify: (given) => enqueue(() => verify(given)),
  }
}
