import { z } from 'zod'
import { ModelCrop, ModelShape, ModelSize, modelNameLimit, modelPromptLimit } from '#domain/model-words.ts'
import { uuid } from '../../http/uuid.ts'

const missing = 'Please provide a description for your model'
const tooLong = `Description cannot exceed ${modelPromptLimit} characters`

const source = 'Give a description, an image or a lore entry'

/** The body of `POST /models`. The messages are shown to users. */
export const ModelWanted = z
  .object({
    /** Made by the client. */
    id: uuid().optional(),
    campaignId: uuid('Please select a campaign'),
    prompt: z.string(missing).trim().min(1, missing).max(modelPromptLimit, tooLong).optional(),
    imageId: uuid().optional(),
    /** Lore whose primary image becomes the model. */
    conjurationId: uuid().optional(),
    name: z
      .string()
      .trim()
      .max(modelNameLimit)
      .nullish()
      .transform((name) => name || null),
    size: ModelSize.default('medium'),
    /** What the picture becomes; the default one without it. */
    shape: ModelShape.optional(),
    /** Part of the picture. */
    crop: ModelCrop.nullish().transform((crop) => crop ?? null),
    seed: z.int().min(0).max(4_294_967_295).optional(),
  })
  .refine(
    ({ prompt, imageId, conjurationId }) =>
      prompt !== undefined || imageId !== undefined || conjurationId !== undefined,
    {
      path: ['prompt'],
      message: missing,
    },
  )
  .refine(
    ({ prompt, imageId, conjurationId }) =>
      prompt === undefined || (imageId === undefined && conjurationId === undefined),
    {
      path: ['prompt'],
      message: source,
    },
  )
export type ModelWanted = z.infer<typeof ModelWanted>

export const ModelName = z
  .string()
  .trim()
  .max(modelNameLimit, `Name cannot exceed ${modelNameLimit} characters`)
  .nullish()
  .transform((name) => name || null)
