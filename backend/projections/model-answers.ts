import { z } from 'zod'
import { Receipt } from '#domain/me.ts'
import { ModelShape } from '#domain/model-words.ts'
import { QuoteState } from '#domain/quotes.ts'
import { Conversion, ModelRow } from './models.ts'

// Apart from the other answers: a browser loads it when it needs it.

/** Without the file, whose address is `uri`, present once it exists. */
const ShownConversion = Conversion.omit({ file: true }).extend({ uri: z.string().nullable() })

/**
 * A 3D model as its viewer sees it. `prompt` and the reason of a failure are for those who may edit it; `imageId` and
 * `image` for those who see the picture that it was made from, `conjurationId` for those who see the lore.
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
  /** Rename, delete, convert. */
  mayEdit: z.boolean(),
  mayMove: z.boolean(),
})
export type ModelItem = z.infer<typeof ModelItem>

/** Sources and shapes that this installation supports. */
export const ModelOffer = z.object({
  /** The name of the provider. */
  provider: z.string(),
  fromPrompt: z.boolean(),
  /** What pictures become, the default one first; empty where pictures are not accepted. */
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
  /** What to write instead, where it is not understood. */
  hint: z.string().optional(),
})
export type ModelPromptReading = z.infer<typeof ModelPromptReading>

export const ModelRequested = Receipt.extend({ id: z.uuid() })
export const ModelRenamed = Receipt.extend({ name: z.string().nullable() })
/** `convertedFileUri` is set where the file exists already. */
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
  /** As mailed to the shop. */
  text: z.string(),
  note: z.string(),
  createdAt: z.string(),
})
export const AdminQuotes = z.object({ data: z.array(AdminQuote), total: z.int() })
