import { z } from 'zod'
import { accessRow } from './access-row.ts'
import { type Decider, type MessageOf, type Refusals, Rejection } from './decider.ts'
import { erasable, keyOwnerOf } from './erasable.ts'
import { type Kind, toEmptyText, toNull } from './kind.ts'
import {
  ConvertedFormat,
  ModelCrop,
  ModelFile,
  ModelReport,
  ModelShape,
  ModelSize,
  modelCosts,
  modelNameLimit,
  modelPromptLimit,
} from './model-words.ts'

const modelId = z.uuid()
const userId = z.uuid()
const campaignId = z.uuid().nullable()
const name = z.string().trim().min(1).max(modelNameLimit)

/** The parameters of a model: made from a prompt, or from a picture's stored file. `cost` is credits, positive. */
export const ModelRequest = z.object({
  modelId,
  userId,
  campaignId: z.uuid(),
  /** The lore that it is a model of, which decides who sees it. */
  conjurationId: z.uuid().nullable(),
  /** Null if the model is free. */
  holdId: z.uuid().nullable(),
  cost: z.int().min(0),
  prompt: erasable(z.string().min(1).max(modelPromptLimit)).nullable(),
  picture: z.object({ imageId: z.uuid(), key: z.string(), shape: ModelShape, crop: ModelCrop.nullable() }).nullable(),
  name: erasable(name).nullable(),
  size: ModelSize,
  seed: z.int().min(0).max(4_294_967_295),
})
export type ModelRequest = z.infer<typeof ModelRequest>

const made = { glb: ModelFile, preview: ModelFile.nullable(), report: ModelReport, madeBy: z.string() }
/** Paid work at a vendor, in the words of its adapter, such as `meshy v1/image-to-3d 018a2b`. */
const ModelTask = z.string().min(1).max(300)
const failure = z.enum(['failed', 'refused'])
const conversion = { modelId, targetFormat: ConvertedFormat, attempt: z.int().min(1) }

const commands = {
  RequestModel: ModelRequest,
  /** Sent as soon as a vendor has accepted the work, so that another attempt waits for it instead of paying twice. */
  StartModelTask: z.object({ modelId, task: ModelTask }),
  /** `isLate`: the provider answered after the deadline. */
  RecordModel: z.object({ modelId, ...made, isLate: z.boolean() }),
  FailModel: z.object({ modelId, code: failure, message: z.string() }),
  TimeOutModel: z.object({ modelId }),
  /** Sent before credits that no request used may be released. */
  LapseModelHold: z.object({ modelId, holdId: z.uuid() }),
  /** Null removes the name. */
  RenameModel: z.object({ modelId, name: name.nullable() }),
  /** Moves it together with its lore, if given, whose model it stays; otherwise the reference ends. */
  MoveModel: z.object({ modelId, campaignId, conjurationId: z.uuid().optional() }),
  /** `by` is the requester or their impersonator: only the owner in person is charged for a model that is still being made. */
  DeleteModel: z.object({ modelId, by: userId }),
  RestoreModel: z.object({ modelId }),
  /** Permanently deletes a model in the Trash, on request of its owner `by`; null: after the retention period. */
  PurgeModel: z.object({ modelId, by: userId.nullable() }),
  ConvertModel: z.object({ modelId, targetFormat: ConvertedFormat }),
  RecordConversion: z.object({ ...conversion, file: ModelFile, notes: z.array(z.string()) }),
  FailConversion: z.object({ ...conversion, message: z.string() }),
}

/** Name and prompt of a model. */
const ModelTexts = z.object({ name: erasable(z.string()).nullable(), prompt: erasable(z.string()).nullable() })

/** `holdId`: the hold of credits that this outcome ends; null if it ends none. */
const outcome = { modelId, userId, holdId: z.uuid().nullable() }

