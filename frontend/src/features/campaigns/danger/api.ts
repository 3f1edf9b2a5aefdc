import { z } from 'zod'
import { CampaignRow, campaignsView } from '#projections/campaigns.ts'
import { api, positionOf } from '../../../app/api.ts'
import { follow, type Snapshot } from '../../../realtime/follow.ts'

const Deleted = z.object({ data: z.array(CampaignRow), total: z.int() })
const deletions = new Set(['CampaignDeleted', 'CampaignRestored'])

const dangerApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** This person's own campaigns that they deleted in the last 30 days, newest first. */
    deletedCampaigns: build.query<Snapshot<CampaignRow>, void>({
      query: () => 'campaigns?deleted=1&limit=100',
      transformResponse: (body, meta) => {
        const { data: rows, total } = Deleted.parse(body)
        return { rows, total, position: positionOf(meta) }
      },
      providesTags: ['campaigns'],
      ...follow<CampaignRow, CampaignRow, void>(campaignsView, {
        admits: ({ deletedAt }) => deletedAt !== null,
        refetchOn: ({ type }) => deletions.has(type),
      }),
    }),
    deleteCampaign: build.mutation<unknown, string>({
      query: (id) => ({ url: `campaigns/${id}`, method: 'DELETE' }),
      invalidatesTags: (_receipt, refused) => (refused ? [] : ['campaigns']),
    }),
    restoreCampaign: build.mutation<unknown, string>({
      query: (id) => ({ url: `campaigns/${id}/restore`, method: 'POST' }),
      invalidatesTags: (_receipt, refused) => (refused ? [] : ['campaigns']),
    }),
    leaveCampaign: build.mutation<unknown, string>({
      query: (id) => ({ url: `campaigns/${id}/members/leave`, method: 'POST' }),
      invalidatesTags: (_receipt, refused) => (refused ? [] : ['campaigns']),
    }),
  }),
})

export const {
  useDeletedCampaignsQuery,
  useDeleteCampaignMutation,
  useRestoreCampaignMutation,
  useLeaveCampaignMutation,
} = dangerApi
