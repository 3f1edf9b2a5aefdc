import type { LoreloomTier, MinisTier, Plan, UserRole } from '#domain/entitlements.ts'
import { AdminUser, AdminUsers } from '#domain/me.ts'
import { api } from '../base/api.ts'

export interface UsersArg {
  search: string
  offset: number
  limit: number
}

export interface RoleChange {
  userId: string
  role: UserRole
  reason: string
}

export interface PlanChange {
  userId: string
  plan: Plan
  reason: string
  subscriptionPaidThrough: string | null
}

export type TierChange = { userId: string; reason: string } & (
  | { tierType: 'loreloom'; tier: LoreloomTier | null }
  | { tierType: 'minis'; tier: MinisTier | null }
)

/** `through` is an ISO date. */
export interface AccessChange {
  userId: string
  through: string | null
  reason: string
}

export interface EmailChange {
  userId: string
  email: string
  reason: string
}

export interface CreditsChange {
  userId: string
  credits: number
  reason: string
}

/** Bans, roles and impersonation are requests to the authentication service; credits and plans are commands. */
const usersApi = api.injectEndpoints({
  endpoints: (build) => ({
    adminUsers: build.query<AdminUsers, UsersArg>({
      query: (params) => ({ url: 'admin/users', params }),
      transformResponse: (body) => AdminUsers.parse(body),
      providesTags: ['users'],
      extraOptions: { freshness: 'polled' },
    }),

    adminUser: build.query<AdminUser, string>({
      query: (id) => `admin/users/${id}`,
      transformResponse: (body) => AdminUser.parse(body),
      providesTags: ['users'],
      extraOptions: { freshness: 'opened' },
    }),

    setRole: build.mutation<unknown, RoleChange>({
      query: (body) => ({ url: 'auth/admin/set-role', method: 'POST', body }),
      invalidatesTags: ['users'],
    }),

    changePlan: build.mutation<unknown, PlanChange>({
      query: (body) => ({ url: 'admin/subscription/change', method: 'POST', body }),
      invalidatesTags: ['users'],
    }),

    changeTier: build.mutation<unknown, TierChange>({
      query: (body) => ({ url: 'admin/kickstarter-tier/update', method: 'POST', body }),
      invalidatesTags: ['users'],
    }),

    giveAccess: build.mutation<unknown, AccessChange>({
      query: (body) => ({ url: 'admin/complimentary-access/update', method: 'POST', body }),
      invalidatesTags: ['users'],
    }),

    changeEmail: build.mutation<unknown, EmailChange>({
      query: (body) => ({ url: 'admin/user/update-email', method: 'POST', body }),
      invalidatesTags: ['users'],
    }),

    /** `key` is the idempotency key: a retry after a lost response does not add the credits twice. */
    addCredits: build.mutation<unknown, CreditsChange & { key: string }>({
      query: ({ key, ...body }) => ({
        url: 'admin/credits/add',
        method: 'POST',
        body,
        headers: { 'idempotency-key': key },
      }),
      invalidatesTags: ['users'],
    }),

    /** The server rejects amounts above the user's available credits, which exclude those on hold. */
    removeCredits: build.mutation<unknown, CreditsChange & { key: string }>({
      query: ({ key, ...body }) => ({
        url: 'admin/credits/remove',
        method: 'POST',
        body,
        headers: { 'idempotency-key': key },
      }),
      invalidatesTags: ['users'],
    }),

    banUser: build.mutation<unknown, { userId: string; banReason: string }>({
      query: (body) => ({ url: 'auth/admin/ban-user', method: 'POST', body }),
      invalidatesTags: ['users'],
    }),

    mailPasswordReset: build.mutation<unknown, { userId: string; reason: string }>({
      query: (body) => ({ url: 'admin/user/reset-password', method: 'POST', body }),
    }),

    unbanUser: build.mutation<unknown, { userId: string; reason: string }>({
      query: (body) => ({ url: 'auth/admin/unban-user', method: 'POST', body }),
      invalidatesTags: ['users'],
    }),

    impersonateUser: build.mutation<unknown, { userId: string; reason: string }>({
      query: (body) => ({ url: 'auth/admin/impersonate-user', method: 'POST', body }),
    }),
  }),
})

export const {
  useAdminUsersQuery,
  useAdminUserQuery,
  useSetRoleMutation,
  useChangePlanMutation,
  useChangeTierMutation,
  useGiveAccessMutation,
  useChangeEmailMutation,
  useAddCreditsMutation,
  useRemoveCreditsMutation,
  useBanUserMutation,
  useUnbanUserMutation,
  useMailPasswordResetMutation,
  useImpersonateUserMutation,
} = usersApi