export const modelEvents = {
  ModelRequested: ModelRequest,
  ModelTaskStarted: z.object({ modelId, task: ModelTask }),
  /** Captures its credits; none if the model is free or late, or its owner deleted it before. */
  ModelGenerationCompleted: z.object({ ...outcome, ...made }),
  /** Releases its credits; none if its owner deleted it before. */
  ModelGenerationFailed: z.object({ ...outcome, code: failure, message: erasable(z.string()) }),
  ModelGenerationTimedOut: z.object(outcome),
  /** Rules out that a request uses these credits, so that they can be released. */
  ModelHoldLapsed: z.object({ modelId, holdId: z.uuid() }),
  ModelRenamed: z.object({ modelId, name: erasable(z.string()).nullable() }),
  /** `conjurationId` is the lore that it moved along with. The texts move with it, since the previous campaign may be erased. */
  ModelMoved: z.object({
    modelId,
    campaignId,
    fromCampaignId: campaignId,
    conjurationId: z.uuid().optional(),
    texts: ModelTexts,
  }),
  /** Captures the credits of a model that is still being made. */
  ModelDeleted: z.object({ ...outcome, campaignId }),
  ModelRestored: z.object({ modelId, campaignId }),
  /** Its files are deleted too; irreversible. */
  ModelPurged: z.object({ modelId, campaignId }),
  ModelConversionRequested: z.object(conversion),
  ModelConversionCompleted: z.object({
    ...conversion,
    convertedFileUri: z.string(),
    file: ModelFile,
    notes: z.array(z.string()),
  }),
  ModelConversionFailed: z.object({ ...conversion, message: z.string() }),
}

interface Conversion {
  status: 'running' | 'done' | 'failed'
  attempt: number
  file: ModelFile | null
}

export interface Model {
  /** A `lapsed` model exceeded its deadline and may still arrive. */
  status: 'none' | 'generating' | 'completed' | 'failed' | 'lapsed'
  request: ModelRequest | null
  /** The latest task at a vendor. */
  task: string | null
  userId: string
  campaignId: string | null
  conjurationId: string | null
  /** The hold that its outcome ends; null if the model is free, and after the hold has ended. */
  holdId: string | null
  /** Outcome of the credit holds: `used` by the request, or `lapsed`, which rules out use. */
  holds: Readonly<Record<string, 'used' | 'lapsed'>>
  name: string | null
  glb: ModelFile | null
  preview: ModelFile | null
  report: ModelReport | null
  conversions: Readonly<Partial<Record<ConvertedFormat, Conversion>>>
  isDeleted: boolean
  isPurged: boolean
}

type Events = MessageOf<typeof modelEvents>[]

const refuseUnlessExisting = ({ status, isPurged }: Model) => {
  if (status === 'none' || isPurged) throw new Rejection('no_such_model')
}
const refuseUnlessPresent = (model: Model) => {
  refuseUnlessExisting(model)
  if (model.isDeleted) throw new Rejection('no_such_model')
}
const outcomeOf = ({ userId, holdId }: Model, modelId: string) => ({ modelId, userId, holdId })

/** True if a model would be stored. The credits of a lapsed one were released, so it stores only what arrived late. */
export const isModelWelcome = ({ status, isPurged }: Model, isLate: boolean): boolean =>
  !isPurged && (status === 'generating' || (isLate && status === 'lapsed'))

export const convertedUri = (modelId: string, format: ConvertedFormat): string =>
  `/api/models/${modelId}/download?format=${format.toLowerCase()}`

const isRunning = ({ conversions, isPurged }: Model, targetFormat: ConvertedFormat, attempt: number) =>
  !isPurged && conversions[targetFormat]?.status === 'running' && conversions[targetFormat]?.attempt === attempt

const withConversion = (model: Model, format: ConvertedFormat, conversion: Conversion): Model => ({
  ...model,
  conversions: { ...model.conversions, [format]: conversion },
})

