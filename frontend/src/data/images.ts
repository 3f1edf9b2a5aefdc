import { z } from 'zod'
import { ImageEditing } from '#domain/image-edit-answers.ts'
import type { ImageModel } from '#domain/image-models.ts'
import { BulkReceipt, Receipt } from '#domain/me.ts'
import { TokenLook } from '#domain/tokens.ts'
import { ImageDetail, ImageList, ImageModelList, ImageUsage } from '#projections/image-answers.ts'
import { type ImageRow, imagesView } from '#projections/images.ts'
import { api, positionOf } from '../base/api.ts'
import { follow, type Snapshot } from '../realtime/follow.ts'
import { folding, guessing } from '../realtime/guess.ts'
import { growing } from '../realtime/pages.ts'
import { refetchedBy } from '../realtime/refetched.ts'
import { parseList, refetchOnFailure } from './answers.ts'
import { type Done, inPages, succeededIds } from './bulk.ts'
import { fetchGallery } from './fetch-gallery.ts'
import { conjurationImagesFollowing, followedImages, toImageRow } from './followed-images.ts'
import { type Gallery, type GalleryArg, galleryFollowing, imageFollowing } from './gallery-query.ts'

/**
 * One image with its author and model. `rows` contains the image, and is empty once it is hidden. `editing` is its edit
 * history at a position of its own, null for users who may only view it: events do not change it, the responses of edit
 * commands do.
 */
export type ImageSnapshot = Snapshot<ImageRow> &
  Pick<ImageDetail, 'username' | 'imageModel'> & { editing: (ImageEditing & { position: string }) | null }

const TokenMade = Receipt.extend({ tokenUri: z.string(), token: TokenLook })
const Requested = Receipt.extend({ images: z.array(z.object({ id: z.string() })) })

/** Body of `POST /images`: images of one model. `imageId` is the reference image. */
export interface ImagesRequest {
  imageIds: string[]
  modelId: string
  prompt: string
  negativePrompt: string
  stylePreset: string | null
  count: number
  width: number
  height: number
  /** Seed of the first image; each further image increments it. */
  seed?: number
  imageId?: string
  imageStrength?: number
  linking?: { conjurationId: string }
  campaignId: string
  nsfw?: boolean
}

