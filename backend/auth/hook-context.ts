import { APIError } from 'better-auth/api'
import type { z } from 'zod'
import { type SessionEnd, SignInMethod } from '#domain/sessions.ts'
import type { EmailProof } from '#domain/users.ts'
import type { Cause } from '../commands/context.ts'

/** The header in which our HTTP layer tells the library why an admin acts as somebody else, in a URL's letters; a client's own is dropped. */
export const reasonHeader = 'x-impersonation-reason'

/** The header in which our HTTP layer tells the library that the machine's operator registers an account; a client's own is dropped. */
export const operatorSignUpHeader = 'x-registered-by-operator'

/** What the library's hooks are told of the request that they belong to. */
interface HookContext {
  /** Of the library's own route. */
  path?: string | undefined
  params?: Readonly<Record<string, string | undefined>> | undefined
  body?: Readonly<Record<string, unknown>> | undefined
  headers?: Headers | undefined
  request?: Request | undefined
  context: { session?: { user: { id: string }; session: { id: string; impersonatedBy?: unknown } } | null }
}

/** Who is behind what a hook is told of, where somebody is signed in. */
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

/** How a session is begun: the address says it, as in `/callback/google`, or what was sent. */
export const methodOf = (hook: HookContext | null): z.infer<typeof SignInMethod> =>
  SignInMethod.catch('email').parse(hook?.params?.id ?? hook?.body?.provider)

const ends: Readonly<Record<string, z.infer<typeof SessionEnd>>> = {
  '/sign-out': 'signed_out',
  '/reset-password': 'password_reset',
  '/admin/ban-user': 'banned',
  // The library throws away what it finds to be too old.
  '/get-session': 'expired',
}

/** Why a session ends: what the library is doing says it. */
export const howOf = (hook: HookContext | null): z.infer<typeof SessionEnd> =>
  ends[hook?.path ?? ''] ?? (hook?.path?.includes('revoke') ? 'revoked' : 'ended')

/** Nobody is impersonated without a reason, whatever leads here. */
export const reasonOf = (hook: HookContext | null): string => {
  const reason = decodeURIComponent((hook?.headers ?? hook?.request?.headers)?.get(reasonHeader) ?? '')
  if (!reason) throw new APIError('BAD_REQUEST', { code: 'REASON_REQUIRED', message: 'Please provide a reason' })
  return reason
}

/** The proof of an address that a request brings, other than a mailed link: Google says that it is verified, or the operator registers it. */
export const proofOf = (
  hook: HookContext | null,
  { emailVerified }: { emailVerified?: unknown },
): EmailProof | undefined => {
  if ((hook?.headers ?? hook?.request?.headers)?.has(operatorSignUpHeader)) return 'operator'
  return emailVerified === true && methodOf(hook) === 'google' ? 'google' : undefined
}
