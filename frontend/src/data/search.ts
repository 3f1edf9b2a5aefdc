import { categoryOf } from '#domain/metadata.ts'
import { Find, type Found } from '#projections/answers.ts'
import { view } from '#projections/view.ts'
import { api } from '../app/api.ts'
import { follow, type Snapshot } from '../realtime/follow.ts'
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
        quotesOthers: true,
        refetchOn: (item) => 'stream' in item && searched.has(categoryOf(item.stream)),
      }),
    }),
  }),
})

const nothing: Found[] = []

/** What is typed in texts is found two seconds later, which no event tells: an answer that is older than this is asked for again. */
const freshSeconds = 2

/** Everything that is found for a term: lore, folders and pictures, as they are now. */
export const useFound = (
  arg: SearchArg,
): { found: Found[]; isFetching: boolean; isError: boolean; refetch: () => void } => {
  const skip = arg.campaignId === ''
  const { currentData, isError, refetch } = searchApi.useFindQuery(arg, {
    skip,
    refetchOnMountOrArgChange: freshSeconds,
  })
  return {
    found: currentData?.rows ?? nothing,
    isFetching: !skip && !currentData && !isError,
    isError,
    refetch,
  }
}