export const imagesApi = api.injectEndpoints({
  endpoints: (build) => ({
    gallery: build.query<Gallery, GalleryArg>({
      ...growing,
      queryFn: (arg, { getState }, _extra, request) => fetchGallery(arg, () => cachedGallery(getState(), arg), request),
      providesTags: ['images'],
      ...follow<ImageRow, ImageRow, GalleryArg, Gallery>(imagesView, galleryFollowing),
    }),

    image: build.query<ImageSnapshot, string>({
      query: (id) => `images/${id}`,
      transformResponse: (answer, meta) => {
        const { username, imageModel, ...item } = ImageDetail.parse(answer)
        const position = positionOf(meta)
        const line = ImageEditing.safeParse(answer)
        const editing = line.success ? { ...line.data, position } : null
        return { rows: [toImageRow(item)], username, imageModel, editing, position }
      },
      providesTags: ['images'],
      ...follow<ImageRow, ImageRow, string, ImageSnapshot>(imagesView, imageFollowing),
    }),

    /** Every image of a lore item, including those being generated. */
    conjurationImages: build.query<Snapshot<ImageRow>, string>({
      query: (id) => ({ url: `images/conjurations/${id}/history`, params: { offset: 0, limit: 100 } }),
      transformResponse: (answer, meta) => {
        const list = parseList(ImageList)(answer, meta)
        return { ...list, rows: list.rows.map(toImageRow) }
      },
      providesTags: ['images'],
      ...follow<ImageRow, ImageRow, string>(imagesView, conjurationImagesFollowing),
    }),

    imageUsage: build.query<ImageUsage, string>({
      query: (id) => `images/${id}/usage`,
      transformResponse: (answer) => ImageUsage.parse(answer),
      providesTags: ['images'],
      ...refetchedBy<unknown, ImageUsage>(
        [
          ...([
            'ConjurationRenamed',
            'ConjurationDeleted',
            'ConjurationRestored',
            'ConjurationMovedToCampaign',
          ] as const),
          ...(['ImageLinked', 'ImageMoved', 'ImageTokenMade', 'ImageShown', 'ImageRenamed', 'ImageDeleted'] as const),
          ...(['ImageRestored', 'PrimaryImageSet', 'ConjurationPrimaryImageSet', 'CampaignRenamed'] as const),
          ...(['SegmentImageAdded', 'SegmentImageRemoved', 'SegmentRetitled', 'SegmentDeleted'] as const),
          ...(['SegmentRestored', 'SegmentKeptForDms', 'SegmentShown'] as const),
        ],
        { emptied: { conjuration: null, campaign: null, segments: [], tokens: [], maps: [] } },
      ),
    }),

    imageModels: build.query<ImageModel[], ImageRow['type']>({
      query: (type) => ({ url: 'models/images', params: { type, limit: 100 } }),
      transformResponse: (answer) => ImageModelList.parse(answer).data,
      keepUnusedDataFor: 300,
      extraOptions: { freshness: 'opened' },
    }),

    generateImages: build.mutation<z.infer<typeof Requested>, ImagesRequest>({
      query: (body) => ({ url: 'images', method: 'POST', body }),
      transformResponse: (answer) => Requested.parse(answer),
      invalidatesTags: refetchOnFailure('images'),
    }),

    /** Uploads a reference image; without a campaign it is in no gallery. */
    uploadReference: build.mutation<{ id: string }, { file: File; campaignId: string | null }>({
      query: ({ file, campaignId }) => {
        const body = new FormData()
        body.append('image', file)
        return { url: 'images/upload', method: 'POST', params: { ...(campaignId && { campaignId }) }, body }
      },
      transformResponse: (answer) => z.object({ id: z.string() }).parse(answer),
    }),

    retryImage: build.mutation<unknown, string>({
      query: (id) => ({ url: `images/${id}/retry`, method: 'POST' }),
      invalidatesTags: refetchOnFailure('images'),
    }),
    cancelImage: build.mutation<unknown, string>({
      query: (id) => ({ url: `images/${id}/cancel`, method: 'POST' }),
      invalidatesTags: refetchOnFailure('images'),
    }),

    renameImage: build.mutation<unknown, { id: string; name: string }>({
      query: ({ id, name }) => ({ url: `images/${id}/name`, method: 'PATCH', body: { name } }),
      onQueryStarted: guessing(followedImages, ({ id, name }) => [
        { type: 'ImageRenamed', data: { imageId: id, name } },
      ]),
      invalidatesTags: refetchOnFailure('images'),
    }),

    noteImage: build.mutation<unknown, { id: string; note: string }>({
      query: ({ id, note }) => ({ url: `images/${id}/note`, method: 'PATCH', body: { note } }),
      onQueryStarted: guessing(followedImages, ({ id, note }) => [{ type: 'ImageNoted', data: { imageId: id, note } }]),
      invalidatesTags: refetchOnFailure('images'),
    }),

    /** Without a look, the token is plain and centred on the main subject. */
    generateToken: build.mutation<z.infer<typeof TokenMade>, { id: string; look?: TokenLook }>({
      query: ({ id, look }) => ({ url: `images/${id}/generate-token`, method: 'POST', ...(look && { body: look }) }),
      transformResponse: (answer) => TokenMade.parse(answer),
      invalidatesTags: refetchOnFailure('images'),
    }),

    setPrimaryImage: build.mutation<unknown, { id: string; conjurationId: string }>({
      query: ({ id }) => ({ url: `images/${id}/primary`, method: 'PATCH' }),
      onQueryStarted: guessing(followedImages, ({ id, conjurationId }) => [
        { type: 'ConjurationPrimaryImageSet', data: { imageId: id, conjurationId } },
      ]),
      invalidatesTags: refetchOnFailure('images'),
    }),

    moveImages: build.mutation<Done, { imageIds: string[]; campaignId: string }>({
      queryFn: ({ imageIds, campaignId }, _api, _extra, request) =>
        inPages(imageIds, BulkReceipt, (imageIds) =>
          request({ url: 'images/bulk/move-to-campaign', method: 'PATCH', body: { imageIds, campaignId } }),
        ),
      onQueryStarted: folding(followedImages, ({ imageIds, campaignId }, answer: Done) =>
        succeededIds(imageIds, answer).map((imageId) => ({
          type: 'ImageMoved',
          data: { imageId, campaignId },
        })),
      ),
      invalidatesTags: refetchOnFailure('images'),
    }),

    deleteImages: build.mutation<Done, string[]>({
      queryFn: (ids, _api, _extra, request) =>
        inPages(ids, BulkReceipt, (imageIds) => request({ url: 'images', method: 'DELETE', body: { imageIds } })),
      onQueryStarted: folding(followedImages, (ids: string[], answer: Done) =>
        succeededIds(ids, answer).map((imageId) => ({ type: 'ImageDeleted', data: { imageId } })),
      ),
      invalidatesTags: refetchOnFailure('images'),
    }),

    restoreImages: build.mutation<Done, string[]>({
      queryFn: (ids, _api, _extra, request) =>
        inPages(ids, BulkReceipt, (imageIds) => request({ url: 'images/restore', method: 'POST', body: { imageIds } })),
      invalidatesTags: refetchOnFailure('images'),
    }),
  }),
})

const cachedGallery = (state: unknown, arg: GalleryArg): Gallery | undefined =>
  imagesApi.endpoints.gallery.select(arg)(state as never).data

export const {
  useGalleryQuery,
  useImageQuery,
  useConjurationImagesQuery,
  useImageUsageQuery,
  useImageModelsQuery,
  useGenerateImagesMutation,
  useUploadReferenceMutation,
  useRetryImageMutation,
  useCancelImageMutation,
  useRenameImageMutation,
  useNoteImageMutation,
  useGenerateTokenMutation,
  useSetPrimaryImageMutation,
  useMoveImagesMutation,
  useDeleteImagesMutation,
  useRestoreImagesMutation,
} = imagesApi
