import { EmailAddressState as Answered, EmailConfirmed } from '#domain/email-addresses.ts'
import { api } from '../base/api.ts'
import { refetchedBy } from '../realtime/refetched.ts'

/** The user's own address. `mayResendAt` is the earliest time for another link, in milliseconds of this browser's clock. */
export type EmailAddressState = Answered & { mayResendAt: number }

const emailApi = api.injectEndpoints({
  endpoints: (build) => ({
    emailAddressState: build.query<EmailAddressState, void>({
      query: () => 'users/me/email',
      transformResponse: (body) => {
        const answer = Answered.parse(body)
        return { ...answer, mayResendAt: Date.now() + (answer.waiting?.pauseSeconds ?? 0) * 1000 }
      },
      providesTags: ['email'],
      ...refetchedBy<void>(['EmailChanged', 'EmailChangeRequested', 'EmailChangeWithdrawn', 'EmailVerified']),
    }),

    /** Sends the link to the unverified address: a new one, or the account's own. */
    sendEmailLink: build.mutation<unknown, void>({
      query: () => ({ url: 'users/me/email/link', method: 'POST', body: {} }),
      // After a rejection the address may have been verified on another device.
      invalidatesTags: ['email'],
    }),

    changeEmail: build.mutation<unknown, { email: string; password?: string }>({
      query: (body) => ({ url: 'users/me/email/change', method: 'POST', body }),
      invalidatesTags: (_result, error) => (error ? [] : ['email']),
    }),

    withdrawEmailChange: build.mutation<unknown, void>({
      query: () => ({ url: 'users/me/email/change', method: 'DELETE' }),
      invalidatesTags: ['email'],
    }),

    confirmEmail: build.mutation<EmailConfirmed, { token: string }>({
      query: (body) => ({ url: 'users/me/email/confirm', method: 'POST', body }),
      transformResponse: (body) => EmailConfirmed.parse(body),
      invalidatesTags: ['me', 'email'],
    }),
  }),
})

export const {
  useEmailAddressStateQuery,
  useSendEmailLinkMutation,
  useChangeEmailMutation,
  useWithdrawEmailChangeMutation,
  useConfirmEmailMutation,
} = emailApi
