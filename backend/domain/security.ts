import { z } from 'zod'
import type { Refusals } from './decider.ts'

const isoTime = z.string()

/** Minutes after a sign-in in which its session may change how its user signs in. */
export const freshMinutes = 10

/**
 * The user's sign-in methods and sessions: `GET /users/me/security`. Times are ISO; a session's `usedAt` is known to
 * the day.
 */
export const Security = z.object({
  hasPassword: z.boolean(),
  passwordChangedAt: isoTime.nullable(),
  sessions: z.array(
    z.object({
      id: z.string(),
      /** 'Firefox on Linux'. */
      device: z.string(),
      isCurrent: z.boolean(),
      signedInAt: isoTime,
      usedAt: isoTime,
    }),
  ),
})
export type Security = z.infer<typeof Security>

/** Refusals that concern a session: HTTP status and sentence, by code. */
export const securityRefusals = {
  sign_in_again: [
    403,
    `You signed in more than ${freshMinutes} minutes ago. To change this, please sign out and in again first.`,
  ],
} as const satisfies Refusals
