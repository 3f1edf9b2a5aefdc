import pg from 'pg'
import { Rejection } from '#domain/decider.ts'
import { inTransaction } from '../../platform/in-transaction.ts'

const taken = '23505'

/**
 * Gives an account another address, which nothing proves yet, and notes it before it stands: without the one there is not the other. Links that
 * were mailed for the account end with its address. Returns the address before. Throws `email_unchanged` and `email_taken`.
 */
export const changeEmail = (
  pool: pg.Pool,
  userId: string,
  email: string,
  note: () => Promise<unknown>,
): Promise<string> =>
  inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ email: string }>(
      'select email from auth."user" where id = $1 for no key update',
      [userId],
    )
    const before = rows[0]?.email
    if (before === undefined || before === email) throw new Rejection('email_unchanged')
    await client.query(
      `update auth."user" set email = $2, "emailVerified" = false, "updatedAt" = clock_timestamp() where id = $1`,
      [userId, email],
    )
    await note()
    return before
  }).catch((error: unknown) => {
    if (error instanceof pg.DatabaseError && error.code === taken) throw new Rejection('email_taken')
    throw error
  })
