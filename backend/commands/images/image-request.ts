import { z } from 'zod'
import { imageSizes, isImageSize, maxSeed, promptLimit, quantityLimit, sizeName } from '#domain/image-sizes.ts'
import { uuid } from '../../http/uuid.ts'

const prompt = 'Prompt must be provided and cannot exceed 2000 characters'
const negativePrompt = 'Negative prompt cannot exceed 2000 characters'
const quantity = `Quantity must be between 1 and ${quantityLimit}`
const strength = 'Reference strength must be between 1 and 100'
const dimensions = `Invalid image dimensions. Please use one of these dimensions: ${imageSizes.map(sizeName).join(', ')}`

/**
 * The body of `POST /images`: one request per model, one picture per unit of `count`. The messages are shown to users.
 */
export const ImagesWanted = z
  .object({
    /** Made by the client, one per picture. */
    imageIds: z.array(uuid()).max(quantityLimit).optional(),
    modelId: uuid('Please select at least one model'),
    prompt: z
      .string(prompt)
      .max(promptLimit, prompt)
      .refine((text) => text.trim() !== '', prompt),
    negativePrompt: z
      .string(negativePrompt)
      .max(promptLimit, negativePrompt)
      .nullish()
      .transform((text) => text ?? ''),
    stylePreset: z
      .string()
      .max(100)
      .nullish()
      .transform((style) => style ?? null),
    count: z.int(quantity).min(1, quantity).max(quantityLimit, quantity).default(1),
    width: z.int(dimensions),
    height: z.int(dimensions),
    seed: z.int().min(0).max(maxSeed).optional(),
    /** The reference picture. */
    imageId: z
      .uuid()
      .nullish()
      .transform((id) => id ?? null),
    imageStrength: z
      .int(strength)
      .min(1, strength)
      .max(100, strength)
      .nullish()
      .transform((value) => value ?? 50),
    linking: z
      .object({ conjurationId: uuid().nullish() })
      .nullish()
      .transform((link) => link?.conjurationId ?? null),
    campaignId: uuid('Please select a campaign'),
    nsfw: z.boolean().default(false),
  })
  .refine(isImageSize, { path: ['width'], message: dimensions })
  .refine(
    ({ imageIds, count }) => imageIds === undefined || (imageIds.length === count && new Set(imageIds).size === count),
    {
      path: ['imageIds'],
      message: 'There must be one id for each picture',
    },
  )
export type ImagesWanted = z.infer<typeof ImagesWanted>
