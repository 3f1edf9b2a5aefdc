import { api } from '../../app/api.ts'
import { meApi } from '../../app/me.ts'
import type { AppStore } from '../../app/store.ts'

const post = (url: string, body: object) => ({ url: `auth/${url}`, method: 'POST', body })

export const authApi = api.injectEndpoints({
  endpoints: (build) => ({
    signIn: build.mutation<unknown, { email: string; password: string }>({
      query: (body) => post('sign-in/email', body),
    }),
    signUp: build.mutation<unknown, { name: string; email: string; password: string }>({
      query: (body) => post('sign-up/email', body),
    }),
    /** Answers where the browser must go. */
    signInWith: build.mutation<{ url?: string }, { provider: 'google'; callbackURL: string }>({
      query: (body) => post('sign-in/social', body),
    }),
    requestReset: build.mutation<unknown, { email: string }>({
      query: ({ email }) =>
        post('request-password-reset', {
          email,
          redirectTo: `/auth/password-reset?email=${encodeURIComponent(email)}`,
        }),
    }),
    resetPassword: build.mutation<unknown, { newPassword: string; token: string }>({
      query: (body) => post('reset-password', body),
    }),
  }),
})

export const {
  useSignInMutation,
  useSignUpMutation,
  useSignInWithMutation,
  useRequestResetMutation,
  useResetPasswordMutation,
} = authApi

const polls = 10
export const signInPollMs = 300
export const signUpPollMs = 500

/** Waits until the server knows the person who has just signed in: their account reaches the read models a moment later. */
export const waitForSession = async (dispatch: AppStore['dispatch'], everyMs: number): Promise<boolean> => {
  for (let poll = 1; poll <= polls; poll++) {
    const { data } = await dispatch(meApi.endpoints.me.initiate(undefined, { forceRefetch: true, subscribe: false }))
    if (data) return true
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
  return false
}
