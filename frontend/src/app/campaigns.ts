import { z } from 'zod'
import { CampaignRole, defaultRpgSystem, isDm } from '#domain/campaigns.ts'
import { CampaignRow, campaignsView } from '#projections/campaigns.ts'
import { follow, type Snapshot } from '../realtime/follow.ts'
import { api, positionOf } from './api.ts'
import { newId } from './ids.ts'

export const Campaign = CampaignRow.extend({ role: CampaignRole, memberCount: z.int() })
export type Campaign = z.infer<typeof Campaign>

const Campaigns = z.object({ data: z.array(Campaign), total: z.int() })

export interface NewCampaign {
  id: string
  name: string
  rpgSystemCode: string
}

export const campaignsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The campaigns this person is in, oldest first. */
    campaigns: build.query<Snapshot<Campaign>, void>({
      query: () => 'campaigns?offset=0&limit=100',
      transformResponse: (body, meta) => {
        const { data: rows, total } = Campaigns.parse(body)
        return { position: positionOf(meta), rows, total }
      },
      providesTags: ['campaigns'],
      ...follow<CampaignRow, Campaign, void>(campaignsView, {
        joined: true,
        refetchOn: ({ type }) => type === 'CampaignCreated',
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
      invalidatesTags: (_receipt, refused) => (refused ? [] : ['campaigns']),
    }),

    renameCampaign: build.mutation<unknown, { id: string; name: string }>({
      query: ({ id, name }) => ({ url: `campaigns/${id}`, method: 'PATCH', body: { name } }),
      onQueryStarted({ id, name }, { dispatch }) {
        dispatch(
          campaignsApi.util.updateQueryData('campaigns', undefined, (draft) => {
            const campaign = draft.rows.find((row) => row.id === id)
            if (campaign) campaign.name = name
          }),
        )
      },
      // A refused name is corrected by the truth, not by undoing: someone else's may have landed since.
      invalidatesTags: (_receipt, refused) => (refused ? ['campaigns'] : []),
    }),
  }),
})

export const { useCampaignsQuery, useCreateCampaignMutation, useRenameCampaignMutation } = campaignsApi

export const newCampaignId = (): string => newId()

export const mayRename = ({ role }: Campaign): boolean => isDm(role)
