import { z } from 'zod'
import { Receipt } from '#domain/me.ts'
import { type Invitation, InvitationList, Invited } from '#projections/answers.ts'
import { type InvitationRow, invitationsView } from '#projections/campaigns.ts'
import { api } from '../base/api.ts'
import { invitePath } from '../base/pending-invite.ts'
import { type Following, follow, type Snapshot } from '../realtime/follow.ts'
import { guessing } from '../realtime/guess.ts'
import { parseList, refetchOnFailure, refetchOnSuccess } from './answers.ts'

interface NewInvitation {
  campaignId: string
  id: string
  /** Null: the invitation never expires. */
  expiresInDays: number | null
}

const following: Following<Invitation, string> = {
  joined: true,
  admits: (row, campaignId) => row.campaignId === campaignId,
  sort: (a, b) => b.createdAt.localeCompare(a.createdAt),
}
const followed = [{ endpoint: 'invitations', view: invitationsView, following }]

const invitationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Newest first. */
    invitations: build.query<Snapshot<Invitation>, string>({
      query: (campaignId) => `campaigns/${campaignId}/invitations?limit=100`,
      transformResponse: parseList(InvitationList),
      providesTags: ['invitations'],
      ...follow<InvitationRow, Invitation, string>(invitationsView, following),
    }),

    createInvitation: build.mutation<unknown, NewInvitation>({
      query: ({ campaignId, ...body }) => ({ url: `campaigns/${campaignId}/invitations`, method: 'POST', body }),
      invalidatesTags: ['invitations'],
    }),

    revokeInvitation: build.mutation<unknown, { campaignId: string; inviteId: string }>({
      query: ({ campaignId, inviteId }) => ({
        url: `campaigns/${campaignId}/invitations/${inviteId}`,
        method: 'DELETE',
      }),
      onQueryStarted: guessing(followed, (data) => [{ type: 'InvitationRevoked', data }]),
      invalidatesTags: refetchOnFailure('members', 'invitations'),
    }),

    /** The campaign of an invitation code, visible to anyone. */
    invited: build.query<Invited, string>({
      query: invitePath,
      transformResponse: (body) => Invited.parse(body),
      extraOptions: { freshness: 'opened' },
    }),

    join: build.mutation<{ campaignId: string }, string>({
      query: (code) => ({ url: invitePath(code), method: 'POST' }),
      transformResponse: (body) => Receipt.extend({ campaignId: z.string() }).parse(body),
      invalidatesTags: refetchOnSuccess('campaigns'),
    }),
  }),
})

export const {
  useInvitationsQuery,
  useInvitedQuery,
  useCreateInvitationMutation,
  useRevokeInvitationMutation,
  useJoinMutation,
} = invitationsApi
