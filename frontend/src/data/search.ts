import { categoryOf } from '#domain/metadata.ts'
import { topicOf } from '#domain/topics.ts'
import { Find, type Found } from '#projections/answers.ts'
import { view } from '#projections/view.ts'
import { api } from '../base/api.ts'
import { follow, type Snapshot } from '../realtime/follow.ts'
import { useTopic } from '../realtime/topics.ts'
import { useStaleRefetch } from '../realtime/use-refetching.ts'
import { parseList } from './answers.ts'

interface SearchArg {
  campaignId: string
  /** Empty: the latest visited items. */
  term: string
}

/** Streams of searchable items. */
const searched: ReadonlySet<string> = new Set(['conjurations', 'collections', 'images', 'text', 'transcripts'])

/** Only the server can rank matches, so that changes refetch them. Hidden items are removed at once. */
const foundView = view(Find.shape.data.element)({ table: 'search', on: {} })

export const searchApi = api.injectEndpoints({
  endpoints: (build) => ({
    find: build.query<Snapshot<Found>, SearchArg>({
      query: (params) => ({ url: 'search', params }),
      transformResponse: parseList(Find),
      keepUnusedDataFor: 30,
      ...follow<Found, Found, SearchArg>(foundView, {
        withoutQuotes: () => ({ rows: [] }),
        refetchOn: (item) => 'stream' in item && searched.has(categoryOf(item.stream)),
      }),
    }),
  }),
})

const nothing: Found[] = []

/** The text index is updated two seconds after a change, without an event: an older answer is refetched. */
const freshSeconds = 2
/** Placeholder while no campaign is selected. */
const noCampaign = '00000000-0000-0000-0000-000000000000'

/** Returns the matches for a term: lore, folders, images and sessions. While mounted, it follows the text index. */
export const useFound = (
  arg: SearchArg,
): { found: Found[]; isFetching: boolean; isError: boolean; refetch: () => void } => {
  const skip = arg.campaignId === ''
  const query = searchApi.useFindQuery(arg, { skip, refetchOnMountOrArgChange: freshSeconds })
  const { currentData, isError, refetch } = query
  const markStale = useStaleRefetch({ refetch: () => skip || refetch(), isFetching: query.isFetching })
  useTopic(topicOf('search', skip ? noCampaign : arg.campaignId), {
    onMessage: ({ kind }) => kind === 'searchable' && markStale(),
  })
  return {
    found: currentData?.rows ?? nothing,
    isFetching: !skip && !isError && (!currentData || (query.isFetching && currentData.rows.length === 0)),
    isError,
    refetch,
  }
}
