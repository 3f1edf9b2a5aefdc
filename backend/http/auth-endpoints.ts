import { z } from 'zod'
import { UserRole } from '#domain/entitlements.ts'
import { PersonName } from '#domain/users.ts'
import { weaknessOf } from '../auth/common-passwords.ts'
import { reasonHeader } from '../auth/hook-context.ts'
import { roleIn } from '../auth/role.ts'
import { inPersonLately } from './fresh-session.ts'
import { admin, anyone, body, inPerson, type Policy, signedIn, withAuditors } from './policy.ts'
import { uuid } from './uuid.ts'

/** A served endpoint of the authentication library: its policy, and the schemas of the input that is passed to the library. */
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
/** Refuses a password that is too easy to guess; `own` are fields of the body with known facts of the user, such as their name. */
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
/** True for text without NUL, which PostgreSQL cannot store, and without unpaired surrogates, which headers cannot hold either. */
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
/** Passes the reason to our hooks in a header, since the library takes none. */
const withReason = ({ reason }: Readonly<Record<string, unknown>>) => ({
  [reasonHeader]: encodeURIComponent(String(reason)),
})
const tenYears = 10 * 365 * 24 * 3600
const userId = uuid()

/** The database enforces the same rule, since a role may change concurrently. */
const impersonator: Policy = {
  sentence: 'Administrators may, in a browser, of users who are neither administrators nor auditors.',
  who: 'admin',
  async may({ request, pool }) {
    if (request.session?.by === 'bearer') return 'impersonation_needs_cookie'
    const role = await roleIn(pool, body('userId')(request))
    return role === undefined || role === 'user' ? undefined : 'only_users_impersonated'
  },
}

/** The database protects the last administrator: two who demote each other concurrently would both pass a check made here. */
const changesAdmins: Policy = { ...admin, sentence: 'Administrators may; the only one stays one.' }

/** All served endpoints under `/api/auth`. Other paths answer 404. */
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
    // Always ends the account's other sessions: the password may be changed because another person knows it.
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
  // Open to anyone: a browser learns of an impersonation's end only once the session is no longer valid.
  { method: 'POST', path: '/admin/stop-impersonating', policy: anyone },
]
