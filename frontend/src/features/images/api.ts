import { z } from 'zod'
import type { ImageModel } from '#domain/image-models.ts'
import { Receipt } from '#domain/me.ts'
import { ImageDetail, ImageModelList, ImageUsage } from '#projections/answers.ts'
import { type ImageRow, imagesView } from '#projections/images.ts'
import { api, positionOf } from '../../app/api.ts'
import { follow, type Snapshot } from '../../realtime/follow.ts'
import { guessing } from '../../realtime/guess.ts'
import { fetchGallery } from './fetch-gallery.ts'
import { type Gallery, type GalleryArg, galleryFollowing, imageFollowing } from './gallery-query.ts'
import { followedImages } from './guess.ts'

/** One picture with who made it and with what. `rows` holds it, and nothing once it is out of sight. */
export type ImageSnapshot = Snapshot<ImageRow> & Pick<ImageDetail, 'username' | 'imageModel'>

const Requested = Receipt.extend({ images: z.array(z.object({ id: z.string() })) })
const Counted = Receipt.extend({ count: z.int() })

/** What `POST /images` takes: pictures of one model. `imageId` is the reference image. */
export interface ImagesRequest {
  imageIds: string[]
  modelId: string
  prompt: string
  negativePrompt: string
  stylePreset: string | null
  count: number
  width: number
  height: number
  imageId?: string
  imageStrength?: number
  linking?: { conjurationId: string }
  campaignId: string
}

export const imagesApi = api.injectEndpoints({
  endpoints: (build) => ({
    gallery: build.query<Gallery, GalleryArg>({
      serializeQueryArgs: ({ queryArgs: { want: _want, ...which } }) => which,
      forceRefetch: ({ currentArg, previousArg }) => (currentArg?.want ?? 0) > (previousArg?.want ?? 0),
      queryFn: (arg, { getState }, _extra, request) => fetchGallery(arg, () => cachedGallery(getState(), arg), request),
      providesTags: ['images'],
      ...follow<ImageRow, ImageRow, GalleryArg, Gallery>(imagesView, galleryFollowing),
    }),

    image: build.query<ImageSnapshot, string>({
      query: (id) => `images/${id}`,
      transformResponse: (answer, meta) => {
        const { username, imageModel, ...row } = ImageDetail.parse(answer)
        return { rows: [row], username, imageModel, position: positionOf(meta) }
      },
      providesTags: ['images'],
      ...follow<ImageRow, ImageRow, string, ImageSnapshot>(imagesView, imageFollowing),
    }),

    imageUsage: build.query<ImageUsage, string>({
      query: (id) => `images/${id}/usage`,
      transformResponse: (answer) => ImageUsage.parse(answer),
      providesTags: ['images'],
    }),

    imageModels: build.query<ImageModel[], ImageRow['type']>({
      query: (type) => ({ url: 'models/images', params: { type, limit: 100 } }),
      transformResponse: (answer) => ImageModelList.parse(answer).data,
      keepUnusedDataFor: 300,
    }),

    generateImages: build.mutation<z.infer<typeof Requested>, ImagesRequest>({
      query: (body) => ({ url: 'images', method: 'POST', body }),
      transformResponse: (answer) => Requested.parse(answer),
      invalidatesTags: corrected,
    }),

    uploadReference: build.mutation<{ id: string }, { file: File; campaignId: string }>({
      query: ({ file, campaignId }) => {
        const body = new FormData()
        body.append('image', file)
        return { url: 'images/upload', method: 'POST', params: { campaignId }, body }
      },
      transformResponse: (answer) => z.object({ id: z.string() }).parse(answer),
    }),

    retryImage: build.mutation<unknown, string>({
      query: (id) => ({ url: `images/${id}/retry`, method: 'POST' }),
      invalidatesTags: corrected,
    }),
    cancelImage: build.mutation<unknown, string>({
      query: (id) => ({ url: `images/${id}/cancel`, method: 'POST' }),
      invalidatesTags: corrected,
    }),

    renameImage: build.mutation<unknown, { id: string; name: string }>({
      query: ({ id, name }) => ({ url: `images/${id}/name`, method: 'PATCH', body: { name } }),
      onQueryStarted: guessing(followedImages, ({ id, name }) => [
        { type: 'ImageRenamed', data: { imageId: id, name } },
      ]),
      invalidatesTags: corrected,
    }),

    setPrimaryImage: build.mutation<unknown, { id: string; conjurationId: string }>({
      query: ({ id }) => ({ url: `images/${id}/primary`, method: 'PATCH' }),
      onQueryStarted: guessing(followedImages, ({ id, conjurationId }) => [
        { type: 'PrimaryImageSet', data: { imageId: id, conjurationId } },
      ]),
      invalidatesTags: corrected,
    }),

    moveImages: build.mutation<{ count: number }, { imageIds: string[]; campaignId: string }>({
      query: (body) => ({ url: 'images/bulk/move-to-campaign', method: 'PATCH', body }),
      transformResponse: (answer) => Counted.parse(answer),
      onQueryStarted: guessing(followedImages, ({ imageIds, campaignId }) =>
        imageIds.map((imageId) => ({ type: 'ImageMoved', data: { imageId, campaignId, fromCampaignId: null } })),
      ),
      invalidatesTags: corrected,
    }),

    deleteImages: build.mutation<{ count: number }, string[]>({
      query: (imageIds) => ({ url: 'images', method: 'DELETE', body: { imageIds } }),
      transformResponse: (answer) => Counted.parse(answer),
      onQueryStarted: guessing(followedImages, (imageIds) =>
        imageIds.map((imageId) => ({ type: 'ImageDeleted', data: { imageId, campaignId: null } })),
      ),
      invalidatesTags: corrected,
    }),

    restoreImages: build.mutation<{ count: number }, string[]>({
      query: (imageIds) => ({ url: 'images/restore', method: 'POST', body: { imageIds } }),
      transformResponse: (answer) => Counted.parse(answer),
      invalidatesTags: corrected,
    }),
  }),
})

const cachedGallery = (state: unknown, arg: GalleryArg): Gallery | undefined =>
  imagesApi.endpoints.gallery.select(arg)(state as never).data

/** A failed act is corrected by the truth as well: other people's events may have landed since. */
function corrected(_answer: unknown, refused: unknown) {
  return refused ? (['images'] as const) : []
}

export const {
  useGalleryQuery,
  useImageQuery,
  useImageUsageQuery,
  useImageModelsQuery,
  useGenerateImagesMutation,
  useUploadReferenceMutation,
  useRetryImageMutation,
  useCancelImageMutation,
  useRenameImageMutation,
  useSetPrimaryImageMutation,
  useMoveImagesMutation,
  useDeleteImagesMutation,
  useRestoreImagesMutation,
} = imagesApi