/** A 3D model, from its request to the Trash. Source: the specification's part 2, "3D models". */
export const models: Decider<typeof commands, typeof modelEvents, Model> = {
  category: 'models',
  keyOwner: ({ campaignId, userId }) => keyOwnerOf(campaignId, userId),
  commands,
  events: modelEvents,
  initial: {
    status: 'none',
    request: null,
    task: null,
    userId: '',
    campaignId: null,
    conjurationId: null,
    holdId: null,
    holds: {},
    name: null,
    glb: null,
    preview: null,
    report: null,
    conversions: {},
    isDeleted: false,
    isPurged: false,
  },

  decide: {
    RequestModel({ status, holds }, data) {
      if (status !== 'none') return []
      if (data.holdId !== null && data.holdId in holds) throw new Rejection('request_lapsed')
      return [{ type: 'ModelRequested', data }]
    },

    StartModelTask: (model, data) =>
      isModelWelcome(model, true) && model.task !== data.task ? [{ type: 'ModelTaskStarted', data }] : [],

    RecordModel(model, { modelId, isLate, ...result }): Events {
      if (!isModelWelcome(model, isLate)) return []
      const outcome = outcomeOf(model, modelId)
      const isOver = isLate && model.status === 'generating'
      const timedOut: Events = isOver ? [{ type: 'ModelGenerationTimedOut', data: outcome }] : []
      const holdId = isLate ? null : model.holdId
      return [...timedOut, { type: 'ModelGenerationCompleted', data: { ...outcome, ...result, holdId } }]
    },

    FailModel: (model, { modelId, code, message }) =>
      model.status === 'generating'
        ? [{ type: 'ModelGenerationFailed', data: { ...outcomeOf(model, modelId), code, message } }]
        : [],

    TimeOutModel: (model, { modelId }) =>
      model.status === 'generating' ? [{ type: 'ModelGenerationTimedOut', data: outcomeOf(model, modelId) }] : [],

    LapseModelHold: ({ holds }, data) => (data.holdId in holds ? [] : [{ type: 'ModelHoldLapsed', data }]),

    RenameModel(model, data) {
      refuseUnlessPresent(model)
      return model.name === data.name ? [] : [{ type: 'ModelRenamed', data }]
    },

    MoveModel(model, data) {
      // A model in the Trash moves only together with its lore.
      if (data.conjurationId === undefined) refuseUnlessPresent(model)
      else refuseUnlessExisting(model)
      const { campaignId: fromCampaignId, name, request } = model
      if (fromCampaignId === data.campaignId) return []
      const texts = { name, prompt: request?.prompt ?? null }
      return [{ type: 'ModelMoved', data: { ...data, fromCampaignId, texts } }]
    },

    DeleteModel(model, { modelId, by }) {
      refuseUnlessExisting(model)
      if (model.isDeleted) return []
      const { status, userId, campaignId, holdId } = model
      const captured = status === 'generating' && by === userId ? holdId : null
      return [{ type: 'ModelDeleted', data: { modelId, userId, campaignId, holdId: captured } }]
    },

    RestoreModel(model, { modelId }) {
      refuseUnlessExisting(model)
      const { isDeleted, campaignId } = model
      return isDeleted ? [{ type: 'ModelRestored', data: { modelId, campaignId } }] : []
    },

    PurgeModel(model, { modelId, by }) {
      if (model.isPurged) return []
      refuseUnlessExisting(model)
      if (by !== null && model.userId !== by) throw new Rejection('only_owner_purges')
      if (!model.isDeleted) throw new Rejection('purge_not_in_trash')
      return [{ type: 'ModelPurged', data: { modelId, campaignId: model.campaignId } }]
    },

    ConvertModel(model, { modelId, targetFormat }) {
      refuseUnlessPresent(model)
      if (!model.glb) throw new Rejection('model_not_ready')
      const before = model.conversions[targetFormat]
      if (before && before.status !== 'failed') return []
      const attempt = (before?.attempt ?? 0) + 1
      return [{ type: 'ModelConversionRequested', data: { modelId, targetFormat, attempt } }]
    },

    RecordConversion: (model, data) =>
      isRunning(model, data.targetFormat, data.attempt)
        ? [
            {
              type: 'ModelConversionCompleted',
              data: { ...data, convertedFileUri: convertedUri(data.modelId, data.targetFormat) },
            },
          ]
        : [],

    FailConversion: (model, data) =>
      isRunning(model, data.targetFormat, data.attempt) ? [{ type: 'ModelConversionFailed', data }] : [],
  },

  evolve: {
    ModelRequested: (model, request) => ({
      ...model,
      status: 'generating',
      request,
      userId: request.userId,
      campaignId: request.campaignId,
      conjurationId: request.conjurationId,
      holdId: request.holdId,
      holds: request.holdId === null ? model.holds : { ...model.holds, [request.holdId]: 'used' },
      name: request.name,
    }),
    ModelTaskStarted: (model, { task }) => ({ ...model, task }),
    ModelGenerationCompleted: (model, { glb, preview, report }) => ({
      ...model,
      status: 'completed',
      holdId: null,
      glb,
      preview,
      report,
    }),
    ModelGenerationFailed: (model) => ({ ...model, status: 'failed', holdId: null }),
    ModelGenerationTimedOut: (model) => ({ ...model, status: 'lapsed', holdId: null }),
    ModelHoldLapsed: (model, { holdId }) => ({ ...model, holds: { ...model.holds, [holdId]: 'lapsed' } }),
    ModelRenamed: (model, { name }) => ({ ...model, name }),
    ModelMoved: (model, { campaignId, conjurationId = null, texts }) => ({
      ...model,
      campaignId,
      conjurationId,
      name: texts.name,
      request: model.request && { ...model.request, prompt: texts.prompt },
    }),
    ModelDeleted: (model, { holdId }) => ({
      ...model,
      isDeleted: true,
      holdId: holdId === null ? model.holdId : null,
    }),
    ModelRestored: (model) => ({ ...model, isDeleted: false }),
    ModelPurged: (model) => ({ ...model, isPurged: true }),
    ModelConversionRequested: (model, { targetFormat, attempt }) =>
      withConversion(model, targetFormat, { status: 'running', attempt, file: null }),
    ModelConversionCompleted: (model, { targetFormat, attempt, file }) =>
      withConversion(model, targetFormat, { status: 'done', attempt, file }),
    ModelConversionFailed: (model, { targetFormat, attempt }) =>
      withConversion(model, targetFormat, { status: 'failed', attempt, file: null }),
  },
}

