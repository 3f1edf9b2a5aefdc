import { z } from 'zod'
import { UserRole } from '#domain/entitlements.ts'
import { PersonName } from '#domain/users.ts'
import { weaknessOf } from '../auth/common-passwords.ts'
import { reasonHeader } from '../auth/hook-context.ts'
import { roleIn } from '../auth/role.ts'
import { inPersonLately } from './fresh-session.ts'
import { admin, anyone, body, inPerson, type Policy, signedIn, withAuditors } from './policy.ts'
import { uuid } from './uuid.ts'

/** One address of the authentication library that is open: who may call it, and what reaches it of what they send. */
export interface AuthEndpoint {
  method: 'GET' | 'POST'
  /** Under `/api/auth`. */
  path: string
  policy: Policy
  body?: z.ZodObject
  query?: z.ZodObject
  params?: z.ZodObject
  /** The response reveals whether a password is correct, to a signed-in user: counted by account. */
  guesses?: true
  /** Fields for our hooks, in addition to the library's. */
  headers?: (body: Readonly<Record<string, unknown>>) => Record<string, string>
}

const passwordLength = 'Password must be 8-128 characters long'
/** Refuses a password that is too easy to guess; `own` are fields of the body that everybody knows of the user. */
const refuseWeak =
  (field: string, own: readonly string[] = []) =>
  (body: Readonly<Record<string, unknown>>, ctx: z.RefinementCtx) => {
    const password = body[field]
    const weakness =
      typeof password === 'string'
        ? weaknessOf(
            password,
            own.map((name) => String(body[name] ?? '')),
          )
        : undefined
    if (weakness) ctx.addIssue({ code: 'custom', path: [field], message: weakness })
  }
const NewPassword = z.string(passwordLength).min(8, passwordLength).max(128, passwordLength)
const GivenPassword = z.string().min(1, 'Password is required').max(1000)
const Email = z.email('Please enter a valid email address').max(254, 'Please enter a valid email address')
/** PostgreSQL's texts have no NUL, and neither they nor headers half a letter. */
const canBeKept = (value: string) => value.isWellFormed() && !value.includes('\0')
const text = (most: number, missing?: string) =>
  z.string(missing).max(most).refine(canBeKept, 'This text has a character in it that cannot be kept')
/** The library verifies that the target is one of ours. */
const address = text(2000).optional()
const flag = z.boolean().optional()
const provider = z.literal('google')
const leadingBack = { callbackURL: address, errorCallbackURL: address, disableRedirect: flag }
const noReason = 'Please provide a reason'
const reason = text(400, noReason).trim().min(1, noReason)
/** The library does not ask why. */
const withReason = ({ reason }: Readonly<Record<string, unknown>>) => ({
  [reasonHeader]: encodeURIComponent(String(reason)),
})
const tenYears = 10 * 365 * 24 * 3600
const userId = uuid()

/** The tables refuse the same, for a role that changes at the same time. */
const impersonator: Policy = {
  sentence: 'Administrators may, in a browser, of users who are neither administrators nor auditors.',
  who: 'admin',
  async may({ request, pool }) {
    if (request.session?.by === 'bearer') return 'impersonation_needs_cookie'
    const role = await roleIn(pool, body('userId')(request))
    return role === undefined || role === 'user' ? undefined : 'only_users_impersonated'
  },
}

/** The tables keep the only one: two who demote each other at once would both be judged before either is done. */
const changesAdmins: Policy = { ...admin, sentence: 'Administrators may; the only one stays one.' }

/** Every address under `/api/auth` that is open. What is not here answers 404. */
export const authEndpoints: readonly AuthEndpoint[] = [
  {
    method: 'POST',
    path: '/sign-up/email',
    policy: anyone,
    body: z
      .object({ name: PersonName, email: Email, password: NewPassword, rememberMe: flag, callbackURL: address })
      .superRefine(refuseWeak('password', ['name', 'email'])),
  },
  {
    method: 'POST',
    path: '/sign-in/email',
    policy: anyone,
    body: z.object({ email: Email, password: GivenPassword, rememberMe: flag, callbackURL: address }),
  },
  {
    method: 'POST',
    path: '/sign-in/social',
    policy: anyone,
    body: z.object({ provider, newUserCallbackURL: address, ...leadingBack }),
  },
  {
    method: 'GET',
    path: '/callback/:id',
    policy: anyone,
    params: z.object({ id: provider }),
    query: z.object(
      Object.fromEntries(
        ['code', 'state', 'error', 'error_description', 'iss'].map((name) => [name, text(4000).optional()]),
      ),
    ),
  },
  { method: 'GET', path: '/error', policy: anyone, query: z.object({ error: text(200).optional() }) },
  { method: 'GET', path: '/get-session', policy: anyone },
  { method: 'POST', path: '/sign-out', policy: anyone },
  {
    method: 'POST',
    path: '/request-password-reset',
    policy: anyone,
    body: z.object({ email: Email, redirectTo: address }),
  },
  {
    method: 'GET',
    path: '/reset-password/:token',
    policy: anyone,
    params: z.object({ token: z.string() }),
    query: z.object({ callbackURL: text(2000) }),
  },
  {
    method: 'POST',
    path: '/reset-password',
    policy: anyone,
    body: z.object({ newPassword: NewPassword, token: text(200).min(1) }).superRefine(refuseWeak('newPassword')),
  },
  {
    method: 'POST',
    path: '/change-password',
    policy: withAuditors(inPerson),
    // The account's other sessions end always: the password may be changed because another person knows it.
    body: z.object({ currentPassword: GivenPassword, newPassword: NewPassword }).superRefine(refuseWeak('newPassword')),
    guesses: true,
  },
  { method: 'POST', path: '/update-user', policy: inPerson, body: z.object({ name: PersonName }) },
  { method: 'POST', path: '/revoke-session', policy: withAuditors(inPerson), body: z.object({ token: text(200) }) },
  { method: 'POST', path: '/revoke-sessions', policy: withAuditors(inPerson) },
  { method: 'POST', path: '/revoke-other-sessions', policy: withAuditors(inPerson) },
  { method: 'GET', path: '/list-accounts', policy: withAuditors(signedIn) },
  { method: 'POST', path: '/link-social', policy: inPersonLately, body: z.object({ provider, ...leadingBack }) },
  {
    method: 'POST',
    path: '/admin/set-role',
    policy: changesAdmins,
    body: z.object({ userId, role: UserRole, reason }),
    headers: withReason,
  },
  {
    method: 'POST',
    path: '/admin/ban-user',
    policy: changesAdmins,
    body: z.object({
      userId,
      banReason: text(500, noReason).trim().min(1, noReason),
      banExpiresIn: z.int().min(1).max(tenYears, 'A ban for a time is for ten years at most').optional(),
    }),
  },
  {
    method: 'POST',
    path: '/admin/unban-user',
    policy: admin,
    body: z.object({ userId, reason }),
    headers: withReason,
  },
  {
    method: 'POST',
    path: '/admin/impersonate-user',
    policy: impersonator,
    body: z.object({ userId, reason }),
    headers: withReason,
  },
  // A browser learns of an impersonation's end when it has no session any more.
  { method: 'POST', path: '/admin/stop-impersonating', policy: anyone },
]
