import type { BetterAuthOptions } from 'better-auth'
import { nearestName } from '#domain/users.ts'
import type { Log } from '../platform/log.ts'
import { deviceOf } from './devices.ts'
import type { EmailAddresses } from './email-addresses.ts'
import type { accountHistory } from './history.ts'
import { causeOf, howOf, impersonationReasonOf, methodOf, proofOf, reasonOf, sessionIdOf } from './hook-context.ts'
import type { signInHistory } from './sign-ins.ts'

interface Deps {
  history: ReturnType<typeof accountHistory>
  signIns: ReturnType<typeof signInHistory>
  emails: Pick<EmailAddresses, 'sendVerification'>
  log: Log
}

/** Hooks of the authentication library that record its changes to accounts in the event store. */
export const historyHooks = (deps: Deps): NonNullable<BetterAuthOptions['databaseHooks']> => ({
  user: buildUserHooks(deps),
  session: buildSessionHooks(deps),
})

type Hooks<Kind extends 'user' | 'session'> = NonNullable<NonNullable<BetterAuthOptions['databaseHooks']>[Kind]>

const buildUserHooks = ({ history, emails, log }: Deps): Hooks<'user'> => ({
  create: {
    // Names typed by users were validated with the request; Google's are adapted to the rules.
    before: async (user, context) => ({
      data: { ...user, name: nearestName(user.name), emailVerified: proofOf(context, user) !== undefined },
    }),
    async after(user, context) {
      await recordEvent(log, history.recordUser(user.id, causeOf(context), { proof: proofOf(context, user) }))
      if (!user.emailVerified) await sendFirstLink(emails, log, user.id)
    },
  },
  update: {
    before: async (user, context) => ({
      data: {
        ...user,
        ...('name' in user ? { name: nearestName(user.name) } : {}),
        ...('emailVerified' in user ? { emailVerified: proofOf(context, user) !== undefined } : {}),
      },
    }),
    // A new role or a ban may have ended impersonations.
    after: (user, context) =>
      recordEvent(
        log,
        history
          .recordUser(user.id, causeOf(context), { proof: proofOf(context, user), reason: reasonOf(context) })
          .then(() => history.recordImpersonations()),
      ),
  },
})

const buildSessionHooks = ({ history, signIns, log }: Deps): Hooks<'session'> => ({
  create: {
    before: async (session, context) => ({
      data: {
        ...session,
        // Sessions are listed by their device; no address of a person is stored.
        ipAddress: '',
        userAgent: deviceOf(session.userAgent),
        ...(session.impersonatedBy
          ? { impersonationReason: impersonationReasonOf(context), impersonatorSessionId: sessionIdOf(context) }
          : { method: methodOf(context) }),
      },
    }),
    // Signing in also records accounts whose registration was not recorded, and imported accounts.
    after: ({ id, impersonatedBy, userId }, context) =>
      recordEvent(
        log,
        impersonatedBy
          ? history.recordImpersonations(causeOf(context))
          : history.recordUser(userId).then(() => signIns.recordSignIn(id, causeOf(context))),
      ),
  },
  delete: {
    after: ({ id, impersonatedBy }, context) =>
      recordEvent(
        log,
        impersonatedBy
          ? history.recordImpersonations(causeOf(context))
          : // Impersonations that were begun in it end with it.
            signIns.recordSignOut(id, howOf(context), causeOf(context)).then(() => history.recordImpersonations()),
      ),
  },
})

/**
 * Records the event at once, if possible; otherwise the sign-in still succeeds and the reconciliation records it
 * later.
 */
const recordEvent = async (log: Log, what: Promise<void>) => {
  const late = new Promise<void>((_, reject) => setTimeout(reject, 5000, new Error('The event store is slow')).unref())
  await Promise.race([what, late]).catch((error: unknown) =>
    log.warn({ err: error }, 'The history of an account is told later: the event store did not take it now'),
  )
}

/** Does not fail the registration: the user can request the link again. */
const sendFirstLink = (emails: Deps['emails'], log: Log, userId: string) =>
  emails
    .sendVerification(userId)
    .catch((err: unknown) => log.warn({ err }, 'A new account was sent no link to verify its address'))
