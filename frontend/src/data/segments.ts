import { z } from 'zod'
import { Receipt } from '#domain/me.ts'
import { byOrder, type Placed } from '#domain/segment-order.ts'
import type { SegmentType } from '#domain/segment-words.ts'
import { type SegmentItem, SegmentList } from '#projections/segment-answers.ts'
import { type SegmentRow, segmentsView } from '#projections/segments.ts'
import { api } from '../base/api.ts'
import { type Following, follow, type Snapshot } from '../realtime/follow.ts'
import { guessing } from '../realtime/guess.ts'
import { type FeedItem, isOneOf } from '../realtime/messages.ts'
import { parseList, refetchOnFailure, refetchOnSuccess } from './answers.ts'

/** Events that change images in galleries, which the server joins to the rows; they cause a refetch. */
const changesPictures = (item: FeedItem): boolean =>
  isOneOf(item, [
    'ImageDeleted',
    'ImageRestored',
    'ImageGenerated',
    'ImageShown',
    'ConjurationPrimaryImageSet',
    'ItemGone',
  ])

const segmentsFollowing: Following<SegmentRow, string> = {
  admits: ({ conjurationId, deletedAt }, wanted) => conjurationId === wanted && deletedAt === null,
  sort: (a, b) => byOrder(a, b) || (a.id < b.id ? -1 : 1),
  joined: true,
  refetchOn: (item, wanted) =>
    changesPictures(item) ||
    (isOneOf(item, [
      'SegmentRestored',
      'SegmentImageAdded',
      'SegmentImageMoved',
      'SegmentImageRemoved',
      'ConjurationWritersChosen',
    ]) &&
      item.data.conjurationId === wanted),
}
const followed = [{ endpoint: 'segments', view: segmentsView, following: segmentsFollowing }]

const Made = Receipt.extend({ id: z.string() })
const Deleted = Receipt.extend({ operationId: z.string() })

interface NewSegment {
  id: string
  conjurationId: string
  type: SegmentType
  sortOrder?: number
}
export interface SegmentChange {
  id: string
  conjurationId: string
  title?: string
  isForDms?: boolean
}
interface Moving {
  id: string
  conjurationId: string
  sortOrder: number
  /** The server's resulting order, for the guess. */
  moved: readonly Placed[]
}
interface Picture {
  segmentId: string
  gallerySegmentId: string
}

export const segmentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The segments of a lore item; their texts are fetched one by one. */
    segments: build.query<Snapshot<SegmentItem>, string>({
      query: (entityId) => ({
        url: 'content-segments',
        params: { entityType: 'CONJURATION', entityId, content: 'false' },
      }),
      transformResponse: parseList(SegmentList),
      providesTags: ['segments'],
      ...follow<SegmentRow, SegmentItem, string>(segmentsView, segmentsFollowing),
    }),

    addSegment: build.mutation<z.infer<typeof Made>, NewSegment>({
      query: ({ conjurationId: entityId, ...body }) => ({
        url: 'content-segments',
        method: 'POST',
        body: { entityType: 'CONJURATION', entityId, ...body },
      }),
      transformResponse: (answer) => Made.parse(answer),
      invalidatesTags: refetchOnSuccess('segments'),
    }),

    changeSegment: build.mutation<unknown, SegmentChange>({
      query: ({ id, conjurationId: _of, ...body }) => ({ url: `content-segments/${id}`, method: 'PATCH', body }),
      onQueryStarted: guessing(followed, ({ id: segmentId, conjurationId, title, isForDms }) => {
        const of = { segmentId, conjurationId }
        return [
          ...(title === undefined ? [] : [{ type: 'SegmentRetitled' as const, data: { ...of, title } }]),
          ...(isForDms === undefined
            ? []
            : [{ type: isForDms ? ('SegmentKeptForDms' as const) : ('SegmentShown' as const), data: of }]),
        ]
      }),
      invalidatesTags: refetchOnFailure('segments'),
    }),

    moveSegment: build.mutation<unknown, Moving>({
      query: ({ id, sortOrder }) => ({ url: `content-segments/${id}`, method: 'PATCH', body: { sortOrder } }),
      onQueryStarted: guessing(followed, ({ conjurationId, moved }) =>
        moved.map(({ id: segmentId, sortOrder }) => ({
          type: 'SegmentMoved',
          data: { segmentId, conjurationId, sortOrder },
        })),
      ),
      invalidatesTags: refetchOnFailure('segments'),
    }),

    deleteSegment: build.mutation<z.infer<typeof Deleted>, { id: string; conjurationId: string }>({
      query: ({ id }) => ({ url: `content-segments/${id}`, method: 'DELETE' }),
      transformResponse: (answer) => Deleted.parse(answer),
      onQueryStarted: guessing(followed, ({ id: segmentId, conjurationId }) => [
        { type: 'SegmentDeleted', data: { segmentId, conjurationId } },
      ]),
      invalidatesTags: refetchOnFailure('segments'),
    }),

    restoreSegment: build.mutation<unknown, { id: string; operationId: string }>({
      query: ({ id, operationId }) => ({
        url: `content-segments/${id}/restore`,
        method: 'POST',
        body: { operationId },
      }),
      invalidatesTags: refetchOnSuccess('segments'),
    }),

    /** Returns the id of the new gallery entry. */
    addSegmentImage: build.mutation<z.infer<typeof Made>, { segmentId: string; imageId: string }>({
      query: ({ segmentId, imageId }) => ({
        url: `content-segments/${segmentId}/gallery`,
        method: 'POST',
        body: { imageId },
      }),
      transformResponse: (answer) => Made.parse(answer),
      invalidatesTags: ['segments'],
    }),
    moveSegmentImage: build.mutation<unknown, Picture & { sortOrder: number }>({
      query: ({ segmentId, gallerySegmentId, sortOrder }) => ({
        url: `content-segments/${segmentId}/gallery/${gallerySegmentId}`,
        method: 'PATCH',
        body: { sortOrder },
      }),
      invalidatesTags: ['segments'],
    }),
    removeSegmentImage: build.mutation<unknown, Picture>({
      query: ({ segmentId, gallerySegmentId }) => ({
        url: `content-segments/${segmentId}/gallery/${gallerySegmentId}`,
        method: 'DELETE',
      }),
      invalidatesTags: ['segments'],
    }),
  }),
})

export const {
  useSegmentsQuery,
  useAddSegmentMutation,
  useChangeSegmentMutation,
  useMoveSegmentMutation,
  useDeleteSegmentMutation,
  useRestoreSegmentMutation,
  useAddSegmentImageMutation,
  useMoveSegmentImageMutation,
  useRemoveSegmentImageMutation,
} = segmentsApi
