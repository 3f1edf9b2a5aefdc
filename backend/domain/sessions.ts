import { z } from 'zod'
import type { Decider } from './decider.ts'
import type { Kind } from './kind.ts'

const userId = z.uuid()
/** The session's id, never its token. Addresses, browsers and names stay out of events: they must be erasable. */
const sessionId = z.string()

export const SignInMethod = z.enum(['email', 'google', 'discord'])
/** The reason of a session's end; `ended` if unknown. */
export const SessionEnd = z.enum(['signed_out', 'revoked', 'banned', 'password_reset', 'expired', 'ended'])

const signedIn = z.object({ userId, sessionId, method: SignInMethod })
const signedOut = z.object({ userId, sessionId, how: SessionEnd })

const commands = { BeginSession: signedIn, EndSession: signedOut }
export const sessionEvents = { SignedIn: signedIn, SignedOut: signedOut }

interface Session {
  status: 'none' | 'open' | 'over'
}

/** A session, from sign-in to its end, in a stream of its own: an account's stream would grow with every visit. */
export const sessions: Decider<typeof commands, typeof sessionEvents, Session> = {
  category: 'sessions',
  commands,
  events: sessionEvents,
  initial: { status: 'none' },

  decide: {
    BeginSession: ({ status }, data) => (status === 'none' ? [{ type: 'SignedIn', data }] : []),
    EndSession: ({ status }, data) => (status === 'open' ? [{ type: 'SignedOut', data }] : []),
  },

  evolve: {
    SignedIn: () => ({ status: 'open' }),
    SignedOut: () => ({ status: 'over' }),
  },
}

export const sessionsKind = {
  events: sessionEvents,
  item: {
    category: 'sessions',
    // Its events go to the tabs of its user.
    of: ({ userId }) => userId,
  },
} as const satisfies Kind<typeof sessionEvents>
