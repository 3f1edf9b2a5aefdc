import { useMemo } from 'react'
import { shallowEqual, useSelector } from 'react-redux'
import { z } from 'zod'
import type { Visibility } from '#domain/access.ts'
import type { CollectionVisibility } from '#domain/collections.ts'
import { Receipt } from '#domain/me.ts'
import { CollectionContents, type CollectionListItem, CollectionPaths, CollectionSearch } from '#projections/answers.ts'
import { type CollectionRow, collectionsView } from '#projections/collections.ts'
import { api, positionOf } from '../base/api.ts'
import { follow, type Snapshot } from '../realtime/follow.ts'
import { guessing } from '../realtime/guess.ts'
import { growing } from '../realtime/pages.ts'
import { refetchedBy } from '../realtime/refetched.ts'
import { refetchOnFailure } from './answers.ts'
import { type CollectionTree, nest } from './collection-tree.ts'
import {
  type Children,
  type ChildrenArg,
  childrenFollowing,
  existingCollectionsView,
  type PathsArg,
  pathsFollowing,
} from './collections-query.ts'
import { type CountedSnapshot, followCounted } from './counting.ts'
import { fetchChildren } from './fetch-collections.ts'

/** Queries that list folders, for guesses. */
const followed = [
  { endpoint: 'collectionChildren', view: collectionsView, following: childrenFollowing },
  { endpoint: 'collectionPaths', view: existingCollectionsView, following: pathsFollowing },
]

/**
 * Seconds. Unused parts of the tree are soon dropped, so that a long walk through it does not leave all of them
 * subscribed.
 */
const partCacheSeconds = 60

/** `found`: ids, best first. */
type CollectionsNamed = Snapshot<CollectionListItem> & { found: readonly string[] }

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
    /** The direct children of a folder: a part of the tree. */
    collectionChildren: build.query<Children, ChildrenArg>({
      ...growing,
      queryFn: (arg, { getState, extra }, _extra, request) =>
        fetchChildren(arg, () => cachedChildren(getState(), arg), request, extra as object),
      providesTags: ['collections'],
      keepUnusedDataFor: partCacheSeconds,
      ...followCounted<CollectionListItem, ChildrenArg, Children>(collectionsView, childrenFollowing),
    }),

    collectionPaths: build.query<CountedSnapshot<CollectionListItem>, PathsArg>({
      query: ({ campaignId, to }) => ({ url: 'collections/paths', params: { campaignId, to: to.join() } }),
      transformResponse(answer, meta) {
        const position = positionOf(meta)
        return { rows: CollectionPaths.parse(answer).data, position, counted: position }
      },
      providesTags: ['collections'],
      keepUnusedDataFor: partCacheSeconds,
      ...followCounted<CollectionListItem, PathsArg>(existingCollectionsView, pathsFollowing),
    }),

    /** Folders whose name contains a text, with their ancestors. */
    collectionSearch: build.query<CollectionsNamed, { campaignId: string; search: string }>({
      query: (params) => ({ url: 'collections/search', params }),
      transformResponse(answer, meta) {
        const { data: rows, found } = CollectionSearch.parse(answer)
        return { rows, found, position: positionOf(meta) }
      },
      keepUnusedDataFor: partCacheSeconds,
      ...follow<CollectionRow, CollectionListItem, { campaignId: string }, CollectionsNamed>(existingCollectionsView, {
        joined: true,
        refetchOn: ({ type }) => type in collectionsView.on || type === 'ItemGone',
      }),
    }),

    /** Counts of the items in a folder; null while they are counted again after an item was hidden. */
    collectionContents: build.query<CollectionContents | null, string>({
      query: (id) => `collections/${id}/contents`,
      transformResponse: (answer) => CollectionContents.parse(answer),
      keepUnusedDataFor: 0,
      ...refetchedBy<string, CollectionContents | null>(
        [
          ...(['CollectionCreated', 'CollectionMoved', 'CollectionDeleted', 'CollectionRestored'] as const),
          ...(['ConjurationCreated', 'ConjurationCopied', 'ConjurationMoved', 'ConjurationMovedToCampaign'] as const),
          ...(['ConjurationDeleted', 'ConjurationRestored'] as const),
        ],
        { emptied: null },
      ),
    }),

    createCollection: build.mutation<{ id: string }, NewCollection>({
      query: ({ userId: _userId, ...body }) => ({ url: 'collections', method: 'POST', body }),
      transformResponse: (answer) => Made.parse(answer),
      onQueryStarted: guessing(followed, ({ id: collectionId, parentId: parentCollectionId, ...rest }) => [
        { type: 'CollectionCreated', data: { ...rest, collectionId, parentCollectionId } },
      ]),
      invalidatesTags: refetchOnFailure('collections'),
    }),

    changeCollection: build.mutation<unknown, { id: string; name?: string; visibility?: CollectionVisibility }>({
      query: ({ id, ...body }) => ({ url: `collections/${id}`, method: 'PATCH', body }),
      onQueryStarted: guessing(followed, ({ id: collectionId, name, visibility }) => [
        ...(name === undefined ? [] : [{ type: 'CollectionRenamed' as const, data: { collectionId, name } }]),
        ...(visibility === undefined
          ? []
          : [{ type: 'CollectionVisibilityChanged' as const, data: { collectionId, visibility } }]),
      ]),
      invalidatesTags: refetchOnFailure('collections'),
    }),

    /** The argument contains the whole row, because the guess adds it to the target list. */
    moveCollection: build.mutation<unknown, { row: CollectionListItem; parentCollectionId: string | null }>({
      query: ({ row: { id }, parentCollectionId }) => ({
        url: `collections/${id}/move`,
        method: 'POST',
        body: { parentCollectionId },
      }),
      onQueryStarted: guessing(followed, ({ row: { id: collectionId, ...row }, parentCollectionId }) => [
        { type: 'CollectionMoved', data: { collectionId, parentCollectionId } },
        { type: 'CollectionCreated', data: { ...row, collectionId, parentCollectionId } },
      ]),
      invalidatesTags: refetchOnFailure('collections'),
    }),

    /** Deletes the folder and everything below it. */
    deleteCollection: build.mutation<z.infer<typeof Deleted>, { id: string; campaignId: string }>({
      query: ({ id }) => ({ url: `collections/${id}`, method: 'DELETE' }),
      transformResponse: (answer) => Deleted.parse(answer),
      onQueryStarted: guessing(followed, ({ id, campaignId }) => [
        { type: 'CollectionDeleted', data: { campaignId, collectionId: id, rootId: id } },
      ]),
      invalidatesTags: refetchOnFailure('collections'),
    }),
  }),
})

