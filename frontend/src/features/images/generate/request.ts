import { costOf, type ImageModel } from '#domain/image-models.ts'
import type { ImageRequest } from '#domain/images.ts'
import { newId } from '../../../base/ids.ts'
import type { ImagesRequest } from '../../../data/images.ts'
import type { Guess } from '../../../realtime/event-types.ts'
import { aspectOf } from '../../../uploads/aspects.ts'
import { type Choice, chosen, type GenerateForm } from './form.ts'

export interface ModelRequest {
  body: ImagesRequest
  guesses: Guess[]
}

interface From {
  userId: string
  campaignId: string
  /** The lore that the images will belong to. */
  conjurationId: string | null
  models: readonly ImageModel[]
  /** Id of the uploaded reference image. */
  referenceId: string | null
}

/** The requests of a form: one per model, each with guesses of its images. */
export const requestsOf = (form: GenerateForm, from: From): ModelRequest[] =>
  chosen(form.choices, from.models).map(({ choice, model }) => {
    const imageIds = Array.from({ length: choice.quantity }, () => newId())
    const body = bodyOf(form, choice, imageIds, model, from)
    return { body, guesses: imageIds.map((imageId) => guessOf(imageId, body, model, from)) }
  })

const bodyOf = (
  { prompt, negativePrompt, size, seed, reference, nsfw }: GenerateForm,
  { stylePreset }: Choice,
  imageIds: string[],
  model: ImageModel,
  { campaignId, conjurationId, referenceId }: From,
): ImagesRequest => {
  const { width, height } = aspectOf(size)
  return {
    imageIds,
    modelId: model.id,
    prompt: prompt.trim(),
    negativePrompt: negativePrompt.trim(),
    stylePreset,
    count: imageIds.length,
    width,
    height,
    campaignId,
    ...(nsfw && model.supportsNSFW && { nsfw }),
    ...(seed.trim() && { seed: Number(seed) }),
    ...(conjurationId && { linking: { conjurationId } }),
    // A model without reference support draws from the prompt alone; the form has explained it.
    ...(reference &&
      referenceId &&
      model.supportsReference && { imageId: referenceId, imageStrength: reference.strength }),
  }
}

const guessOf = (imageId: string, body: ImagesRequest, model: ImageModel, { userId, conjurationId }: From): Guess => ({
  type: 'ImageRequested',
  data: {
    imageId,
    userId,
    campaignId: body.campaignId,
    conjurationId,
    requestId: imageId,
    holdId: imageId,
    cost: costOf(model),
    modelId: model.id,
    modelName: model.name,
    type: model.type,
    prompt: body.prompt,
    negativePrompt: body.negativePrompt,
    stylePreset: body.stylePreset,
    width: body.width,
    height: body.height,
    seed: 0,
    nsfw: body.nsfw ?? false,
    reference: null,
  } satisfies ImageRequest,
})
