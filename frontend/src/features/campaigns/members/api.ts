import type { z } from 'zod'
import { type AssignableRole, campaignRoles } from '#domain/campaigns.ts'
import { type Invitation, InvitationList, type Member } from '#projections/answers.ts'
import { type InvitationRow, invitationsView, type MemberRow, membersView } from '#projections/campaigns.ts'
import { api, positionOf } from '../../../app/api.ts'
import { type Following, follow, type Snapshot } from '../../../realtime/follow.ts'
import { type Followed, guessing } from '../../../realtime/guess.ts'
import { fetchMembers, type Members, type MembersArg, membersFollowing } from './fetch-members.ts'

interface OfMember {
  campaignId: string
  userId: string
}

interface NewInvitation {
  campaignId: string
  id: string
  /** Null: for ever. */
  expiresInDays: number | null
}

const invitationsFollowing: Following<Invitation, string> = {
  joined: true,
  admits: (row, campaignId) => row.campaignId === campaignId,
  sort: (a, b) => b.createdAt.localeCompare(a.createdAt),
}
const followed: Followed[] = [
  { endpoint: 'members', view: membersView, following: membersFollowing },
  { endpoint: 'invitations', view: invitationsView, following: invitationsFollowing },
]

export const membersApi = api.injectEndpoints({
  endpoints: (build) => ({
    members: build.query<Members, MembersArg>({
      serializeQueryArgs: ({ queryArgs: { want: _want, ...which } }) => which,
      forceRefetch: ({ currentArg, previousArg }) => (currentArg?.want ?? 0) > (previousArg?.want ?? 0),
      queryFn: (arg, { getState }, _extra, request) => fetchMembers(arg, () => cachedMembers(getState(), arg), request),
      providesTags: ['members'],
      ...follow<MemberRow, Member, MembersArg>(membersView, membersFollowing),
    }),

    /** Newest first. */
    invitations: build.query<Snapshot<Invitation>, string>({
      query: (campaignId) => `campaigns/${campaignId}/invitations?limit=100`,
      transformResponse: (body, meta) => {
        const { data: rows, total } = InvitationList.parse(body)
        return { rows, total, position: positionOf(meta) }
      },
      providesTags: ['invitations'],
      ...follow<InvitationRow, Invitation, string>(invitationsView, invitationsFollowing),
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
      onQueryStarted: guessing(followed, (data) => [{ type: 'InvitationRevoked', data: { ...data } }]),
      invalidatesTags: corrected,
    }),

    removeMember: build.mutation<unknown, OfMember>({
      query: ({ campaignId, userId }) => ({ url: `campaigns/${campaignId}/members/${userId}`, method: 'DELETE' }),
      onQueryStarted: guessing(followed, (data) => [{ type: 'MemberRemoved', data: { ...data } }]),
      invalidatesTags: corrected,
    }),
    changeMemberRole: build.mutation<unknown, OfMember & { role: z.infer<typeof AssignableRole> }>({
      query: ({ campaignId, userId, role }) => ({
        url: `campaigns/${campaignId}/members/${userId}/role`,
        method: 'PATCH',
        body: { role },
      }),
      onQueryStarted: guessing(followed, (data) => [{ type: 'MemberRoleChanged', data: { ...data } }]),
      invalidatesTags: corrected,
    }),
    transferOwnership: build.mutation<unknown, { campaignId: string; newOwnerId: string }>({
      query: ({ campaignId, newOwnerId }) => ({
        url: `campaigns/${campaignId}/members/transfer-ownership`,
        method: 'POST',
        body: { newOwnerId },
      }),
      invalidatesTags: ['campaigns', 'members'],
    }),
  }),
})

const cachedMembers = (state: unknown, arg: MembersArg): Members | undefined =>
  membersApi.endpoints.members.select(arg)(state as never).data

function corrected(_answer: unknown, refused: unknown) {
  return refused ? (['members', 'invitations'] as const) : []
}

/** An owner's place is given away, never taken. */
export const mayRemove = (mine: Member['role'], { role }: Member): boolean =>
  role === campaignRoles.PLAYER
    ? mine !== campaignRoles.PLAYER
    : role === campaignRoles.DM && mine === campaignRoles.OWNER

export const {
  useMembersQuery,
  useInvitationsQuery,
  useCreateInvitationMutation,
  useRevokeInvitationMutation,
  useRemoveMemberMutation,
  useChangeMemberRoleMutation,
  useTransferOwnershipMutation,
} = membersApi
