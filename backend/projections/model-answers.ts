import { z } from 'zod'
import { Receipt } from '#domain/me.ts'
import { ModelShape } from '#domain/model-words.ts'
import { QuoteState } from '#domain/quotes.ts'
import { Conversion, ModelRow } from './models.ts'

// Separate from the other answers, since browsers load it on demand.

/** A conversion with the address of its file instead of the file; `uri` is null until the file exists. */
const ShownConversion = Conversion.omit({ file: true }).extend({ uri: z.string().nullable() })

/**
 * A 3D model as its viewer sees it. Viewers who may not edit it receive no `prompt` and no reason of a failure; viewers
 * who may not see its source picture or its lore receive no `imageId` and `image`, or no `conjurationId`.
 */
export const ModelItem = ModelRow.omit({
  glb: true,
  preview: true,
  stl: true,
  threeMf: true,
  obj: true,
  deletedAt: true,
  deletedBy: true,
  operationId: true,
}).extend({
  image: z.object({ id: z.uuid(), uri: z.string().nullable(), name: z.string().nullable() }).nullable(),
  /** The address of the STL file, once it is converted. */
  stlUri: z.string().nullable(),
  username: z.string(),
  /** True if the viewer may rename, delete and convert it. */
  mayEdit: z.boolean(),
  mayMove: z.boolean(),
})
export type ModelItem = z.infer<typeof ModelItem>

/** Sources and shapes that this installation supports. */
export const ModelOffer = z.object({
  /** The name of the provider. */
  provider: z.string(),
  fromPrompt: z.boolean(),
  /** Shapes that a picture can be turned into, the default first; empty if pictures are not accepted. */
  shapes: z.array(ModelShape),
})
export type ModelOffer = z.infer<typeof ModelOffer>

/** Newest first. */
export const ModelList = z.object({ data: z.array(ModelItem), total: z.int(), offer: ModelOffer })
export type ModelList = z.infer<typeof ModelList>

export const ModelDetail = ModelItem.extend({
  conjuration: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  conversions: z.object({
    STL: ShownConversion.nullable(),
    '3MF': ShownConversion.nullable(),
    OBJ: ShownConversion.nullable(),
  }),
})
export type ModelDetail = z.infer<typeof ModelDetail>

/** A reading of a prompt, before it costs credits. A request whose prompt is not understood is refused with 422 and the hint. */
export const ModelPromptReading = z.object({
  isUnderstood: z.boolean(),
  /** Words that the model will show, as written, and words that change nothing. */
  understood: z.array(z.string()),
  ignored: z.array(z.string()),
  /** Advice on a better prompt, if this one is not understood. */
  hint: z.string().optional(),
})
export type ModelPromptReading = z.infer<typeof ModelPromptReading>

export const ModelRequested = Receipt.extend({ id: z.uuid() })
export const ModelRenamed = Receipt.extend({ name: z.string().nullable() })
/** `convertedFileUri` is set if the file exists already. */
export const ModelConverting = Receipt.extend({
  alreadyConverted: z.boolean(),
  convertedFileUri: z.string().nullable(),
})
export const QuoteRequested = Receipt.extend({ id: z.uuid() })

/** A request for a printed miniature, for administrators. Personal data are empty once the user is forgotten. */
export const AdminQuote = z.object({
  id: z.uuid(),
  modelId: z.uuid(),
  modelName: z.string().nullable(),
  userId: z.uuid(),
  username: z.string(),
  state: QuoteState,
  /** The request as mailed to the shop. */
  text: z.string(),
  note: z.string(),
  createdAt: z.string(),
})
export const AdminQuotes = z.object({ data: z.array(AdminQuote), total: z.int() })
