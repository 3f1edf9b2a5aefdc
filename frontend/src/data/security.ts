import { Security } from '#domain/security.ts'
import { api } from '../base/api.ts'
import { refetchedBy } from '../realtime/refetched.ts'

const securityApi = api.injectEndpoints({
  endpoints: (build) => ({
    security: build.query<Security, void>({
      query: () => 'users/me/security',
      transformResponse: (body) => Security.parse(body),
      providesTags: ['security'],
      ...refetchedBy(['SignedIn', 'SignedOut']),
    }),

    endSession: build.mutation<unknown, string>({
      query: (id) => ({ url: `users/me/sessions/${id}`, method: 'DELETE' }),
      // A rejected request means that the session has already ended.
      invalidatesTags: ['security'],
    }),

    endOtherSessions: build.mutation<unknown, void>({
      query: () => ({ url: 'users/me/sessions', method: 'DELETE' }),
      invalidatesTags: ['security'],
    }),

    changePassword: build.mutation<unknown, { currentPassword: string; newPassword: string }>({
      query: (body) => ({ url: 'auth/change-password', method: 'POST', body }),
      invalidatesTags: (_result, error) => (error ? [] : ['security', 'email']),
    }),

    requestReset: build.mutation<unknown, { email: string }>({
      query: ({ email }) => ({
        url: 'auth/request-password-reset',
        method: 'POST',
        body: { email, redirectTo: `/auth/password-reset?email=${encodeURIComponent(email)}` },
      }),
    }),
  }),
})

export const {
  useSecurityQuery,
  useEndSessionMutation,
  useEndOtherSessionsMutation,
  useChangePasswordMutation,
  useRequestResetMutation,
} = securityApi
