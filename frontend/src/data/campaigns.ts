import { z } from 'zod'
import { defaultRpgSystem } from '#domain/campaign-words.ts'
import { can, viewerAs } from '#domain/rights.ts'
import type { CampaignRole } from '#domain/roles.ts'
import { CampaignList, type CampaignListItem } from '#projections/answers.ts'
import { type CampaignRow, campaignsView, membersView } from '#projections/campaigns.ts'
import { api } from '../base/api.ts'
import { newId } from '../base/ids.ts'
import { follow, type Snapshot } from '../realtime/follow.ts'
import type { FeedItem } from '../realtime/messages.ts'
import { parseList, refetchOnFailure, refetchOnSuccess } from './answers.ts'

/** A campaign of the user, with their role in it. */
export type Campaign = CampaignListItem

export interface NewCampaign {
  id: string
  name: string
  rpgSystemCode: string
}

/** Changeable fields of a campaign; `backgroundImageId` is an image of it, or null for none. */
export type CampaignChanges = Partial<
  Pick<CampaignRow, 'name' | 'description' | 'rpgSystemCode' | 'welcomeMessage'> & { backgroundImageId: string | null }
>

/** Membership is joined to a campaign's row, so its changes refetch the list. */
const changesList = ({ type }: FeedItem) => type in membersView.on || type === 'CampaignRestored'

export const campaignsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The user's campaigns, oldest first. */
    campaigns: build.query<Snapshot<Campaign>, void>({
      query: () => 'campaigns?offset=0&limit=100',
      transformResponse: parseList(CampaignList),
      providesTags: ['campaigns'],
      ...follow<CampaignRow, Campaign, void>(campaignsView, {
        joined: true,
        admits: ({ deletedAt }) => deletedAt === null,
        refetchOn: changesList,
      }),
    }),

    createCampaign: build.mutation<{ id: string }, NewCampaign>({
      query: ({ id, name, rpgSystemCode }) => ({
        url: 'campaigns',
        method: 'POST',
        body: {
          id,
          name,
          description: '',
          rpgSystemCode: rpgSystemCode || defaultRpgSystem,
          publicAdventureCode: null,
        },
      }),
      invalidatesTags: refetchOnSuccess('campaigns'),
    }),

    /** Creates the user's own copy of the sample campaign, or restores it. */
    exploreSample: build.mutation<{ id: string }, void>({
      query: () => ({ url: 'campaigns/sample', method: 'POST', body: {} }),
      transformResponse: (body) => z.object({ id: z.string() }).parse(body),
      invalidatesTags: refetchOnSuccess('campaigns'),
    }),

    changeCampaign: build.mutation<unknown, { id: string; changes: CampaignChanges }>({
      query: ({ id, changes }) => ({ url: `campaigns/${id}`, method: 'PATCH', body: changes }),
      onQueryStarted({ id, changes: { backgroundImageId: _fetched, ...shown } }, { dispatch }) {
        dispatch(
          campaignsApi.util.updateQueryData('campaigns', undefined, (draft) => {
            const campaign = draft.rows.find((row) => row.id === id)
            if (campaign) Object.assign(campaign, shown)
          }),
        )
      },
      // A rejected change is corrected by a refetch instead of an undo, because other changes may have arrived since.
      invalidatesTags: refetchOnFailure('campaigns'),
    }),
  }),
})

export const { useCampaignsQuery, useCreateCampaignMutation, useExploreSampleMutation, useChangeCampaignMutation } =
  campaignsApi

export const newCampaignId = (): string => newId()

type Mine = Pick<Campaign, 'id' | 'role'>
/** Returns the user as a viewer with their role in a campaign, for permission checks with `can`. */
export const viewerIn = ({ id, role }: Mine, userId = '') => viewerAs(userId, id, role)
export const mayManage = (campaign: Mine): boolean => can(viewerIn(campaign), 'manage', { campaignId: campaign.id })
/** The viewer for write access: a copy of a past campaign has no owner and no members. */
export const writerIn = (campaign: Campaign, userId: string) =>
  campaign.asOf ? viewerAs('', null, undefined) : viewerIn(campaign, userId)

export const roleNames: Record<CampaignRole, string> = { 1: 'Dungeon Master', 2: 'Player', 3: 'Owner' }
