import type pg from 'pg'
import type { UserRole } from '#domain/entitlements.ts'

/** Returns the role with the most rights in the authentication library's comma-separated list. */
export const roleOf = (words: string | null | undefined): UserRole => {
  const roles = words?.split(',').map((word) => word.trim()) ?? []
  return roles.includes('admin') ? 'admin' : roles.includes('auditor') ? 'auditor' : 'user'
}

/** Returns the present role of an account in the authentication library's table; undefined if there is no such account. */
export const roleIn = async (pool: pg.Pool, userId: unknown): Promise<UserRole | undefined> => {
  const { rows } = await pool.query<{ role: string | null }>('select role from auth."user" where id = $1', [userId])
  return rows[0] && roleOf(rows[0].role)
}
