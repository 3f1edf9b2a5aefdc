import { z } from 'zod'
import { ImageRow } from '#projections/images.ts'
import { api } from '../../app/api.ts'

/** Something that was found: `to` opens it. */
export interface Found {
  id: string
  name: string
  imageUri: string | null
  updatedAt: string
  kind: 'Image'
  description: string
  to: string
}

const Gallery = z.object({ images: z.array(ImageRow) })

/** Pictures by name and prompt; entries join them when there is lore. */
export const searchApi = api.injectEndpoints({
  endpoints: (build) => ({
    search: build.query<Found[], { campaignId: string; term: string }>({
      query: ({ campaignId, term }) => ({
        url: 'images/gallery',
        params: { campaignId, search: term, offset: 0, limit: 8 },
      }),
      transformResponse: (body) =>
        Gallery.parse(body).images.map(({ id, name, prompt, uri, createdAt }) => ({
          id,
          name: name ?? prompt?.slice(0, 60) ?? 'Untitled image',
          imageUri: uri && `${uri}?w=320`,
          updatedAt: createdAt,
          kind: 'Image',
          description: name ? (prompt ?? '') : '',
          to: `/images/${id}`,
        })),
    }),
  }),
})

export const { useSearchQuery } = searchApi
