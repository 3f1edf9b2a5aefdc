import { z } from 'zod'
import { Receipt } from '#domain/me.ts'
import { Invited } from '#projections/answers.ts'
import { api } from '../../app/api.ts'

const path = (code: string) => `campaigns/invites/${encodeURIComponent(code)}`

const invitationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The campaign that a code lets into: anyone may ask. */
    invited: build.query<Invited, string>({
      query: path,
      transformResponse: (body) => Invited.parse(body),
    }),
    join: build.mutation<{ campaignId: string }, string>({
      query: (code) => ({ url: path(code), method: 'POST' }),
      transformResponse: (body) => Receipt.extend({ campaignId: z.string() }).parse(body),
      invalidatesTags: (_receipt, refused) => (refused ? [] : ['campaigns']),
    }),
  }),
})

export const { useInvitedQuery, useJoinMutation } = invitationsApi
