import { z } from 'zod'
import { Receipt } from '#domain/me.ts'
import { PastContents, PastMarks, PastPage, PastTree } from '#projections/past-answers.ts'
import { api } from '../base/api.ts'

/** A campaign at a past time. The past does not change, but its visibility does, so it is cached only briefly. */
interface At {
  campaignId: string
  /** ISO time. */
  at: string
}
const Restored = Receipt.extend({ operationId: z.string() })
const seconds = 30

const pastApi = api.injectEndpoints({
  endpoints: (build) => ({
    pastMarks: build.query<PastMarks, string>({
      query: (campaignId) => ({
        url: `campaigns/${campaignId}/past/marks`,
        params: { offset: -new Date().getTimezoneOffset() },
      }),
      transformResponse: (answer) => PastMarks.parse(answer),
      keepUnusedDataFor: 0,
      extraOptions: { freshness: 'opened' },
    }),
    /** The direct children of a folder; null is the root. */
    pastFolders: build.query<PastTree, At & { parentId: string | null }>({
      query: ({ campaignId, at, parentId }) => ({
        url: `campaigns/${campaignId}/past`,
        params: { at, parents: parentId ?? 'root', limit: 1000 },
      }),
      transformResponse: (answer) => PastTree.parse(answer),
      keepUnusedDataFor: seconds,
      extraOptions: { freshness: 'constant' },
    }),
    pastContents: build.query<PastContents, At & { collectionId: string | null; before?: string }>({
      query: ({ campaignId, at, collectionId, ...page }) => ({
        url: `campaigns/${campaignId}/past/collections/${collectionId ?? 'root'}`,
        params: { at, ...page },
      }),
      transformResponse: (answer) => PastContents.parse(answer),
      keepUnusedDataFor: seconds,
      extraOptions: { freshness: 'constant' },
    }),
    /** `only` restricts the page to one of its texts. */
    pastPage: build.query<PastPage, At & { conjurationId: string; only?: string }>({
      query: ({ campaignId, conjurationId, ...params }) => ({
        url: `campaigns/${campaignId}/past/conjurations/${conjurationId}`,
        params,
      }),
      transformResponse: (answer) => PastPage.parse(answer) as PastPage,
      keepUnusedDataFor: seconds,
      extraOptions: { freshness: 'constant' },
    }),
    restorePast: build.mutation<
      z.infer<typeof Restored>,
      { campaignId: string; position: string } & ({ conjurationId: string } | { collectionId: string })
    >({
      query: ({ campaignId, ...body }) => ({ url: `campaigns/${campaignId}/past/restore`, method: 'POST', body }),
      transformResponse: (answer) => Restored.parse(answer),
    }),
    /** Starts to copy this campaign's past state into a new campaign of the user. */
    copyPast: build.mutation<z.infer<typeof Restored>, { campaignId: string; position: string }>({
      query: ({ campaignId, ...body }) => ({ url: `campaigns/${campaignId}/past/copy`, method: 'POST', body }),
      transformResponse: (answer) => Restored.parse(answer),
    }),
  }),
})

export const {
  usePastMarksQuery,
  usePastFoldersQuery,
  usePastContentsQuery,
  usePastPageQuery,
  useRestorePastMutation,
  useCopyPastMutation,
} = pastApi
