import type { z } from 'zod'
import { BulkReceipt, Receipt } from '#domain/me.ts'
import type { ConvertedFormat, ModelCrop, ModelShape, ModelSize } from '#domain/model-words.ts'
import type { QuoteRequest } from '#domain/quotes.ts'
import {
  ModelConverting,
  ModelDetail,
  type ModelItem,
  ModelList,
  type ModelOffer,
  ModelPromptReading,
  ModelRenamed,
  ModelRequested,
} from '#projections/model-answers.ts'
import { type ModelRow, modelsView } from '#projections/models.ts'
import { api, positionOf } from '../base/api.ts'
import { type Following, follow, type Snapshot } from '../realtime/follow.ts'
import { type Followed, folding, guessing } from '../realtime/guess.ts'
import { isOneOf } from '../realtime/messages.ts'
import { fetchPages, growing } from '../realtime/pages.ts'
import { refetchOnFailure } from './answers.ts'
import { type Done, inPages, succeededIds } from './bulk.ts'

/** A model as screens show it: the server's answer with the columns that events change. */
export type Model = ModelItem & Omit<ModelRow, keyof ModelItem>
type Conversions = Pick<ModelRow, 'stl' | 'threeMf' | 'obj'>

/** Models of a campaign; lists that differ in `want` alone share one cache entry. */
interface ModelsArg {
  campaignId: string
  want: number
}

/** `offer` describes the models that this installation makes. */
export interface Models extends Snapshot<Model> {
  total: number
  offer: ModelOffer
}

/** `rows` contains the model, and is empty once it is hidden. */
export interface ModelSnapshot extends Snapshot<Model> {
  conjuration: ModelDetail['conjuration']
}

/** Body of `POST /models`: a model of a prompt, an image, or the primary image of lore. The client creates `id`. */
export interface ModelWanted {
  id: string
  campaignId: string
  prompt?: string
  imageId?: string
  conjurationId?: string
  size: ModelSize
  shape?: ModelShape
  crop?: ModelCrop
}

export type QuoteBody = Omit<QuoteRequest, 'quoteId' | 'userId' | 'modelId'>

export const modelsPerPage = 60
const newestFirst = (a: Model, b: Model) => b.createdAt.localeCompare(a.createdAt) || b.id.localeCompare(a.id)

const unconverted: Conversions = { stl: null, threeMf: null, obj: null }
const toModel = (item: ModelItem, conversions = unconverted): Model => ({
  ...item,
  ...conversions,
  glb: null,
  preview: null,
  deletedAt: null,
  deletedBy: null,
  operationId: null,
})

const modelsFollowing: Following<Model, ModelsArg> = {
  admits: ({ campaignId, deletedAt }, wanted) => campaignId === wanted.campaignId && deletedAt === null,
  sort: newestFirst,
  // A new row lacks its picture and its author's name.
  joined: true,
  refetchOn: (item, { campaignId }) =>
    isOneOf(item, ['ModelMoved', 'ModelRestored']) && item.data.campaignId === campaignId,
}
const modelFollowing: Following<Model, string> = { admits: ({ id }, wanted) => id === wanted }

const followedModels: Followed[] = [
  { endpoint: 'models', view: modelsView, following: modelsFollowing },
  { endpoint: 'model', view: modelsView, following: modelFollowing },
]

const conversionsOf = ({ STL, '3MF': threeMf, OBJ }: ModelDetail['conversions']): Conversions => {
  const withoutFile = (conversion: ModelDetail['conversions']['STL']) => conversion && { ...conversion, file: null }
  return { stl: withoutFile(STL), threeMf: withoutFile(threeMf), obj: withoutFile(OBJ) }
}

const modelsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A campaign's 3D models, newest first. */
    models: build.query<Models, ModelsArg>({
      ...growing,
      queryFn: ({ want, campaignId }, { getState }, _extra, request) =>
        fetchPages<Model, Models>({
          want,
          pageSize: modelsPerPage,
          sort: newestFirst,
          cached: () => cachedModels(getState(), { want, campaignId }),
          async page(offset) {
            const answer = await request({ url: 'models', params: { campaignId, offset, limit: modelsPerPage } })
            if (answer.error) return { error: answer.error }
            const { data, total, offer } = ModelList.parse(answer.data)
            const rows = data.map((item) => toModel(item))
            return { data: { rows, total, offer, position: positionOf(answer.meta) } }
          },
        }),
      providesTags: ['models'],
      ...follow<ModelRow, Model, ModelsArg, Models>(modelsView, modelsFollowing),
    }),

    model: build.query<ModelSnapshot, string>({
      query: (id) => `models/${id}`,
      transformResponse: (answer, meta) => {
        const { conjuration, conversions, ...item } = ModelDetail.parse(answer)
        return { rows: [toModel(item, conversionsOf(conversions))], conjuration, position: positionOf(meta) }
      },
      providesTags: ['models'],
      ...follow<ModelRow, Model, string, ModelSnapshot>(modelsView, modelFollowing),
    }),

    /** A reading of a prompt by the server's own provider, free of charge. */
    modelReading: build.query<ModelPromptReading, string>({
      query: (prompt) => ({ url: 'models/reading', method: 'POST', body: { prompt } }),
      transformResponse: (answer) => ModelPromptReading.parse(answer),
      keepUnusedDataFor: 60,
      extraOptions: { freshness: 'constant' },
    }),

    generateModel: build.mutation<z.infer<typeof ModelRequested>, ModelWanted>({
      query: (body) => ({ url: 'models', method: 'POST', body }),
      transformResponse: (answer) => ModelRequested.parse(answer),
      invalidatesTags: refetchOnFailure('models'),
    }),

    renameModel: build.mutation<z.infer<typeof ModelRenamed>, { id: string; name: string }>({
      query: ({ id, name }) => ({ url: `models/${id}`, method: 'PATCH', body: { name } }),
      transformResponse: (answer) => ModelRenamed.parse(answer),
      onQueryStarted: guessing(followedModels, ({ id, name }) => [
        { type: 'ModelRenamed', data: { modelId: id, name: name.trim() || null } },
      ]),
      invalidatesTags: refetchOnFailure('models'),
    }),

    deleteModel: build.mutation<Receipt, string>({
      query: (id) => ({ url: `models/${id}`, method: 'DELETE' }),
      transformResponse: (answer) => Receipt.parse(answer),
      onQueryStarted: folding(followedModels, (modelId) => [{ type: 'ModelDeleted', data: { modelId } }]),
      invalidatesTags: refetchOnFailure('models'),
    }),

    restoreModel: build.mutation<unknown, string>({
      query: (id) => ({ url: `models/${id}/restore`, method: 'POST' }),
      invalidatesTags: refetchOnFailure('models'),
    }),

    moveModels: build.mutation<Done, { modelIds: string[]; campaignId: string }>({
      queryFn: ({ modelIds, campaignId }, _api, _extra, request) =>
        inPages(modelIds, BulkReceipt, (modelIds) =>
          request({ url: 'models/bulk/move-to-campaign', method: 'PATCH', body: { modelIds, campaignId } }),
        ),
      onQueryStarted: folding(followedModels, ({ modelIds, campaignId }, answer: Done) =>
        succeededIds(modelIds, answer).map((modelId) => ({ type: 'ModelMoved', data: { modelId, campaignId } })),
      ),
      invalidatesTags: refetchOnFailure('models'),
    }),

    convertModel: build.mutation<z.infer<typeof ModelConverting>, { id: string; format: ConvertedFormat }>({
      query: ({ id, format }) => ({ url: `models/${id}/convert/${format.toLowerCase()}`, method: 'POST' }),
      transformResponse: (answer) => ModelConverting.parse(answer),
    }),

    requestQuote: build.mutation<unknown, { id: string; quote: QuoteBody }>({
      query: ({ id, quote }) => ({ url: `models/${id}/quote`, method: 'POST', body: quote }),
    }),
  }),
})

const cachedModels = (state: unknown, arg: ModelsArg): Models | undefined =>
  modelsApi.endpoints.models.select(arg)(state as never).data

export const {
  useModelsQuery,
  useModelQuery,
  useModelReadingQuery,
  useGenerateModelMutation,
  useRenameModelMutation,
  useDeleteModelMutation,
  useRestoreModelMutation,
  useMoveModelsMutation,
  useConvertModelMutation,
  useRequestQuoteMutation,
} = modelsApi

/** Returns the download URL of a model in a format. Formats other than GLB exist once the model is converted. */
export const modelDownloadUri = (id: string, format: 'GLB' | ConvertedFormat): string =>
  `/api/models/${id}/download?format=${format.toLowerCase()}`
