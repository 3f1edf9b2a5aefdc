import type { z } from 'zod'
import { Gallery, LoreSearch } from '#projections/answers.ts'
import { view } from '#projections/view.ts'
import { api, positionOf } from '../../app/api.ts'
import { follow, type Snapshot } from '../../realtime/follow.ts'
import { type Found, loreFound, pictureFound } from './found.ts'

interface SearchArg {
  campaignId: string
  term: string
}

const FoundLore = LoreSearch.shape.data.element
type FoundLore = z.infer<typeof FoundLore>

/** What is found and in which order is the server's to say: after a change it is asked again. Only what is gone goes at once. */
const foundView = view({}, FoundLore)({ table: 'search', on: {} })

export const searchApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchLore: build.query<Snapshot<FoundLore>, SearchArg>({
      query: (params) => ({ url: 'conjurations/search', params: { ...params, limit: 20 } }),
      transformResponse: (answer, meta) => {
        const { data: rows, total } = LoreSearch.parse(answer)
        return { rows, total, position: positionOf(meta) }
      },
      keepUnusedDataFor: 30,
      ...follow<FoundLore, FoundLore, SearchArg>(foundView, {
        refetchOn: ({ type }) => type.startsWith('Conjuration') || type === 'PrimaryImageSet',
      }),
    }),

    searchPictures: build.query<Found[], SearchArg>({
      query: ({ campaignId, term }) => ({
        url: 'images/gallery',
        params: { campaignId, search: term, offset: 0, limit: 8 },
      }),
      transformResponse: (answer) => Gallery.parse(answer).images.map(pictureFound),
      keepUnusedDataFor: 30,
      providesTags: ['images'],
    }),
  }),
})

/** Everything that is found for a term, lore before pictures; nothing is asked for an empty one. */
export const useFound = (arg: SearchArg): { found: Found[]; isFetching: boolean; isError: boolean } => {
  const skip = arg.campaignId === '' || arg.term === ''
  const lore = searchApi.useSearchLoreQuery(arg, { skip })
  const pictures = searchApi.useSearchPicturesQuery(arg, { skip })
  if (skip) return { found: [], isFetching: false, isError: false }
  return {
    found: [...(lore.currentData?.rows ?? []).map(loreFound), ...(pictures.currentData ?? [])],
    isFetching: !(lore.currentData || lore.isError) || !(pictures.currentData || pictures.isError),
    isError: lore.isError,
  }
}
