import { z } from 'zod'
import { Receipt } from '#domain/me.ts'
import { type ConjurationItem, ConjurationList, TagList } from '#projections/answers.ts'
import { type ConjurationRow, conjurationsView } from '#projections/conjurations.ts'
import { api } from '../base/api.ts'
import { follow } from '../realtime/follow.ts'
import { folding, guessing } from '../realtime/guess.ts'
import { growing } from '../realtime/pages.ts'
import { refetchedBy } from '../realtime/refetched.ts'
import { refetchOnFailure } from './answers.ts'
import { type Done, sendEach, succeededIds } from './bulk.ts'
import {
  type Conjurations,
  type ConjurationsArg,
  conjurationsFollowing,
  type TaggedArg,
  taggedFollowing,
} from './conjurations-query.ts'
import { fetchConjurations, fetchTagged } from './fetch-conjurations.ts'
import { loreTagEvents } from './lore-events.ts'

/** Queries that list lore, for guesses. */
export const followedConjurations = [
  { endpoint: 'collectionConjurations', view: conjurationsView, following: conjurationsFollowing },
  { endpoint: 'taggedConjurations', view: conjurationsView, following: taggedFollowing },
]

const Made = Receipt.extend({ id: z.uuid() })

/** Changeable fields of a lore item; `isPastShown` shows its history to all who can see it. */
export type ConjurationChanges = Partial<
  Pick<ConjurationRow, 'name' | 'description' | 'tags' | 'visibility' | 'isPinned' | 'writers'>
> & {
  isPastShown?: boolean
}

/**
 * Lists and their commands. Bulk commands are in `conjurations-bulk.ts`, queries of a single item in `conjuration.ts`.
 */
export const conjurationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    collectionConjurations: build.query<Conjurations, ConjurationsArg>({
      ...growing,
      queryFn: (arg, { getState }, _extra, request) => fetchConjurations(arg, () => cachedIn(getState(), arg), request),
      providesTags: ['conjurations'],
      ...follow<ConjurationRow, ConjurationItem, ConjurationsArg, Conjurations>(
        conjurationsView,
        conjurationsFollowing,
      ),
    }),

    taggedConjurations: build.query<Conjurations, TaggedArg>({
      ...growing,
      queryFn: (arg, { getState }, _extra, request) => fetchTagged(arg, () => cachedTagged(getState(), arg), request),
      providesTags: ['conjurations'],
      ...follow<ConjurationRow, ConjurationItem, TaggedArg, Conjurations>(conjurationsView, taggedFollowing),
    }),

    /** Full-text matches for the tree's filter. */
    filteredConjurations: build.query<ConjurationItem[], { campaignId: string; search: string }>({
      query: (params) => ({ url: 'conjurations', params: { ...params, limit: 25 } }),
      transformResponse: (answer) => ConjurationList.parse(answer).data,
      keepUnusedDataFor: 30,
      ...refetchedBy<unknown, ConjurationItem[]>(
        [...loreTagEvents, 'ConjurationDescribed', 'TextSettled', 'ConjurationMoved'],
        {
          emptied: [],
        },
      ),
    }),

    /** The campaign's tags, the most used first. */
    campaignTags: build.query<string[], string>({
      query: (campaignId) => ({ url: 'conjurations/tags', params: { campaignId, offset: 0, limit: 100 } }),
      transformResponse: (answer) => TagList.parse(answer).data.map(({ tag }) => tag),
      keepUnusedDataFor: 30,
      ...refetchedBy<unknown, string[]>(loreTagEvents, { emptied: [] }),
    }),

    createConjuration: build.mutation<{ id: string }, { id: string; campaignId: string; collectionId: string | null }>({
      query: (body) => ({ url: 'conjurations', method: 'POST', body }),
      transformResponse: (answer) => Made.parse(answer),
    }),

    /** Guessed in lists only: on the item's own page the field itself shows the typed text until it is stored. */
    changeConjuration: build.mutation<Receipt, { id: string; changes: ConjurationChanges }>({
      query: ({ id, changes }) => ({ url: `conjurations/${id}`, method: 'PATCH', body: changes }),
      transformResponse: (answer) => Receipt.parse(answer),
      onQueryStarted: guessing(followedConjurations, ({ id: conjurationId, changes: { name, isPinned } }) => [
        ...(name === undefined ? [] : [{ type: 'ConjurationRenamed' as const, data: { conjurationId, name } }]),
        ...(isPinned === undefined
          ? []
          : [
              {
                type: isPinned ? ('ConjurationPinned' as const) : ('ConjurationUnpinned' as const),
                data: { conjurationId },
              },
            ]),
      ]),
    }),

    /** Sends one command per item. */
    moveConjurations: build.mutation<Done, { ids: readonly string[]; collectionId: string | null }>({
      queryFn: ({ ids, collectionId }, _api, _extra, request) =>
        sendEach(ids, (id) =>
          request({ url: `collections/conjurations/${id}/move`, method: 'POST', body: { collectionId } }),
        ),
      onQueryStarted: folding(followedConjurations, ({ ids, collectionId }, answer: Done) =>
        succeededIds(ids, answer).map((conjurationId) => ({
          type: 'ConjurationMoved',
          data: { conjurationId, collectionId },
        })),
      ),
      invalidatesTags: refetchOnFailure('conjurations'),
    }),
  }),
})

const { collectionConjurations, taggedConjurations } = conjurationsApi.endpoints
const cachedIn = (state: unknown, arg: ConjurationsArg): Conjurations | undefined =>
  collectionConjurations.select(arg)(state as never).data
const cachedTagged = (state: unknown, arg: TaggedArg): Conjurations | undefined =>
  taggedConjurations.select(arg)(state as never).data

const cachedArgs = api.util.selectCachedArgsForQuery as unknown as <Arg>(state: unknown, endpoint: string) => Arg[]

/** The loaded lore items of all cached lists of a campaign; an item in several lists appears several times. */
export const cachedConjurations = (state: unknown, campaignId: string): ConjurationItem[] =>
  [
    ...cachedArgs<ConjurationsArg>(state, 'collectionConjurations').map((arg) => ({ arg, list: cachedIn(state, arg) })),
    ...cachedArgs<TaggedArg>(state, 'taggedConjurations').map((arg) => ({ arg, list: cachedTagged(state, arg) })),
  ].flatMap(({ arg, list }) => (arg.campaignId === campaignId ? (list?.rows ?? []) : []))

export const {
  useCollectionConjurationsQuery,
  useTaggedConjurationsQuery,
  useFilteredConjurationsQuery,
  useCampaignTagsQuery,
  useCreateConjurationMutation,
  useChangeConjurationMutation,
  useMoveConjurationsMutation,
} = conjurationsApi
