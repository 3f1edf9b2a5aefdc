import { z } from 'zod'
import { AuthOptions } from '#domain/me.ts'
import { api } from '../base/api.ts'

const Version = z.object({ version: z.string() })
const versionMs = 5 * 60_000

const platformApi = api.injectEndpoints({
  endpoints: (build) => ({
    version: build.query<z.infer<typeof Version>, void>({
      query: () => 'version',
      transformResponse: (body) => Version.parse(body),
      extraOptions: { freshness: 'polled' },
    }),
    authOptions: build.query<AuthOptions, void>({
      query: () => 'auth-options',
      transformResponse: (body) => AuthOptions.parse(body),
      extraOptions: { freshness: 'configuration' },
    }),
    signOut: build.mutation<unknown, void>({ query: () => ({ url: 'auth/sign-out', method: 'POST', body: {} }) }),
    stopImpersonating: build.mutation<unknown, void>({
      query: () => ({ url: 'auth/admin/stop-impersonating', method: 'POST', body: {} }),
    }),
  }),
})

export const { useAuthOptionsQuery, useSignOutMutation, useStopImpersonatingMutation } = platformApi

/** The server's version, polled every 5 minutes. */
export const useVersionQuery = () => platformApi.useVersionQuery(undefined, { pollingInterval: versionMs })
