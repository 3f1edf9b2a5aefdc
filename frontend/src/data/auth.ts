import { api } from '../base/api.ts'

const authApi = api.injectEndpoints({
  endpoints: (build) => ({
    requestReset: build.mutation<unknown, { email: string }>({
      query: ({ email }) => ({
        url: 'auth/request-password-reset',
        method: 'POST',
        body: { email, redirectTo: `/auth/password-reset?email=${encodeURIComponent(email)}` },
      }),
    }),
  }),
})

export const { useRequestResetMutation } = authApi
