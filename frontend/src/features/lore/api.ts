import { z } from 'zod'
import { Receipt } from '#domain/me.ts'
import {
  CollectionTree,
  ImageList,
  type LoreChange,
  LoreDetail,
  LoreHistory,
  type LoreItem,
  MemberList,
  TagList,
  VisibilityOptions,
} from '#projections/answers.ts'
import type { CollectionRow } from '#projections/collections.ts'
import { type ConjurationRow, conjurationsView } from '#projections/conjurations.ts'
import { type ImageRow, imagesView } from '#projections/images.ts'
import { api, positionOf } from '../../app/api.ts'
import { follow, type Snapshot } from '../../realtime/follow.ts'
import { guessing } from '../../realtime/guess.ts'
import { type Lore, loreFollowing, picturesFollowing } from './lore-query.ts'

const Made = Receipt.extend({ id: z.uuid() })
const Counted = Receipt.extend({ count: z.int() })
const Deleted = Counted.extend({ operationId: z.string() })

/** What is written in one field of lore. */
export type LoreEdit = Partial<Pick<ConjurationRow, 'name' | 'description' | 'tags' | 'visibility'>>

/** How many of a lore's changes are shown; it only ever grows. */
export interface HistoryArg {
  id: string
  want: number
}
export const historyPage = 100

export interface Move {
  id: string
  campaignId: string
  collectionId: string | null
  moveImages: boolean
}

const pictures = [{ endpoint: 'lorePictures', view: imagesView, following: picturesFollowing }]