/** HTTP status and message of each refusal, by code. */
export const modelRefusals = {
  no_such_model: [404, 'Model not found. It may have been deleted.'],
  model_not_ready: [409, 'This model is not ready yet.'],
  model_not_understood: [422, ({ hint }) => `prompt: ${hint}`],
  model_shape_missing: [422, 'This installation does not make this of a picture.'],
  model_of_nsfw: [422, '3D models of NSFW images are not supported.'],
  model_without_primary: [422, 'No primary image found for this lore item.'],
  model_image_elsewhere: [422, 'imageId: this image belongs to another campaign.'],
  model_move_forbidden: [
    403,
    'Only the person who made this model and the owner of its campaign can move it to another campaign.',
  ],
  models_need_plan: [403, '3D models need the Pro plan, or a backing of the miniatures.'],
  insufficient_model_credits: [
    402,
    ({ needed, available, from }) =>
      `You need ${needed} credits to generate a 3D model from ${from}, but you only have ${available}. Please purchase more credits to continue.`,
  ],
  stl_needs_plan: [
    403,
    'STL downloads require a PRO plan or MINIS Kickstarter backing. Please upgrade to access this feature.',
  ],
  conversion_missing: [409, 'Please convert this model first.'],
} as const satisfies Refusals

export const costOfModel = (request: Pick<ModelRequest, 'picture'>): number =>
  request.picture ? modelCosts.image : modelCosts.prompt

const withoutPrompt = (texts: unknown) =>
  typeof texts === 'object' && texts !== null ? { ...texts, prompt: null } : texts

export const modelsKind = {
  events: modelEvents,
  refusals: modelRefusals,
  references: {
    ModelRequested: { conjurationId: toNull, picture: toNull },
    ModelMoved: { conjurationId: toNull, fromCampaignId: toNull },
  },
  editorsOnly: {
    ModelRequested: { prompt: toNull },
    ModelMoved: { texts: withoutPrompt },
    ModelGenerationFailed: { message: toEmptyText },
  },
  access: {
    // A model follows its lore as a picture does.
    ModelRequested: ({ modelId: id, userId: ownerId, campaignId, conjurationId: sameAs }) =>
      accessRow({ id, ownerId, campaignId, visibility: 'DM', sameAs }),
    ModelMoved: ({ modelId: id, campaignId, conjurationId: sameAs = null }) => ({
      update: { campaignId, sameAs, visibility: 'DM' },
      where: { id },
    }),
  },
} as const satisfies Kind<typeof modelEvents>
