import type { Automatic1111 } from '../image-sources/automatic1111-api.ts'
import { offeredSize } from '../image-sources/sizes.ts'
import type { ImageSource } from '../image-sources/source.ts'
import { creditLineOf, freedomOf, modelOf, promptOf } from '../image-sources/words.ts'
import type { Images } from '../images.ts'
import { exactly } from '../uploaded-image.ts'

/** Pictures by AUTOMATIC1111 or Forge, on a machine of the operator's. */
export const automatic1111 = (source: ImageSource, api: Automatic1111): Images => ({
  name: source.name,
  models: source.models.map(({ shown }) => shown.slug),
  configured: source.models.map(({ shown }) => shown),
  async generate(request) {
    const { negativePrompt, seed, reference, signal, width, height } = request
    const model = modelOf(source, request.model)
    const size = offeredSize(request, model.sizes)
    const body = {
      ...model.options,
      ...checkpoint(model.model),
      prompt: promptOf(request, model),
      negative_prompt: negativePrompt,
      seed,
      ...size,
    }
    const drawn = reference
      ? await api.draw('img2img', { ...body, ...(await leaning(reference, size)) }, request)
      : await api.draw('txt2img', body, request)
    signal.throwIfAborted()
    // Re-encoding removes the prompt that such servers write into their pictures.
    const bytes = await exactly(drawn.bytes, { width, height })
    return {
      bytes,
      mime: 'image/png',
      width,
      height,
      seed: seedOf(drawn.seed, seed),
      madeBy: creditLineOf(model, source),
    }
  },
})

/** Always sent if a checkpoint is chosen: without it, some versions answer 404 and others use the last one. */
export const checkpoint = (model: string): object =>
  model ? { override_settings: { sd_model_checkpoint: model } } : {}

const leaning = async (reference: { bytes: Buffer; strength: number }, size: { width: number; height: number }) => ({
  init_images: [(await exactly(reference.bytes, size)).toString('base64')],
  denoising_strength: freedomOf(reference.strength),
})

/** Uses the server's seed only if it can be requested again. */
const seedOf = (said: number | undefined, requestedSeed: number): number =>
  said !== undefined && Number.isSafeInteger(said) && said >= 0 && said <= 4294967294 ? said : requestedSeed
