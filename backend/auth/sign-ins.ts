import type pg from 'pg'
import type { z } from 'zod'
import { type SessionEnd, type SignInMethod, sessions } from '#domain/sessions.ts'
import { accountContext, type Cause } from '../commands/context.ts'
import type { Dispatcher } from '../commands/dispatch.ts'

type End = z.infer<typeof SessionEnd>

interface SignIn {
  sessionId: string
  userId: string
  method: z.infer<typeof SignInMethod>
  beganTold: boolean
  how: End | null
}

const columns = `i."sessionId", i."userId", i.method, i."beganTold", i.how`
/** Ends that count as the user's own action if the request names no actor. */
const own: readonly End[] = ['signed_out', 'password_reset', 'revoked']
/** Batch size of a reconciliation; the next one continues. */
const most = 1000

/**
 * Records sign-ins and sign-outs in the event store, as the database noted them with each session. Repeats decide
 * nothing.
 */
export function signInHistory(pool: pg.Pool, { dispatch }: Pick<Dispatcher, 'dispatch'>) {
  const begun = async ({ sessionId, userId, method }: SignIn, cause: Cause) => {
    const context = accountContext({ ...cause, actor: userId }, userId, 'signed in', sessionId)
    await dispatch(context, sessions, sessionId, { type: 'BeginSession', data: { userId, sessionId, method } })
    await pool.query('update auth.sign_ins set "beganTold" = true where "sessionId" = $1', [sessionId])
  }

  const over = async (signIn: SignIn, how: End, cause: Cause) => {
    const { sessionId, userId } = signIn
    if (!signIn.beganTold) await begun(signIn, {})
    const by = { ...cause, actor: cause.actor ?? (own.includes(how) ? userId : undefined) }
    const context = accountContext(by, userId, 'signed out', sessionId)
    await dispatch(context, sessions, sessionId, { type: 'EndSession', data: { userId, sessionId, how } })
    await pool.query('delete from auth.sign_ins where "sessionId" = $1', [sessionId])
  }

  return {
    async recordSignIn(id: string, cause: Cause = {}) {
      const { rows } = await pool.query<SignIn>(`select ${columns} from auth.sign_ins i where "sessionId" = $1`, [id])
      for (const signIn of rows) if (!signIn.beganTold) await begun(signIn, cause)
    },

    /** Stores the reason in the table first, so that a reconciliation still has it if the event cannot be appended now. */
    async recordSignOut(id: string, how: End, cause: Cause = {}) {
      const { rows } = await pool.query<SignIn>(
        `update auth.sign_ins i set how = coalesce(how, $2) where "sessionId" = $1 returning ${columns}`,
        [id, how],
      )
      for (const signIn of rows) await over(signIn, signIn.how ?? how, cause)
    },

    async reconcile() {
      const { rows } = await pool.query<SignIn & { isGone: boolean; isExpired: boolean }>(
        `select ${columns}, s.id is null as "isGone", coalesce(s."expiresAt" <= now(), false) as "isExpired"
           from auth.sign_ins i left join auth.session s on s.id = i."sessionId"
          where not i."beganTold" or s.id is null or s."expiresAt" <= now() order by i."sessionId" limit $1`,
        [most],
      )
      for (const { isGone, isExpired, ...signIn } of rows)
        if (isGone || isExpired) await over(signIn, signIn.how ?? (isExpired ? 'expired' : 'ended'), {})
        else await begun(signIn, {})
    },
  }
}