const { collectionChildren, collectionPaths, collectionSearch } = collectionsApi.endpoints
const cachedChildren = (state: unknown, arg: ChildrenArg): Children | undefined =>
  collectionChildren.select(arg)(state as never).data
const cachedArgs = api.util.selectCachedArgsForQuery as unknown as <Arg extends { campaignId: string }>(
  state: unknown,
  endpoint: string,
) => Arg[]
const no: never[] = []

/** Returns the rows of every cached list of a campaign's folders. */
const knownLists = (state: unknown, campaignId: string): readonly (readonly CollectionListItem[])[] => {
  const of = <Arg extends { campaignId: string }>(endpoint: string) =>
    cachedArgs<Arg>(state, endpoint).filter((arg) => arg.campaignId === campaignId)
  return [
    ...of<{ campaignId: string; search: string }>('collectionSearch').map((arg) => collectionSearch.select(arg)),
    ...of<PathsArg>('collectionPaths').map((arg) => collectionPaths.select(arg)),
    ...of<ChildrenArg>('collectionChildren').map((arg) => collectionChildren.select(arg)),
  ].map((select) => select(state as never).data?.rows ?? no)
}

/** A campaign's folders as far as they are loaded. */
export const useLoadedCollections = (campaignId: string): CollectionTree => {
  const lists = useSelector((state) => knownLists(state, campaignId), shallowEqual)
  return useMemo(() => nest(lists), [lists])
}

export const {
  useCollectionChildrenQuery,
  useCollectionPathsQuery,
  useCollectionSearchQuery,
  useCollectionContentsQuery,
  useCreateCollectionMutation,
  useChangeCollectionMutation,
  useMoveCollectionMutation,
  useDeleteCollectionMutation,
} = collectionsApi
