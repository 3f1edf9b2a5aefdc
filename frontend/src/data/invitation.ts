import { Invited } from '#projections/answers.ts'
import { api } from '../base/api.ts'
import { invitePath } from '../base/pending-invite.ts'

const invitationApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The campaign that a code lets into: anyone may ask. */
    invited: build.query<Invited, string>({
      query: invitePath,
      transformResponse: (body) => Invited.parse(body),
      extraOptions: { freshness: 'opened' },
    }),
  }),
})

export const { useInvitedQuery } = invitationApi
