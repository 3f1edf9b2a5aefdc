import type { Plan, UserRole } from '#domain/entitlements.ts'
import { planName } from '../../ui/Badge.tsx'

export const roleNames: Record<UserRole, string> = { user: 'User', auditor: 'Auditor', admin: 'Admin' }
export const memberRoles = { 1: 'DM', 2: 'Player', 3: 'Owner' } as const

const methods: Readonly<Record<string, string>> = {
  email: 'E-mail',
  google: 'Google',
  discord: 'Discord',
  admin: 'An admin',
}
export const methodOf = (method: string): string => methods[method] ?? method

const terms: Readonly<Record<string, string>> = {
  admin: 'From an admin',
  preorder: 'Pre-ordered',
  subscription: 'Subscribed',
}
export const termOf = (source: string): string => terms[source] ?? source

/** Name of a capability by its key: 'battleMaps' as 'battle maps'. */
export const gateOf = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\b(nsfw|stl)\b/, (letters) => letters.toUpperCase())

const isPlan = (value: string): value is Plan => value in planName
const isRole = (value: string): value is UserRole => value in roleNames

/** An enum's word: 'PRINT_YOUR_OWN' as 'Print your own', 'timed_out' as 'timed out'. */
export const wordOf = (value: string): string => {
  if (!/^[A-Z\d_]+$/.test(value)) return value.replaceAll('_', ' ')
  return value.charAt(0) + value.slice(1).toLowerCase().replaceAll('_', ' ')
}

/** 'Pro' of 'PRO'. */
export const planOf = (plan: string): string => (isPlan(plan) ? planName[plan] : wordOf(plan))
export const roleOf = (role: string): string => (isRole(role) ? roleNames[role] : wordOf(role))

const enums = /^(loreloomTier|minisTier|interval|status|reason|cause)$/

/** The product's term for a value of the log, depending on its path. */
export const nameValue = (path: string, value: string): string => {
  const field = path.slice(path.lastIndexOf('.') + 1)
  if (/^(plan|paid|effective)$/.test(field) && isPlan(value)) return planName[value]
  if (field === 'role' && isRole(value)) return roleNames[value]
  if (enums.test(field)) return wordOf(value)
  return field === 'method' ? methodOf(value) : value
}