export const loreApi = api.injectEndpoints({
  endpoints: (build) => ({
    lore: build.query<Lore, string>({
      query: (id) => `conjurations/${id}`,
      transformResponse: (answer, meta) => {
        const { breadcrumbs, copies, email, images: _images, ...row } = LoreDetail.parse(answer)
        return { rows: [row], breadcrumbs, copies, email, position: positionOf(meta) }
      },
      providesTags: ['conjurations'],
      ...follow<ConjurationRow, LoreItem, string, Lore>(conjurationsView, loreFollowing),
    }),

    /** Every picture of a lore item, those being made included. */
    lorePictures: build.query<Snapshot<ImageRow>, string>({
      query: (id) => ({ url: `images/conjurations/${id}/history`, params: { offset: 0, limit: 100 } }),
      transformResponse: (answer, meta) => {
        const { data: rows, total } = ImageList.parse(answer)
        return { rows, total, position: positionOf(meta) }
      },
      providesTags: ['images'],
      ...follow<ImageRow, ImageRow, string>(imagesView, picturesFollowing),
    }),

    /** Newest first. Read from the log itself; whoever shows it asks again when the lore has changed. */
    loreHistory: build.query<{ changes: LoreChange[]; isWhole: boolean }, HistoryArg>({
      async queryFn({ id, want }, _api, _extra, request) {
        const changes: LoreChange[] = []
        let before: number | null = null
        do {
          const params: Record<string, number> = { limit: historyPage, ...(before !== null && { before }) }
          const answer = await request({ url: `conjurations/${id}/history`, params })
          if (answer.error) return { error: answer.error }
          const { data, next } = LoreHistory.parse(answer.data)
          changes.push(...data)
          before = next
        } while (before !== null && changes.length < want)
        return { data: { changes, isWhole: before === null } }
      },
      keepUnusedDataFor: 0,
    }),

    visibilityOptions: build.query<VisibilityOptions['visibility'], string | null>({
      query: (campaignId) => ({
        url: 'conjurations/visibility-options',
        params: campaignId === null ? {} : { campaignId },
      }),
      transformResponse: (answer) => VisibilityOptions.parse(answer).visibility,
    }),

    loreTags: build.query<string[], string>({
      query: (campaignId) => ({ url: 'conjurations/tags', params: { campaignId, offset: 0, limit: 100 } }),
      transformResponse: (answer) => TagList.parse(answer).data.map(({ tag }) => tag),
      keepUnusedDataFor: 60,
    }),

    /** Names of a campaign's people by their ids, in the order in which they joined. */
    people: build.query<Map<string, string>, string>({
      query: (campaignId) => ({ url: `campaigns/${campaignId}/members`, params: { offset: 0, limit: 100 } }),
      transformResponse: (answer) =>
        new Map(MemberList.parse(answer).data.map(({ userId, username }) => [userId, username])),
      providesTags: ['members'],
    }),

    foldersOf: build.query<CollectionRow[], string>({
      query: (campaignId) => ({ url: 'collections/tree', params: { campaignId } }),
      transformResponse: (answer) => CollectionTree.parse(answer).data,
      providesTags: ['collections'],
      keepUnusedDataFor: 30,
    }),

    /** Not guessed ahead: the field itself shows what was typed until it is stored. */
    editLore: build.mutation<Receipt, { id: string; edit: LoreEdit }>({
      query: ({ id, edit }) => ({ url: `conjurations/${id}`, method: 'PATCH', body: edit }),
      transformResponse: (answer) => Receipt.parse(answer),
    }),

    restoreVersion: build.mutation<Receipt, { id: string; revision: number }>({
      query: ({ id, revision }) => ({
        url: `conjurations/${id}/history/${revision}/restore`,
        method: 'POST',
        body: {},
      }),
      transformResponse: (answer) => Receipt.parse(answer),
    }),

    setPrimaryPicture: build.mutation<unknown, { id: string; conjurationId: string }>({
      query: ({ id }) => ({ url: `images/${id}/primary`, method: 'PATCH' }),
      onQueryStarted: guessing(pictures, ({ id, conjurationId }) => [
        { type: 'PrimaryImageSet', data: { imageId: id, conjurationId } },
      ]),
      invalidatesTags: (_answer, refused) => (refused ? ['images'] : []),
    }),

    copyLore: build.mutation<{ id: string }, { id: string; copyId: string }>({
      query: ({ id, copyId }) => ({ url: `conjurations/${id}/copy`, method: 'POST', body: { id: copyId } }),
      transformResponse: (answer) => Made.parse(answer),
    }),

    moveLoreToFolder: build.mutation<unknown, Pick<Move, 'id' | 'collectionId'>>({
      query: ({ id, collectionId }) => ({
        url: `collections/conjurations/${id}/move`,
        method: 'POST',
        body: { collectionId },
      }),
    }),

    moveOneToCampaign: build.mutation<{ count: number }, Move>({
      query: ({ id, ...to }) => ({
        url: 'conjurations/bulk/move-to-campaign',
        method: 'PATCH',
        body: { conjurationIds: [id], ...to },
      }),
      transformResponse: (answer) => Counted.parse(answer),
    }),

    addToCampaign: build.mutation<unknown, { id: string; campaignId: string }>({
      query: ({ id, campaignId }) => ({ url: `campaigns/${campaignId}/conjurations/${id}`, method: 'POST', body: {} }),
    }),

    removeFromCampaign: build.mutation<unknown, string>({
      query: (id) => ({ url: `conjurations/${id}/remove`, method: 'POST', body: {} }),
    }),

    deleteLore: build.mutation<z.infer<typeof Deleted>, string>({
      query: (id) => ({ url: `conjurations/${id}`, method: 'DELETE' }),
      transformResponse: (answer) => Deleted.parse(answer),
    }),

    restoreLore: build.mutation<unknown, { campaignId: string; operationId: string }>({
      query: ({ campaignId, operationId }) => ({
        url: `campaigns/${campaignId}/trash/${operationId}/restore`,
        method: 'POST',
        body: {},
      }),
    }),
  }),
})

export const {
  useLoreQuery,
  useLorePicturesQuery,
  useLoreHistoryQuery,
  useVisibilityOptionsQuery,
  useLoreTagsQuery,
  usePeopleQuery,
  useFoldersOfQuery,
  useRestoreVersionMutation,
  useSetPrimaryPictureMutation,
  useCopyLoreMutation,
  useMoveLoreToFolderMutation,
  useMoveOneToCampaignMutation,
  useAddToCampaignMutation,
  useRemoveFromCampaignMutation,
  useDeleteLoreMutation,
  useRestoreLoreMutation,
} = loreApi
