import { z } from 'zod'
import type { Visibility } from '#domain/access.ts'
import type { CollectionVisibility } from '#domain/collections.ts'
import { Receipt } from '#domain/me.ts'
import { CollectionCounts, CollectionTree, type LoreItem, LoreList } from '#projections/answers.ts'
import { type CollectionRow, collectionsView } from '#projections/collections.ts'
import { type ConjurationRow, conjurationsView } from '#projections/conjurations.ts'
import { api, positionOf } from '../../app/api.ts'
import { fewAtATime } from '../../app/few-at-a-time.ts'
import { follow, type Snapshot } from '../../realtime/follow.ts'
import { type Followed, guessing } from '../../realtime/guess.ts'
import { type Counts, countingLore } from './counting.ts'
import { fetchLore } from './fetch-lore.ts'
import { type Lore, type LoreArg, loreFollowing, treeFollowing } from './lore-query.ts'

const folders: Followed[] = [{ endpoint: 'collectionTree', view: collectionsView, following: treeFollowing }]
const lore: Followed[] = [{ endpoint: 'collectionLore', view: conjurationsView, following: loreFollowing }]

const Made = Receipt.extend({ id: z.uuid() })
const Deleted = Receipt.extend({ operationId: z.string(), count: z.int() })
const DeletedFolder = Receipt.extend({ operationId: z.string(), collections: z.int(), conjurations: z.int() })
const Counted = Receipt.extend({ count: z.int() })

export interface NewFolder {
  id: string
  campaignId: string
  userId: string
  name: string
  parentId: string | null
  visibility: Visibility
}

