import { APIError } from 'better-auth/api'
import type { z } from 'zod'
import { type SessionEnd, SignInMethod } from '#domain/sessions.ts'
import type { EmailProof } from '#domain/users.ts'
import type { Cause } from '../commands/context.ts'

/**
 * The header in which our HTTP layer passes the reason of an administrator's action to the library, URL-encoded; a
 * client's own is dropped.
 */
export const reasonHeader = 'x-admin-reason'

/**
 * The header in which our HTTP layer marks a registration by the machine's operator for the library; a client's own is
 * dropped.
 */
export const operatorSignUpHeader = 'x-registered-by-operator'

/** The request as the library's hooks receive it. */
interface HookContext {
  /** Path of the library's own route. */
  path?: string | undefined
  params?: Readonly<Record<string, string | undefined>> | undefined
  body?: Readonly<Record<string, unknown>> | undefined
  headers?: Headers | undefined
  request?: Request | undefined
  context: { session?: { user: { id: string }; session: { id: string; impersonatedBy?: unknown } } | null }
}

/** The cause of a hook's change, if the user is signed in. */
export const causeOf = (hook: HookContext | null): Cause => {
  const session = hook?.context.session
  const impersonator = session?.session.impersonatedBy
  return {
    actor: session?.user.id,
    impersonator: typeof impersonator === 'string' ? impersonator : undefined,
    requestId: (hook?.headers ?? hook?.request?.headers)?.get('x-request-id') ?? undefined,
  }
}

/** The session that a hook's request was sent in. */
export const sessionIdOf = (hook: HookContext | null): string | undefined => hook?.context.session?.session.id

/** The method of a new session, from the address, as in `/callback/google`, or the request's body. */
export const methodOf = (hook: HookContext | null): z.infer<typeof SignInMethod> =>
  SignInMethod.catch('email').parse(hook?.params?.id ?? hook?.body?.provider)

const ends: Readonly<Record<string, z.infer<typeof SessionEnd>>> = {
  '/sign-out': 'signed_out',
  '/reset-password': 'password_reset',
  '/admin/ban-user': 'banned',
  // The library deletes an expired session when it reads it.
  '/get-session': 'expired',
}

/** Returns the reason for the end of a session, derived from the library's route. */
export const howOf = (hook: HookContext | null): z.infer<typeof SessionEnd> =>
  ends[hook?.path ?? ''] ?? (hook?.path?.includes('revoke') ? 'revoked' : 'ended')

/** The reason that an administrator gave, if any. */
export const reasonOf = (hook: HookContext | null): string | undefined => {
  const reason = (hook?.headers ?? hook?.request?.headers)?.get(reasonHeader)
  return reason ? decodeURIComponent(reason) : undefined
}

/** The reason of an impersonation; throws without one, whichever route started it. */
export const impersonationReasonOf = (hook: HookContext | null): string => {
  const reason = reasonOf(hook)
  if (!reason) throw new APIError('BAD_REQUEST', { code: 'REASON_REQUIRED', message: 'Please provide a reason' })
  return reason
}

/** Returns the proof of an address other than a mailed link: Google's verification, or a registration by the operator. */
export const proofOf = (
  hook: HookContext | null,
  { emailVerified }: { emailVerified?: unknown },
): EmailProof | undefined => {
  if ((hook?.headers ?? hook?.request?.headers)?.has(operatorSignUpHeader)) return 'operator'
  return emailVerified === true && methodOf(hook) === 'google' ? 'google' : undefined
}
