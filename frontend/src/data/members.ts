import { useMemo } from 'react'
import type { z } from 'zod'
import type { AssignableRole } from '#domain/roles.ts'
import type { Member } from '#projections/answers.ts'
import { type MemberRow, membersView } from '#projections/campaigns.ts'
import { api } from '../base/api.ts'
import { follow } from '../realtime/follow.ts'
import { guessing } from '../realtime/guess.ts'
import { growing } from '../realtime/pages.ts'
import { refetchOnFailure } from './answers.ts'
import { fetchMembers, type Members, type MembersArg, membersFollowing } from './fetch-members.ts'

interface OfMember {
  campaignId: string
  userId: string
}

const followed = [{ endpoint: 'members', view: membersView, following: membersFollowing }]

export const membersApi = api.injectEndpoints({
  endpoints: (build) => ({
    members: build.query<Members, MembersArg>({
      ...growing,
      queryFn: (arg, { getState }, _extra, request) => fetchMembers(arg, () => cachedMembers(getState(), arg), request),
      providesTags: ['members'],
      ...follow<MemberRow, Member, MembersArg>(membersView, membersFollowing),
    }),

    removeMember: build.mutation<unknown, OfMember>({
      query: ({ campaignId, userId }) => ({ url: `campaigns/${campaignId}/members/${userId}`, method: 'DELETE' }),
      onQueryStarted: guessing(followed, (data) => [{ type: 'MemberRemoved', data }]),
      invalidatesTags: refetchOnFailure('members', 'invitations'),
    }),

    changeMemberRole: build.mutation<unknown, OfMember & { role: z.infer<typeof AssignableRole> }>({
      query: ({ campaignId, userId, role }) => ({
        url: `campaigns/${campaignId}/members/${userId}/role`,
        method: 'PATCH',
        body: { role },
      }),
      onQueryStarted: guessing(followed, (data) => [{ type: 'MemberRoleChanged', data }]),
      invalidatesTags: refetchOnFailure('members', 'invitations'),
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

export const { useMembersQuery, useRemoveMemberMutation, useChangeMemberRoleMutation, useTransferOwnershipMutation } =
  membersApi

/** The most members whose names are shown next to their texts. */
const mostNamed = 100

/** Names of a campaign's members by id, in the order of joining; undefined until loaded. */
export const usePeople = (campaignId: string | null): ReadonlyMap<string, string> | undefined => {
  const { data } = useMembersQuery({ campaignId: campaignId ?? '', want: mostNamed }, { skip: campaignId === null })
  const rows = data?.rows
  return useMemo(() => rows && new Map(rows.map(({ userId, username }) => [userId, username])), [rows])
}