export const collectionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Every folder of a campaign that this person sees. */
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
      ...countingLore,
    }),

    collectionLore: build.query<Lore, LoreArg>({
      serializeQueryArgs: ({ queryArgs: { want: _want, ...which } }) => which,
      forceRefetch: ({ currentArg, previousArg }) => (currentArg?.want ?? 0) > (previousArg?.want ?? 0),
      queryFn: (arg, { getState }, _extra, request) => fetchLore(arg, () => cachedLore(getState(), arg), request),
      providesTags: ['conjurations'],
      ...follow<ConjurationRow, LoreItem, LoreArg, Lore>(conjurationsView, loreFollowing),
    }),

    /** Lore by what it says, for the tree's filter. */
    filteredLore: build.query<LoreItem[], { campaignId: string; search: string }>({
      query: (params) => ({ url: 'conjurations', params: { ...params, limit: 25 } }),
      transformResponse: (answer) => LoreList.parse(answer).data,
      keepUnusedDataFor: 30,
    }),

    createCollection: build.mutation<{ id: string }, NewFolder>({
      query: ({ userId: _userId, ...body }) => ({ url: 'collections', method: 'POST', body }),
      transformResponse: (answer) => Made.parse(answer),
      onQueryStarted: guessing(folders, ({ id: collectionId, parentId: parentCollectionId, ...folder }) => [
        { type: 'CollectionCreated', data: { ...folder, collectionId, parentCollectionId } },
      ]),
      invalidatesTags: corrected('collections'),
    }),

    renameCollection: build.mutation<unknown, { id: string; name: string }>({
      query: ({ id, name }) => ({ url: `collections/${id}`, method: 'PATCH', body: { name } }),
      onQueryStarted: guessing(folders, ({ id: collectionId, name }) => [
        { type: 'CollectionRenamed', data: { collectionId, name } },
      ]),
      invalidatesTags: corrected('collections'),
    }),

    showCollectionTo: build.mutation<unknown, { id: string; visibility: CollectionVisibility }>({
      query: ({ id, visibility }) => ({ url: `collections/${id}`, method: 'PATCH', body: { visibility } }),
      onQueryStarted: guessing(folders, ({ id: collectionId, visibility }) => [
        { type: 'CollectionVisibilityChanged', data: { collectionId, visibility } },
      ]),
      invalidatesTags: corrected('collections'),
    }),

    moveCollection: build.mutation<unknown, { id: string; parentCollectionId: string | null }>({
      query: ({ id, parentCollectionId }) => ({
        url: `collections/${id}/move`,
        method: 'POST',
        body: { parentCollectionId },
      }),
      onQueryStarted: guessing(folders, ({ id: collectionId, parentCollectionId }) => [
        { type: 'CollectionMoved', data: { collectionId, parentCollectionId } },
      ]),
      invalidatesTags: corrected('collections'),
    }),

    /** `below` is what is seen to go with it, itself included. */
    deleteCollection: build.mutation<z.infer<typeof DeletedFolder>, { id: string; below: string[] }>({
      query: ({ id }) => ({ url: `collections/${id}`, method: 'DELETE' }),
      transformResponse: (answer) => DeletedFolder.parse(answer),
      onQueryStarted: guessing(folders, ({ id: rootId, below }) =>
        below.map((collectionId) => ({ type: 'CollectionDeleted', data: { collectionId, rootId, operationId: null } })),
      ),
      invalidatesTags: corrected('collections'),
    }),

    createLore: build.mutation<{ id: string }, { id: string; campaignId: string; collectionId: string | null }>({
      query: (body) => ({ url: 'conjurations', method: 'POST', body }),
      transformResponse: (answer) => Made.parse(answer),
    }),

    /** One command for each; answers how many there were. */
    moveLoreInto: build.mutation<number, { ids: readonly string[]; collectionId: string | null }>({
      async queryFn({ ids, collectionId }, _api, _extra, request) {
        const refused = await fewAtATime(ids, (id) =>
          request({ url: `collections/conjurations/${id}/move`, method: 'POST', body: { collectionId } }),
        )
        return refused ? { error: refused } : { data: ids.length }
      },
      onQueryStarted: guessing(lore, ({ ids, collectionId }) =>
        ids.map((conjurationId) => ({
          type: 'ConjurationMoved',
          data: { conjurationId, collectionId, fromCollectionId: null },
        })),
      ),
      invalidatesTags: corrected('conjurations'),
    }),

    moveLoreToCampaign: build.mutation<
      { count: number },
      { conjurationIds: string[]; campaignId: string; collectionId: string | null }
    >({
      query: (body) => ({
        url: 'conjurations/bulk/move-to-campaign',
        method: 'PATCH',
        body: { ...body, moveImages: true },
      }),
      transformResponse: (answer) => Counted.parse(answer),
      invalidatesTags: corrected('conjurations'),
    }),

    deleteLoreItems: build.mutation<z.infer<typeof Deleted>, { conjurationIds: string[] }>({
      query: (body) => ({ url: 'conjurations/bulk/delete', method: 'DELETE', body }),
      transformResponse: (answer) => Deleted.parse(answer),
      onQueryStarted: guessing(lore, ({ conjurationIds }) =>
        conjurationIds.map((conjurationId) => ({
          type: 'ConjurationDeleted',
          data: { conjurationId, campaignId: null, operationId: null },
        })),
      ),
      invalidatesTags: corrected('conjurations'),
    }),

    /** Brings back all that one act deleted. */
    restoreDeleted: build.mutation<{ count: number }, { campaignId: string; operationId: string }>({
      query: ({ campaignId, operationId }) => ({
        url: `campaigns/${campaignId}/trash/${operationId}/restore`,
        method: 'POST',
        body: {},
      }),
      transformResponse: (answer) => Counted.parse(answer),
    }),
  }),
})

const cachedLore = (state: unknown, arg: LoreArg): Lore | undefined =>
  collectionsApi.endpoints.collectionLore.select(arg)(state as never).data

/** A failed act is corrected by the truth as well: other people's events may have landed since. */
function corrected(tag: 'collections' | 'conjurations') {
  return (_answer: unknown, refused: unknown) => (refused ? [tag] : [])
}

export const {
  useCollectionTreeQuery,
  useCollectionCountsQuery,
  useCollectionLoreQuery,
  useFilteredLoreQuery,
  useCreateCollectionMutation,
  useRenameCollectionMutation,
  useShowCollectionToMutation,
  useMoveCollectionMutation,
  useDeleteCollectionMutation,
  useCreateLoreMutation,
  useMoveLoreIntoMutation,
  useMoveLoreToCampaignMutation,
  useDeleteLoreItemsMutation,
  useRestoreDeletedMutation,
} = collectionsApi
