import { z } from 'zod'

/** The cause of an impersonation's end; `ended` if only the session's end is known. */
export const ImpersonationEndCause = z.enum([
  'stopped',
  'impersonator_role',
  'user_role',
  'user_banned',
  'hour',
  'own_session',
  'ended',
])
export type ImpersonationEndCause = z.infer<typeof ImpersonationEndCause>

/** The answer of `POST /auth/admin/stop-impersonating`. */
export const StoppedImpersonation = z.object({
  why: ImpersonationEndCause,
  /** The impersonated user; null if unknown. */
  username: z.string().nullable(),
  /** True if the browser has the admin's own session again. */
  returned: z.boolean(),
})
export type StoppedImpersonation = z.infer<typeof StoppedImpersonation>
