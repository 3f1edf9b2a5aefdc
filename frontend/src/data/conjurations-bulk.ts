import { z } from 'zod'
import { BulkReceipt } from '#domain/me.ts'
import { api } from '../base/api.ts'
import { folding } from '../realtime/guess.ts'
import { refetchOnFailure } from './answers.ts'
import { type Done, inPages, succeededIds } from './bulk.ts'
import { followedConjurations } from './conjurations.ts'

/** The receipt of an operation, which can be undone as a whole. */
const Operated = BulkReceipt.extend({ operationId: z.string() })
type Operated = z.infer<typeof Operated>

interface CampaignMove {
  conjurationIds: string[]
  campaignId: string
  collectionId: string | null
  moveImages: boolean
}

interface LoreChange {
  conjurationIds: string[]
  visibility?: 'CAMPAIGN' | 'DM'
  addTags?: string[]
  removeTags?: string[]
}

const bulkApi = api.injectEndpoints({
  endpoints: (build) => ({
    moveConjurationsToCampaign: build.mutation<Done & { answers: Operated[] }, CampaignMove>({
      queryFn: ({ conjurationIds, ...to }, _api, _extra, request) =>
        inPages(conjurationIds, Operated, (conjurationIds) =>
          request({ url: 'conjurations/bulk/move-to-campaign', method: 'PATCH', body: { conjurationIds, ...to } }),
        ),
      invalidatesTags: refetchOnFailure('conjurations'),
    }),

    /** Moves all lore in and below a folder, as an operation. */
    moveCollectionToCampaign: build.mutation<unknown, Omit<CampaignMove, 'conjurationIds'> & { id: string }>({
      query: ({ id, ...body }) => ({ url: `collections/${id}/conjurations/move-to-campaign`, method: 'POST', body }),
    }),

    /** Changes visibility and tags; each request is undone as a whole. */
    changeConjurations: build.mutation<Done & { answers: Operated[] }, LoreChange>({
      queryFn: ({ conjurationIds, ...change }, _api, _extra, request) =>
        inPages(conjurationIds, Operated, (conjurationIds) =>
          request({ url: 'conjurations/bulk/change', method: 'PATCH', body: { conjurationIds, ...change } }),
        ),
      invalidatesTags: refetchOnFailure('conjurations'),
    }),

    /** Copies a folder with its contents, as an operation. */
    copyCollection: build.mutation<unknown, string>({
      query: (id) => ({ url: `collections/${id}/copy`, method: 'POST', body: {} }),
    }),

    deleteConjurations: build.mutation<Done & { answers: Operated[] }, string[]>({
      queryFn: (ids, _api, _extra, request) =>
        inPages(ids, Operated, (conjurationIds) =>
          request({ url: 'conjurations/bulk/delete', method: 'DELETE', body: { conjurationIds } }),
        ),
      onQueryStarted: folding(followedConjurations, (ids: string[], answer: Done) =>
        succeededIds(ids, answer).map((conjurationId) => ({ type: 'ConjurationDeleted', data: { conjurationId } })),
      ),
      invalidatesTags: refetchOnFailure('conjurations'),
    }),
  }),
})

export const {
  useChangeConjurationsMutation,
  useCopyCollectionMutation,
  useMoveConjurationsToCampaignMutation,
  useMoveCollectionToCampaignMutation,
  useDeleteConjurationsMutation,
} = bulkApi
