import { StorageShare, Usage } from '#domain/storage.ts'
import { api } from '../app/api.ts'

/** What files take: every change of a file changes it, so that it is fetched whenever it is looked at. */
const usageApi = api.injectEndpoints({
  endpoints: (build) => ({
    usage: build.query<Usage, void>({
      query: () => 'users/me/usage',
      keepUnusedDataFor: 0,
      transformResponse: (body) => Usage.parse(body),
    }),
    campaignUsage: build.query<StorageShare, string>({
      query: (campaignId) => `campaigns/${campaignId}/usage`,
      keepUnusedDataFor: 0,
      transformResponse: (body) => StorageShare.parse(body),
    }),
  }),
})

export const { useUsageQuery, useCampaignUsageQuery } = usageApi
