import pg from 'pg'
import { Rejection } from '#domain/decider.ts'

const taken = '23505'

/**
 * Gives an account another address, and tells of it before that stands: without the one there is not the other. Links that were mailed to
 * the old address end with it. Throws `email_unchanged` and `email_taken`.
 */
export async function changeEmail(pool: pg.Pool, userId: string, email: string, tell: () => Promise<unknown>) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rowCount } = await client.query(
      'update auth."user" set email = $2, "updatedAt" = now() where id = $1 and email <> $2',
      [userId, email],
    )
    if (rowCount === 0) throw new Rejection('email_unchanged')
    await client.query('delete from auth.verification where value = $1', [userId])
    await tell()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    if (error instanceof pg.DatabaseError && error.code === taken) throw new Rejection('email_taken')
    throw error
  } finally {
    client.release()
  }
}
