import type { UserRole } from '#domain/entitlements.ts'

/** The authentication library keeps roles as words with commas between; the one that may most counts. */
export const roleOf = (words: string | null | undefined): UserRole => {
  const roles = words?.split(',').map((word) => word.trim()) ?? []
  return roles.includes('admin') ? 'admin' : roles.includes('auditor') ? 'auditor' : 'user'
}
