import { z } from 'zod'
import type { Visibility } from '#domain/access.ts'
import type { CollectionVisibility } from '#domain/collections.ts'
import { Receipt } from '#domain/me.ts'
import { CollectionCounts, CollectionTree } from '#projections/answers.ts'
import { type CollectionRow, collectionsView } from '#projections/collections.ts'
import { api, positionOf } from '../app/api.ts'
import { type Following, follow, type Snapshot } from '../realtime/follow.ts'
import { guessing } from '../realtime/guess.ts'
import { isOneOf } from '../realtime/messages.ts'
import { corrected } from './answers.ts'
import { type Counts, countingConjurations } from './counting.ts'

/**
 * Restored collections are not among the rows, so only the server can bring them. With a deleted one goes what hangs below it, also below
 * a collection between the two that is not seen here: only the server knows that.
 */
export const treeFollowing: Following<CollectionRow, string> = {
  admits: (row, campaignId) => row.deletedAt === null && row.campaignId === campaignId,
  refetchOn: (item, campaignId) =>
    isOneOf(item, ['CollectionRestored', 'CollectionDeleted']) && item.data.campaignId === campaignId,
}
const followed = [{ endpoint: 'collectionTree', view: collectionsView, following: treeFollowing }]

const Made = Receipt.extend({ id: z.uuid() })
const Deleted = Receipt.extend({ operationId: z.string(), collections: z.int(), conjurations: z.int() })

interface NewCollection {
  id: string
  campaignId: string
  userId: string
  name: string
  parentId: string | null
  visibility: Visibility
}

export const collectionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Every collection of a campaign that this person sees. */
    collectionTree: build.query<Snapshot<CollectionRow>, string>({
      query: (campaignId) => ({ url: 'collections/tree', params: { campaignId } }),
      transformResponse: (answer, meta) => ({ rows: CollectionTree.parse(answer).data, position: positionOf(meta) }),
      providesTags: ['collections'],
      ...follow<CollectionRow, CollectionRow, string>(collectionsView, treeFollowing),
    }),

    collectionCounts: build.query<Counts, string>({
      query: (campaignId) => ({ url: 'collections/counts', params: { campaignId } }),
      transformResponse: (answer, meta) => ({
        counts: CollectionCounts.parse(answer).data,
        position: positionOf(meta),
      }),
      ...countingConjurations,
    }),

    createCollection: build.mutation<{ id: string }, NewCollection>({
      query: ({ userId: _userId, ...body }) => ({ url: 'collections', method: 'POST', body }),
      transformResponse: (answer) => Made.parse(answer),
      onQueryStarted: guessing(followed, ({ id: collectionId, parentId: parentCollectionId, ...rest }) => [
        { type: 'CollectionCreated', data: { ...rest, collectionId, parentCollectionId } },
      ]),
      invalidatesTags: corrected('collections'),
    }),

    changeCollection: build.mutation<unknown, { id: string; name?: string; visibility?: CollectionVisibility }>({
      query: ({ id, ...body }) => ({ url: `collections/${id}`, method: 'PATCH', body }),
      onQueryStarted: guessing(followed, ({ id: collectionId, name, visibility }) => [
        ...(name === undefined ? [] : [{ type: 'CollectionRenamed' as const, data: { collectionId, name } }]),
        ...(visibility === undefined
          ? []
          : [{ type: 'CollectionVisibilityChanged' as const, data: { collectionId, visibility } }]),
      ]),
      invalidatesTags: corrected('collections'),
    }),

    moveCollection: build.mutation<unknown, { id: string; parentCollectionId: string | null }>({
      query: ({ id, parentCollectionId }) => ({
        url: `collections/${id}/move`,
        method: 'POST',
        body: { parentCollectionId },
      }),
      onQueryStarted: guessing(followed, ({ id: collectionId, parentCollectionId }) => [
        { type: 'CollectionMoved', data: { collectionId, parentCollectionId } },
      ]),
      invalidatesTags: corrected('collections'),
    }),

    /** With what hangs below it. */
    deleteCollection: build.mutation<z.infer<typeof Deleted>, { id: string; campaignId: string }>({
      query: ({ id }) => ({ url: `collections/${id}`, method: 'DELETE' }),
      transformResponse: (answer) => Deleted.parse(answer),
      onQueryStarted: guessing(followed, ({ id, campaignId }) => [
        { type: 'CollectionDeleted', data: { campaignId, collectionId: id, rootId: id } },
      ]),
      invalidatesTags: corrected('collections'),
    }),
  }),
})

export const {
  useCollectionTreeQuery,
  useCollectionCountsQuery,
  useCreateCollectionMutation,
  useChangeCollectionMutation,
  useMoveCollectionMutation,
  useDeleteCollectionMutation,
} = collectionsApi
