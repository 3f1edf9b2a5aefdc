import { defaultRpgSystem } from '#domain/campaign-words.ts'
import { can, viewerAs } from '#domain/rights.ts'
import type { CampaignRole } from '#domain/roles.ts'
import { CampaignList, type CampaignListItem } from '#projections/answers.ts'
import { type CampaignRow, campaignsView, membersView } from '#projections/campaigns.ts'
import { api } from '../app/api.ts'
import { newId } from '../app/ids.ts'
import { follow, type Snapshot } from '../realtime/follow.ts'
import type { FeedItem } from '../realtime/messages.ts'
import { corrected, listed, renewed } from './answers.ts'

/** A campaign of this person, with their role in it. */
export type Campaign = CampaignListItem

export interface NewCampaign {
  id: string
  name: string
  rpgSystemCode: string
}

/** What can be changed about a campaign; `backgroundImageId` is a picture of it, or null for none. */
export type CampaignChanges = Partial<
  Pick<CampaignRow, 'name' | 'description' | 'rpgSystemCode' | 'welcomeMessage'> & { backgroundImageId: string | null }
>

/** What changes who is in a campaign, and as what, is joined to its row: then the list is fetched again. */
const changesList = ({ type }: FeedItem) => type in membersView.on || type === 'CampaignRestored'

export const campaignsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The campaigns this person is in, oldest first. */
    campaigns: build.query<Snapshot<Campaign>, void>({
      query: () => 'campaigns?offset=0&limit=100',
      transformResponse: listed(CampaignList),
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
      invalidatesTags: renewed('campaigns'),
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
      // A refused change is corrected by the truth, not by undoing: someone else's may have landed since.
      invalidatesTags: corrected('campaigns'),
    }),
  }),
})

export const { useCampaignsQuery, useCreateCampaignMutation, useChangeCampaignMutation } = campaignsApi

export const newCampaignId = (): string => newId()

type Mine = Pick<Campaign, 'id' | 'role'>
/** A signed-in person in a campaign of theirs: what their buttons are there for is for `can` to say. */
export const viewerIn = ({ id, role }: Mine, userId = '') => viewerAs(userId, id, role)
export const mayManage = (campaign: Mine): boolean => can(viewerIn(campaign), 'manage', { campaignId: campaign.id })
/** The same where something would be changed: in a copy of what a campaign was nobody owns or runs anything. */
export const writerIn = (campaign: Campaign, userId: string) =>
  campaign.asOf ? { userId: '', roles: {} } : viewerIn(campaign, userId)

export const roleNames: Record<CampaignRole, string> = { 1: 'Dungeon Master', 2: 'Player', 3: 'Owner' }
