import { z } from 'zod'
import { type Decider, type Refusals, Rejection } from './decider.ts'
import { Plan, UserRole } from './entitlements.ts'
import { erasable } from './erasable.ts'

const userId = z.uuid()

const nameLimit = 100
/** What breaks a line, turns the text around it about, or is half a letter. */
const unfit = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u

/** What a person is called: it stands in sentences, lists and mails. */
export const PersonName = z
  .string()
  .trim()
  .min(1, 'Name is required')
  .max(nameLimit, `Name cannot exceed ${nameLimit} characters`)
  .refine((name) => !unfit.test(name), 'Name cannot have line breaks or control characters')

/** The nearest name that can be kept, for who is called something by another service. */
export const nearestName = (given: unknown): string => {
  const words = String(given ?? '').replace(new RegExp(unfit, 'gu'), ' ')
  return words.replace(/\s+/g, ' ').trim().slice(0, nameLimit).toWellFormed().trim() || 'Somebody'
}

/** How an account came to be. Names and addresses stay out of events: they must be erasable. */
const method = z.enum(['email', 'google', 'discord', 'admin'])

/** Why an admin acts as somebody else. Those that began before it was asked for have none. */
const reason = erasable(z.string().max(400)).optional()

const commands = {
  RegisterUser: z.object({ userId, method, role: UserRole }),
  ChangeUserRole: z.object({ userId, role: UserRole }),
  BanUser: z.object({ userId, reason: z.string().max(500).nullable() }),
  UnbanUser: z.object({ userId }),
  /** `sessionId` names the impersonation, so that its beginning and its end are told once each. */
  BeginImpersonation: z.object({ userId, impersonatorId: userId, sessionId: z.string(), reason }),
  EndImpersonation: z.object({ userId, impersonatorId: userId, sessionId: z.string() }),
  ChangePlan: z.object({ userId, plan: Plan, paidThrough: z.iso.datetime().nullable(), reason: z.string().max(500) }),
}

export const userEvents = {
  UserRegistered: z.object({ userId, method, role: UserRole }),
  UserRoleChanged: z.object({ userId, role: UserRole }),
  UserBanned: z.object({ userId, reason: erasable(z.string()).nullable() }),
  UserUnbanned: z.object({ userId }),
  ImpersonationBegan: z.object({ userId, impersonatorId: userId, sessionId: z.string(), reason }),
  ImpersonationEnded: z.object({ userId, impersonatorId: userId, sessionId: z.string() }),
  PlanChanged: z.object({ userId, plan: Plan, paidThrough: z.iso.datetime().nullable(), reason: erasable(z.string()) }),
}

interface User {
  registered: boolean
  role: UserRole
  banned: boolean
  plan: Plan
  paidThrough: string | null
  impersonations: readonly string[]
}

const known = (user: User) => {
  if (!user.registered) throw new Rejection('user_not_found')
}

/** What happened to an account that its history must tell. The account itself, with its personal data, lives with the authentication library. */
export const users: Decider<typeof commands, typeof userEvents, User> = {
  category: 'users',
  keyOwner: (_user, userId) => `user:${userId}`,
  commands,
  events: userEvents,
  initial: { registered: false, role: 'user', banned: false, plan: 'FREE', paidThrough: null, impersonations: [] },

  decide: {
    RegisterUser: ({ registered }, data) => (registered ? [] : [{ type: 'UserRegistered', data }]),

    ChangeUserRole(user, data) {
      known(user)
      return user.role === data.role ? [] : [{ type: 'UserRoleChanged', data }]
    },

    BanUser(user, data) {
      known(user)
      return user.banned ? [] : [{ type: 'UserBanned', data }]
    },

    UnbanUser(user, data) {
      known(user)
      return user.banned ? [{ type: 'UserUnbanned', data }] : []
    },

    BeginImpersonation(user, data) {
      known(user)
      return user.impersonations.includes(data.sessionId) ? [] : [{ type: 'ImpersonationBegan', data }]
    },

    EndImpersonation: ({ impersonations }, data) =>
      impersonations.includes(data.sessionId) ? [{ type: 'ImpersonationEnded', data }] : [],

    ChangePlan(user, data) {
      known(user)
      return user.plan === data.plan && user.paidThrough === data.paidThrough ? [] : [{ type: 'PlanChanged', data }]
    },
  },

  evolve: {
    UserRegistered: (user, { role }) => ({ ...user, registered: true, role }),
    UserRoleChanged: (user, { role }) => ({ ...user, role }),
    UserBanned: (user) => ({ ...user, banned: true }),
    UserUnbanned: (user) => ({ ...user, banned: false }),
    ImpersonationBegan: (user, { sessionId }) => ({ ...user, impersonations: [...user.impersonations, sessionId] }),
    ImpersonationEnded: (user, { sessionId }) => ({
      ...user,
      impersonations: user.impersonations.filter((open) => open !== sessionId),
    }),
    PlanChanged: (user, { plan, paidThrough }) => ({ ...user, plan, paidThrough }),
  },
}

/** What is said when a rule of users says no: HTTP status and sentence, by code. */
export const userRefusals = {
  user_not_found: [404, 'There is no such user.'],
  own_account: [422, 'You cannot do this to your own account.'],
  last_admin: [409, 'This is the only administrator. Make somebody else one first.'],
  downgrade_refused: [422, 'Consider using Basic plan instead of Free for Pro users'],
} as const satisfies Refusals
