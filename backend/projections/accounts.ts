import { z } from 'zod'
import { Plan, UserRole } from '#domain/entitlements.ts'
import { userEvents } from '#domain/users.ts'
import { view } from './view.ts'

/** A user's standing, as far as events tell it. Names and addresses are not here: they live with the authentication library. */
export const AccountRow = z.object({
  id: z.uuid(),
  role: UserRole,
  banned: z.boolean(),
  banReason: z.string().nullable(),
  paidPlan: Plan,
  subscriptionPaidThrough: z.string().nullable(),
  complimentaryAccessThrough: z.string().nullable(),
  loreloomKickstarterTier: z.string().nullable(),
  minisKickstarterTier: z.string().nullable(),
  registeredAt: z.string(),
})
export type AccountRow = z.infer<typeof AccountRow>

export const accountsView = view(
  userEvents,
  AccountRow,
)({
  table: 'accounts',
  on: {
    UserRegistered: ({ userId: id, role }, { at }) => ({
      put: {
        id,
        role,
        banned: false,
        banReason: null,
        paidPlan: 'FREE',
        subscriptionPaidThrough: null,
        complimentaryAccessThrough: null,
        loreloomKickstarterTier: null,
        minisKickstarterTier: null,
        registeredAt: at,
      },
    }),
    UserRoleChanged: ({ userId: id, role }) => ({ update: { role }, where: { id } }),
    UserBanned: ({ userId: id, reason }) => ({ update: { banned: true, banReason: reason }, where: { id } }),
    UserUnbanned: ({ userId: id }) => ({ update: { banned: false, banReason: null }, where: { id } }),
    PlanChanged: ({ userId: id, plan, paidThrough }) => ({
      update: { paidPlan: plan, subscriptionPaidThrough: paidThrough },
      where: { id },
    }),
  },
})
