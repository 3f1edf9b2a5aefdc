import { z } from 'zod'
import {
  type ConvertedFormat,
  failureMessage,
  ModelFile,
  ModelReport,
  ModelShape,
  ModelSize,
  modelFailedMessage,
  modelTimedOutMessage,
  refusalMessage,
} from '#domain/model-words.ts'
import type { modelEvents } from '#domain/models.ts'
import { view } from './view.ts'

export const ModelStatus = z.enum(['GENERATING', 'COMPLETED', 'FAILED'])
export type ModelStatus = z.infer<typeof ModelStatus>

/** A file that a model is converted to. `file` is null until it exists. */
export const Conversion = z.object({
  status: z.enum(['CONVERTING', 'COMPLETED', 'FAILED']),
  message: z.string().nullable(),
  /** Messages for the user about repairs and remaining defects of the mesh. */
  notes: z.array(z.string()),
  file: ModelFile.nullable(),
})
export type Conversion = z.infer<typeof Conversion>

/** A 3D model in its gallery. `cost` is credits, positive. */
export const ModelRow = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  campaignId: z.uuid().nullable(),
  conjurationId: z.uuid().nullable(),
  name: z.string().nullable(),
  prompt: z.string().nullable(),
  imageId: z.uuid().nullable(),
  shape: ModelShape.nullable(),
  size: ModelSize,
  cost: z.int(),
  status: ModelStatus,
  errorMessage: z.string().nullable(),
  madeBy: z.string().nullable(),
  report: ModelReport.nullable(),
  glb: ModelFile.nullable(),
  preview: ModelFile.nullable(),
  stl: Conversion.nullable(),
  threeMf: Conversion.nullable(),
  obj: Conversion.nullable(),
  modelUri: z.string().nullable(),
  renderedImageUri: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  deletedAt: z.string().nullable(),
  deletedBy: z.string().nullable(),
  operationId: z.string().nullable(),
})
export type ModelRow = z.infer<typeof ModelRow>

/** Addresses name the version of the file, so that browsers may cache it for ever. */
export const modelFileUri = (modelId: string, version: string): string => `/api/models/${modelId}/file/${version}`
export const modelPreviewUri = (modelId: string, version: string): string => `/api/models/${modelId}/preview/${version}`

/** The column of each format. */
const conversionColumns = { STL: 'stl', '3MF': 'threeMf', OBJ: 'obj' } as const satisfies Record<
  ConvertedFormat,
  keyof ModelRow
>

export const modelsView = view(ModelRow)<typeof modelEvents>({
  table: 'models',
  on: {
    ModelRequested: (
      { modelId: id, userId, campaignId, conjurationId, name, prompt, picture, size, cost },
      { at },
    ) => ({
      put: {
        id,
        userId,
        campaignId,
        conjurationId,
        name,
        prompt,
        imageId: picture?.imageId ?? null,
        shape: picture?.shape ?? null,
        size,
        cost,
        status: 'GENERATING',
        errorMessage: null,
        madeBy: null,
        report: null,
        glb: null,
        preview: null,
        stl: null,
        threeMf: null,
        obj: null,
        modelUri: null,
        renderedImageUri: null,
        createdAt: at,
        updatedAt: at,
        deletedAt: null,
        deletedBy: null,
        operationId: null,
      },
    }),
    ModelGenerationCompleted: ({ modelId: id, glb, preview, report, madeBy }, { id: version, at: updatedAt }) => ({
      update: {
        status: 'COMPLETED',
        errorMessage: null,
        madeBy,
        report,
        glb,
        preview,
        modelUri: modelFileUri(id, version),
        renderedImageUri: preview && modelPreviewUri(id, version),
        updatedAt,
      },
      where: { id },
    }),
    ModelGenerationFailed: ({ modelId: id, holdId, message }, { at: updatedAt }) => ({
      update: {
        status: 'FAILED',
        errorMessage: message ? refusalMessage(message, holdId) : failureMessage(modelFailedMessage, holdId),
        updatedAt,
      },
      where: { id },
    }),
    ModelGenerationTimedOut: ({ modelId: id, holdId }, { at: updatedAt }) => ({
      update: { status: 'FAILED', errorMessage: failureMessage(modelTimedOutMessage, holdId), updatedAt },
      where: { id },
    }),
    ModelRenamed: ({ modelId: id, name }, { at: updatedAt }) => ({ update: { name, updatedAt }, where: { id } }),
    ModelMoved: ({ modelId: id, campaignId, conjurationId = null, texts }, { at: updatedAt }) => ({
      update: { campaignId, conjurationId, ...texts, updatedAt },
      where: { id },
    }),
    ModelDeleted: ({ modelId: id }, { at: deletedAt, metadata: { actor, operationId = null } }) => ({
      update: { deletedAt, deletedBy: actor, operationId },
      where: { id },
    }),
    ModelRestored: ({ modelId: id }) => ({
      update: { deletedAt: null, deletedBy: null, operationId: null },
      where: { id },
    }),
    ModelConversionRequested: ({ modelId: id, targetFormat }) => ({
      update: { [conversionColumns[targetFormat]]: { status: 'CONVERTING', message: null, notes: [], file: null } },
      where: { id },
    }),
    ModelConversionCompleted: ({ modelId: id, targetFormat, file, notes }) => ({
      update: { [conversionColumns[targetFormat]]: { status: 'COMPLETED', message: null, notes, file } },
      where: { id },
    }),
    ModelConversionFailed: ({ modelId: id, targetFormat, message }) => ({
      update: { [conversionColumns[targetFormat]]: { status: 'FAILED', message, notes: [], file: null } },
      where: { id },
    }),
    ModelPurged: ({ modelId: id }) => ({ remove: { id } }),
  },
})
