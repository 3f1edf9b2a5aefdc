import { categoryOf } from '#domain/metadata.ts'
import { topicOf } from '#domain/topics.ts'
import { Find, type Found } from '#projections/answers.ts'
import { view } from '#projections/view.ts'
import { api } from '../app/api.ts'
import { follow, type Snapshot } from '../realtime/follow.ts'
import { useTopic } from '../realtime/topics.ts'
import { useStaleRefetch } from '../realtime/use-refetching.ts'
import { listed } from './answers.ts'

interface SearchArg {
  campaignId: string
  /** Empty: what people were at last. */
  term: string
}

/** Streams of what can be found. */
const searched: ReadonlySet<string> = new Set(['conjurations', 'collections', 'images', 'text'])

/** What is found and in which order is the server's to say: after a change it is asked again. Only what is gone goes at once. */
const foundView = view(Find.shape.data.element)({ table: 'search', on: {} })

export const searchApi = api.injectEndpoints({
  endpoints: (build) => ({
    find: build.query<Snapshot<Found>, SearchArg>({
      query: (params) => ({ url: 'search', params }),
      transformResponse: listed(Find),
      keepUnusedDataFor: 30,
      ...follow<Found, Found, SearchArg>(foundView, {
        withoutQuotes: () => ({ rows: [] }),
        refetchOn: (item) => 'stream' in item && searched.has(categoryOf(item.stream)),
      }),
    }),
  }),
})

const nothing: Found[] = []

/** A text is found by other words two seconds after a change, which no event tells: an answer that is older than this is asked for again. */
const freshSeconds = 2
/** Stands for a campaign that is not chosen yet. */
const noCampaign = '00000000-0000-0000-0000-000000000000'

/** Everything that is found for a term: lore, folders and pictures, as they are now. While it is on screen, it follows the index of texts. */
export const useFound = (
  arg: SearchArg,
): { found: Found[]; isFetching: boolean; isError: boolean; refetch: () => void } => {
  const skip = arg.campaignId === ''
  const query = searchApi.useFindQuery(arg, { skip, refetchOnMountOrArgChange: freshSeconds })
  const { currentData, isError, refetch } = query
  const ask = useStaleRefetch({ refetch: () => skip || refetch(), isFetching: query.isFetching })
  useTopic(topicOf('search', skip ? noCampaign : arg.campaignId), {
    onMessage: ({ kind }) => kind === 'searchable' && ask(),
  })
  return {
    found: currentData?.rows ?? nothing,
    isFetching: !skip && !isError && (!currentData || (query.isFetching && currentData.rows.length === 0)),
    isError,
    refetch,
  }
}
