import { SignupSources } from '#domain/me.ts'
import type { TrackingData } from '#domain/users.ts'
import { api } from '../base/api.ts'
import { meApi } from './me.ts'

export interface AccountChanges {
  onboarded?: true
  username?: string
  allowNSFW?: boolean
  marketingOptIn?: boolean
  initialTrackingData?: TrackingData
}

/** The user's own profile and settings. Their effects arrive as events. */
const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    signupSources: build.query<SignupSources, void>({
      query: () => 'users/me/signup-sources',
      transformResponse: (body) => SignupSources.parse(body),
      extraOptions: { freshness: 'configuration' },
    }),

    tellSignupSource: build.mutation<unknown, { source: string; influencer: string | null }>({
      query: (body) => ({ url: 'users/me/signup-source', method: 'POST', body }),
    }),

    changeAccount: build.mutation<unknown, AccountChanges>({
      query: (body) => ({ url: 'users/me', method: 'PATCH', body }),
      // No event contains the name. For other fields the response arrives before the event, or so late that a newer value
      // may be cached.
      onQueryStarted: ({ initialTrackingData: _unshown, ...changes }, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(
          ({ meta }) => {
            dispatch(
              meApi.util.updateQueryData('me', undefined, ({ rows: [me], position }) => {
                if (!me) return
                const isOvertaken = BigInt(position ?? 0) > BigInt(meta?.position ?? position ?? 0)
                if (!isOvertaken) Object.assign(me, changes)
                else if (changes.username !== undefined) me.username = changes.username
              }),
            )
          },
          () => undefined,
        ),
      invalidatesTags: (_result, error, { username }) => (error || username === undefined ? [] : ['members']),
    }),

    /** Confirms that the user has read the notice about an admin who opened their sign-in link. */
    noteRevealedLink: build.mutation<unknown, void>({
      query: () => ({ url: 'users/me/revealed-link/noted', method: 'POST', body: {} }),
      invalidatesTags: ['me'],
    }),

    redeemPreorder: build.mutation<unknown, { coupon: string }>({
      query: (body) => ({ url: 'billing/preorder/redeem', method: 'POST', body }),
      invalidatesTags: ['me'],
    }),
  }),
})

export const {
  useSignupSourcesQuery,
  useTellSignupSourceMutation,
  useChangeAccountMutation,
  useNoteRevealedLinkMutation,
  useRedeemPreorderMutation,
} = accountApi
