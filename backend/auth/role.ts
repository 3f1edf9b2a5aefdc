import type pg from 'pg'
import type { UserRole } from '#domain/entitlements.ts'

/** The authentication library keeps roles as words with commas between; the one that may most counts. */
export const roleOf = (words: string | null | undefined): UserRole => {
  const roles = words?.split(',').map((word) => word.trim()) ?? []
  return roles.includes('admin') ? 'admin' : roles.includes('auditor') ? 'auditor' : 'user'
}

/** The role of an account as the authentication library has it now; undefined where there is no such account. */
export const roleIn = async (pool: pg.Pool, userId: unknown): Promise<UserRole | undefined> => {
  const { rows } = await pool.query<{ role: string | null }>('select role from auth."user" where id = $1', [userId])
  return rows[0] && roleOf(rows[0].role)
}
