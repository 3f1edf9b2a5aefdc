import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { api } from '../app/api.ts'
import { meApi } from './me.ts'

type Dispatch = ThunkDispatch<unknown, unknown, UnknownAction>

const post = (url: string, body: object) => ({ url: `auth/${url}`, method: 'POST', body })

const authApi = api.injectEndpoints({
  endpoints: (build) => ({
    signIn: build.mutation<unknown, { email: string; password: string }>({
      query: (body) => post('sign-in/email', body),
    }),
    signUp: build.mutation<unknown, { name: string; email: string; password: string }>({
      query: (body) => post('sign-up/email', body),
    }),
    /** Answers where the browser must go. */
    signInWith: build.mutation<{ url?: string }, { provider: 'google'; callbackURL: string; errorCallbackURL: string }>(
      {
        query: (body) => post('sign-in/social', body),
      },
    ),
    requestReset: build.mutation<unknown, { email: string }>({
      query: ({ email }) =>
        post('request-password-reset', {
          email,
          redirectTo: `/auth/password-reset?email=${encodeURIComponent(email)}`,
        }),
    }),
    /** Whether a reset link can still be used. Asked without an answer it may: setting the password says more. */
    isResetLinkGood: build.query<boolean, string>({
      async queryFn(token) {
        // The link of the library's own mails: it leads on to the page with the token, or with an error.
        const link = `/api/auth/reset-password/${encodeURIComponent(token)}?callbackURL=/auth/password-reset`
        const answer = await fetch(link).catch(() => undefined)
        return { data: !answer || !new URL(answer.url).searchParams.has('error') }
      },
      keepUnusedDataFor: 0,
      extraOptions: { freshness: 'opened' },
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
  useIsResetLinkGoodQuery,
  useResetPasswordMutation,
} = authApi

const polls = 10
export const signInPollMs = 300
export const signUpPollMs = 500

/** Waits until the server knows the person who has just signed in: their account reaches the read models a moment later. */
export const waitForSession = async (dispatch: Dispatch, everyMs: number): Promise<boolean> => {
  for (let poll = 1; poll <= polls; poll++) {
    const { data } = await dispatch(meApi.endpoints.me.initiate(undefined, { forceRefetch: true, subscribe: false }))
    if (data) return true
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
  return false
}
