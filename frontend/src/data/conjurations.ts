import { z } from 'zod'
import { Receipt } from '#domain/me.ts'
import { type ConjurationItem, ConjurationList, TagList } from '#projections/answers.ts'
import { type ConjurationRow, conjurationsView } from '#projections/conjurations.ts'
import { api } from '../app/api.ts'
import { follow } from '../realtime/follow.ts'
import { folding, guessing } from '../realtime/guess.ts'
import { growing } from '../realtime/pages.ts'
import { refetchedBy } from '../realtime/refetched.ts'
import { corrected } from './answers.ts'
import { type Done, doneOf, oneByOne } from './bulk.ts'
import {
  type Conjurations,
  type ConjurationsArg,
  conjurationsFollowing,
  type TaggedArg,
  taggedFollowing,
} from './conjurations-query.ts'
import { fetchConjurations, fetchTagged } from './fetch-conjurations.ts'
import { taggedLore } from './lore-events.ts'

/** The lists on screen. */
export const followedConjurations = [
  { endpoint: 'collectionConjurations', view: conjurationsView, following: conjurationsFollowing },
  { endpoint: 'taggedConjurations', view: conjurationsView, following: taggedFollowing },
]

const Made = Receipt.extend({ id: z.uuid() })

/** What can be changed about one; `isPastShown`: whether all who see it see its history too. */
export type ConjurationChanges = Partial<
  Pick<ConjurationRow, 'name' | 'description' | 'tags' | 'visibility' | 'isPinned' | 'writers'>
> & {
  isPastShown?: boolean
}

/** Lists, and what is done from them. What many need at once is in `conjurations-bulk.ts`, what the page of one needs in `conjuration.ts`. */
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

    /** By what they say, for the tree's filter. */
    filteredConjurations: build.query<ConjurationItem[], { campaignId: string; search: string }>({
      query: (params) => ({ url: 'conjurations', params: { ...params, limit: 25 } }),
      transformResponse: (answer) => ConjurationList.parse(answer).data,
      keepUnusedDataFor: 30,
      ...refetchedBy<unknown, ConjurationItem[]>(
        [...taggedLore, 'ConjurationDescribed', 'TextSettled', 'ConjurationMoved'],
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
      ...refetchedBy<unknown, string[]>(taggedLore, { emptied: [] }),
    }),

    createConjuration: build.mutation<{ id: string }, { id: string; campaignId: string; collectionId: string | null }>({
      query: (body) => ({ url: 'conjurations', method: 'POST', body }),
      transformResponse: (answer) => Made.parse(answer),
    }),

    /** Guessed ahead in lists only: on its own page the field itself shows what was typed until it is stored. */
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

    /** One command for each. */
    moveConjurations: build.mutation<Done, { ids: readonly string[]; collectionId: string | null }>({
      queryFn: ({ ids, collectionId }, _api, _extra, request) =>
        oneByOne(ids, (id) =>
          request({ url: `collections/conjurations/${id}/move`, method: 'POST', body: { collectionId } }),
        ),
      onQueryStarted: folding(followedConjurations, ({ ids, collectionId }, answer: Done) =>
        doneOf(ids, answer).map((conjurationId) => ({
          type: 'ConjurationMoved',
          data: { conjurationId, collectionId },
        })),
      ),
      invalidatesTags: corrected('conjurations'),
    }),
  }),
})

const { collectionConjurations, taggedConjurations } = conjurationsApi.endpoints
const cachedIn = (state: unknown, arg: ConjurationsArg): Conjurations | undefined =>
  collectionConjurations.select(arg)(state as never).data
const cachedTagged = (state: unknown, arg: TaggedArg): Conjurations | undefined =>
  taggedConjurations.select(arg)(state as never).data

const cachedArgs = api.util.selectCachedArgsForQuery as unknown as <Arg>(state: unknown, endpoint: string) => Arg[]

/** What some list of a campaign on screen has, in the collection it hangs in. */
export const knownConjurations = (state: unknown, campaignId: string): ConjurationItem[] =>
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
