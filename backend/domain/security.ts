import { z } from 'zod'

const isoTime = z.string()

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
