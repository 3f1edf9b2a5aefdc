import type pg from 'pg'
import { freshMinutes } from '#domain/security.ts'
import { inPerson, type Policy } from './policy.ts'

const fresh = `select from auth.session where id = $1 and "createdAt" > now() - make_interval(mins => ${freshMinutes})`

/** True if the sign-in that began the session is at most `freshMinutes` ago. */
export const isFreshSession = async (pool: pg.Pool, sessionId: string): Promise<boolean> =>
  (await pool.query(fresh, [sessionId])).rowCount === 1

/** For adding and removing sign-in methods, which outlive the session: a session that was left open must not suffice. */
export const inPersonLately: Policy = {
  sentence: `Whoever signed in within the last ${freshMinutes} minutes may, and nobody who acts as them.`,
  who: 'signedIn',
  async may(ask) {
    const refusal = await inPerson.may?.(ask)
    if (refusal) return refusal
    const { session } = ask.request
    return session && (await isFreshSession(ask.pool, session.sessionId)) ? undefined : 'sign_in_again'
  },
}
