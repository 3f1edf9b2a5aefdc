import { StorageShare, Usage } from '#domain/storage.ts'
import { api } from '../base/api.ts'
import type { EventType } from '../realtime/event-types.ts'
import { refetchedBy } from '../realtime/refetched.ts'

/** Events that change the used storage. */
const stored: readonly EventType[] = [
  ...(['CampaignFileAdded', 'CampaignFileRemoved', 'CampaignFileRestored', 'CampaignFilePurged'] as const),
  ...(['ImageGenerated', 'ImageUploaded', 'ImageEdited', 'ImageTokenMade', 'ImageMoved'] as const),
  ...(['ImageDeleted', 'ImageRestored', 'ImagePurged'] as const),
]

const usageApi = api.injectEndpoints({
  endpoints: (build) => ({
    usage: build.query<Usage, void>({
      query: () => 'users/me/usage',
      keepUnusedDataFor: 0,
      transformResponse: (body) => Usage.parse(body),
      ...refetchedBy<void>(stored),
    }),
    campaignUsage: build.query<StorageShare, string>({
      query: (campaignId) => `campaigns/${campaignId}/usage`,
      keepUnusedDataFor: 0,
      transformResponse: (body) => StorageShare.parse(body),
      ...refetchedBy<string>(stored),
    }),
  }),
})

export const { useUsageQuery, useCampaignUsageQuery } = usageApi
