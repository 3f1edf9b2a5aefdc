import { z } from 'zod'
import { CampaignRow, campaignsView } from '#projections/campaigns.ts'
import { api } from '../base/api.ts'
import { follow, type Snapshot } from '../realtime/follow.ts'
import { isOneOf } from '../realtime/messages.ts'
import { parseList, refetchOnSuccess } from './answers.ts'

const Deleted = z.object({ data: z.array(CampaignRow), total: z.int() })

const dangerApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The user's own campaigns that they deleted in the last 30 days, newest first. */
    deletedCampaigns: build.query<Snapshot<CampaignRow>, void>({
      query: () => 'campaigns?deleted=1&limit=100',
      transformResponse: parseList(Deleted),
      providesTags: ['campaigns'],
      ...follow<CampaignRow, CampaignRow, void>(campaignsView, {
        admits: ({ deletedAt }) => deletedAt !== null,
        refetchOn: (item) => isOneOf(item, ['CampaignDeleted', 'CampaignRestored']),
      }),
    }),
    deleteCampaign: build.mutation<unknown, string>({
      query: (id) => ({ url: `campaigns/${id}`, method: 'DELETE' }),
      invalidatesTags: refetchOnSuccess('campaigns'),
    }),
    restoreCampaign: build.mutation<unknown, string>({
      query: (id) => ({ url: `campaigns/${id}/restore`, method: 'POST' }),
      invalidatesTags: refetchOnSuccess('campaigns'),
    }),
    leaveCampaign: build.mutation<unknown, string>({
      query: (id) => ({ url: `campaigns/${id}/members/leave`, method: 'POST' }),
      invalidatesTags: refetchOnSuccess('campaigns'),
    }),
  }),
})

export const {
  useDeletedCampaignsQuery,
  useDeleteCampaignMutation,
  useRestoreCampaignMutation,
  useLeaveCampaignMutation,
} = dangerApi
