import { z } from 'zod'
import { BulkReceipt, Receipt } from '#domain/me.ts'
import { type ConjurationItem, VisibilityOptions } from '#projections/answers.ts'
import { type ConjurationChange, ConjurationDetail, ConjurationHistory } from '#projections/conjuration-answers.ts'
import { type ConjurationRow, conjurationsView } from '#projections/conjurations.ts'
import { api, positionOf } from '../base/api.ts'
import { follow } from '../realtime/follow.ts'
import { refetchedBy } from '../realtime/refetched.ts'
import { type Conjuration, conjurationFollowing } from './conjuration-query.ts'

const Made = Receipt.extend({ id: z.uuid() })
const Deleted = BulkReceipt.extend({ operationId: z.string() })
const Discarded = Receipt.extend({ count: z.int(), operationId: z.string() })

/** The loaded changes of a lore item; the list only grows. */
export interface History extends Pick<ConjurationHistory, 'current' | 'isPastShown'> {
  changes: ConjurationChange[]
  isWhole: boolean
}

export interface HistoryArg {
  id: string
  want: number
}
export const historyPage = 100

export const conjurationApi = api.injectEndpoints({
  endpoints: (build) => ({
    conjuration: build.query<Conjuration, string>({
      query: (id) => `conjurations/${id}`,
      transformResponse: (answer, meta) => {
        const { breadcrumbs, copies, email, images: _images, ...row } = ConjurationDetail.parse(answer)
        return { rows: [row], breadcrumbs, copies, email, position: positionOf(meta) }
      },
      providesTags: ['conjurations'],
      ...follow<ConjurationRow, ConjurationItem, string, Conjuration>(conjurationsView, conjurationFollowing),
    }),

    /** The history of a lore item, its sections, its pictures and its texts, newest first; fetched again after each of their events. */
    conjurationHistory: build.query<History, HistoryArg>({
      async queryFn({ id, want }, _api, _extra, request) {
        const changes: ConjurationChange[] = []
        let before: string | null = null
        let newest: ConjurationHistory | undefined
        do {
          const params: Record<string, number | string> = { limit: historyPage, ...(before !== null && { before }) }
          const answer = await request({ url: `conjurations/${id}/history`, params })
          if (answer.error) return { error: answer.error }
          const page = ConjurationHistory.parse(answer.data)
          const { data, next } = page
          newest ??= page
          changes.push(...data)
          before = next
        } while (before !== null && changes.length < want)
        const { current, isPastShown } = newest
        return { data: { changes, isWhole: before === null, current, isPastShown } }
      },
      keepUnusedDataFor: 0,
      ...refetchedBy<HistoryArg, History>(
        [
          ...([
            'ConjurationRenamed',
            'ConjurationDescribed',
            'ConjurationTagged',
            'ConjurationVisibilityChanged',
            'ConjurationWritersChosen',
          ] as const),
          ...([
            'ConjurationPastShown',
            'ConjurationPastHidden',
            'ConjurationMoved',
            'ConjurationMovedToCampaign',
          ] as const),
          ...(['ConjurationCopied', 'ConjurationPinned', 'ConjurationUnpinned', 'ConjurationPrimaryImageSet'] as const),
          ...(['ConjurationVersionRestored', 'ConjurationDeleted', 'ConjurationRestored', 'TextSettled'] as const),
          ...(['SegmentAdded', 'SegmentRetitled', 'SegmentMoved', 'SegmentKeptForDms', 'SegmentShown'] as const),
          ...(['SegmentDeleted', 'SegmentRestored', 'SegmentMovedToCampaign'] as const),
          ...(['ImageUploaded', 'ImageGenerated', 'ImageLinked', 'ImageDeleted', 'ImageRestored'] as const),
        ],
        {
          // Most events of an image contain no lore id: any of them may concern this item.
          isAbout: ({ conjurationId, imageId }, { id }) =>
            conjurationId === id || (imageId !== undefined && conjurationId === undefined),
          withoutItem: (history, hidden) => ({
            ...history,
            changes: history.changes.filter(({ section, picture, text }) =>
              [section, picture, text].every((part) => part?.id !== hidden),
            ),
          }),
        },
      ),
    }),

    visibilityOptions: build.query<VisibilityOptions['visibility'], string | null>({
      query: (campaignId) => ({
        url: 'conjurations/visibility-options',
        params: campaignId === null ? {} : { campaignId },
      }),
      transformResponse: (answer) => VisibilityOptions.parse(answer).visibility,
      // A new plan or role changes the options.
      keepUnusedDataFor: 30,
      ...refetchedBy<string | null>([
        ...(['MemberRoleChanged', 'OwnershipTransferred', 'PlanChanged', 'PlanEnded'] as const),
        ...(['ComplimentaryAccessGiven', 'PreorderRedeemed'] as const),
      ]),
    }),

    restoreVersion: build.mutation<Receipt, { id: string; revision: number }>({
      query: ({ id, revision }) => ({
        url: `conjurations/${id}/history/${revision}/restore`,
        method: 'POST',
        body: {},
      }),
      transformResponse: (answer) => Receipt.parse(answer),
    }),

    copyConjuration: build.mutation<{ id: string }, { id: string; copyId: string }>({
      query: ({ id, copyId }) => ({ url: `conjurations/${id}/copy`, method: 'POST', body: { id: copyId } }),
      transformResponse: (answer) => Made.parse(answer),
    }),

    addToCampaign: build.mutation<unknown, { id: string; campaignId: string }>({
      query: ({ id, campaignId }) => ({ url: `campaigns/${campaignId}/conjurations/${id}`, method: 'POST', body: {} }),
    }),

    removeFromCampaign: build.mutation<unknown, string>({
      query: (id) => ({ url: `conjurations/${id}/remove`, method: 'POST', body: {} }),
    }),

    deleteConjuration: build.mutation<z.infer<typeof Deleted>, string>({
      query: (id) => ({ url: `conjurations/${id}`, method: 'DELETE' }),
      transformResponse: (answer) => Deleted.parse(answer),
    }),

    /** Deletes the item if it is empty; `count` is 1 if it was deleted. */
    discardConjuration: build.mutation<z.infer<typeof Discarded>, string>({
      query: (id) => ({ url: `conjurations/${id}/discard`, method: 'POST', body: {} }),
      transformResponse: (answer) => Discarded.parse(answer),
    }),
  }),
})

export const {
  useConjurationQuery,
  useConjurationHistoryQuery,
  useVisibilityOptionsQuery,
  useRestoreVersionMutation,
  useCopyConjurationMutation,
  useAddToCampaignMutation,
  useRemoveFromCampaignMutation,
  useDeleteConjurationMutation,
  useDiscardConjurationMutation,
} = conjurationApi
