import { Connections, ConsentPage } from '#domain/connections.ts'
import { api } from '../app/api.ts'
import { refetchedBy } from '../realtime/refetched.ts'

const tab = '/account-settings?tab=connections'

const connectionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    connections: build.query<Connections, void>({
      query: () => 'users/me/connections',
      transformResponse: (body) => Connections.parse(body),
      providesTags: ['connections'],
      ...refetchedBy<void>(['DiscordConnected', 'DiscordDisconnected']),
    }),

    /** Returns the page of the service on which its user agrees. */
    connectDiscord: build.mutation<string, void>({
      query: () => 'integrations/discord/connect',
      transformResponse: (body) => ConsentPage.parse(body).redirectUri,
    }),

    disconnectDiscord: build.mutation<unknown, void>({
      query: () => ({ url: 'integrations/discord/disconnect', method: 'POST', body: {} }),
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
  useConnectGoogleMutation,
  useDisconnectGoogleMutation,
} = connectionsApi
