import { Connections, ConsentPage, type UserTokenType } from '#domain/connections.ts'
import { api } from '../base/api.ts'
import { refetchedBy } from '../realtime/refetched.ts'

const tab = '/account-settings?tab=connections'

const connectionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    connections: build.query<Connections, void>({
      query: () => 'users/me/connections',
      transformResponse: (body) => Connections.parse(body),
      providesTags: ['connections'],
      ...refetchedBy<void>([
        ...(['DiscordConnected', 'DiscordDisconnected'] as const),
        ...(['StoryVaultConnected', 'StoryVaultDisconnected'] as const),
      ]),
    }),

    /** Returns the URL of Discord's consent page. */
    connectDiscord: build.mutation<string, void>({
      query: () => 'integrations/discord/connect',
      transformResponse: (body) => ConsentPage.parse(body).redirectUri,
    }),

    disconnectDiscord: build.mutation<unknown, void>({
      query: () => ({ url: 'integrations/discord/disconnect', method: 'POST', body: {} }),
      invalidatesTags: ['connections'],
    }),

    /** Returns the URL of Story Vault's consent page. */
    connectStoryVault: build.mutation<string, void>({
      query: () => 'integrations/storyvault/connect',
      transformResponse: (body) => ConsentPage.parse(body).redirectUri,
    }),

    /** Stores the token with which the other service redirected the browser here. */
    storeUserToken: build.mutation<
      unknown,
      { token: string; type: UserTokenType; state?: string; isConfirmed?: boolean }
    >({
      query: (body) => ({ url: 'users/tokens', method: 'POST', body }),
      invalidatesTags: ['connections'],
    }),

    disconnectStoryVault: build.mutation<unknown, void>({
      query: () => ({ url: 'integrations/storyvault/disconnect', method: 'POST', body: {} }),
      invalidatesTags: ['connections'],
    }),

    connectGoogle: build.mutation<string, void>({
      query: () => ({
        url: 'auth/link-social',
        method: 'POST',
        body: {
          provider: 'google',
          callbackURL: `${tab}&googleConnected=true`,
          errorCallbackURL: `${tab}&googleConnected=false`,
          disableRedirect: true,
        },
      }),
      transformResponse: ({ url }: { url: string }) => url,
    }),

    disconnectGoogle: build.mutation<unknown, void>({
      query: () => ({ url: 'users/me/connections/google', method: 'DELETE' }),
      invalidatesTags: ['connections'],
    }),
  }),
})

export const {
  useConnectionsQuery,
  useConnectDiscordMutation,
  useDisconnectDiscordMutation,
  useConnectStoryVaultMutation,
  useStoreUserTokenMutation,
  useDisconnectStoryVaultMutation,
  useConnectGoogleMutation,
  useDisconnectGoogleMutation,
} = connectionsApi
