import { Gallery } from '#projections/answers.ts'
import type { ImageRow } from '#projections/images.ts'
import { api } from '../../../app/api.ts'

export const picturePageSize = 24

const generalApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Pictures of a campaign to choose from, newest first: those that are there. */
    pictures: build.query<{ rows: ImageRow[]; total: number }, { campaignId: string; search: string; limit: number }>({
      query: ({ campaignId, search, limit }) => ({
        url: 'images/gallery',
        params: { campaignId, type: 'IMAGE', limit, ...(search && { search }) },
      }),
      transformResponse: (body) => {
        const { images, total } = Gallery.parse(body)
        return { rows: images.filter(({ uri }) => uri !== null), total }
      },
      providesTags: ['images'],
    }),
  }),
})

export const { usePicturesQuery } = generalApi
