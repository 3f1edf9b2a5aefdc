import { z } from 'zod'
import { type Decider, Rejection } from './decider.ts'
import { Plan, UserRole } from './entitlements.ts'

const userId = z.uuid()

/** How an account came to be. Names and addresses stay out of events: they must be erasable. */
const method = z.enum(['email', 'google', 'discord', 'admin'])

const commands = {
  RegisterUser: z.object({ userId, method, role: UserRole }),
  ChangeUserRole: z.object({ userId, role: UserRole }),
  BanUser: z.object({ userId, reason: z.string().max(500).nullable() }),
  UnbanUser: z.object({ userId }),
  /** `sessionId` names the impersonation, so that its beginning and its end are told once each. */
  BeginImpersonation: z.object({ userId, impersonatorId: userId, sessionId: z.string() }),
  EndImpersonation: z.object({ userId, impersonatorId: userId, sessionId: z.string() }),
  ChangePlan: z.object({ userId, plan: Plan, paidThrough: z.iso.datetime().nullable(), reason: z.string().max(500) }),
}

export const userEvents = {
  UserRegistered: z.object({ userId, method, role: UserRole }),
  UserRoleChanged: z.object({ userId, role: UserRole }),
  UserBanned: z.object({ userId, reason: z.string().nullable() }),
  UserUnbanned: z.object({ userId }),
  ImpersonationBegan: z.object({ userId, impersonatorId: userId, sessionId: z.string() }),
  ImpersonationEnded: z.object({ userId, impersonatorId: userId, sessionId: z.string() }),
  PlanChanged: z.object({ userId, plan: Plan, paidThrough: z.iso.datetime().nullable(), reason: z.string() }),
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
