import type { OpenAiImages } from '../image-sources/openai-api.ts'
import { offeredSize } from '../image-sources/sizes.ts'
import type { ImageSource, SourceModel } from '../image-sources/source.ts'
import { creditLineOf, modelOf, promptOf } from '../image-sources/words.ts'
import { ImageRefused, type Images, type PictureRequest } from '../images.ts'
import { exactly } from '../uploaded-image.ts'

/** OpenAI's models with fixed sizes; others accept any. */
const fewSizes: [RegExp, [number, number][]][] = [
  [
    /^gpt-image-1/,
    [
      [1024, 1024],
      [1536, 1024],
      [1024, 1536],
    ],
  ],
  [
    /^dall-e-3/,
    [
      [1024, 1024],
      [1792, 1024],
      [1024, 1792],
    ],
  ],
  [/^dall-e-2/, [[1024, 1024]]],
]

export const openAiSizes = ({ model, sizes }: SourceModel) =>
  sizes ?? fewSizes.find(([name]) => name.test(model))?.[1].map(([width, height]) => ({ width, height }))

/** Pictures by OpenAI, LocalAI, or another server with OpenAI's API. */
export const openAi = (source: ImageSource, api: OpenAiImages): Images => ({
  name: source.name,
  models: source.models.map(({ shown }) => shown.slug),
  configured: source.models.map(({ shown }) => shown),
  async generate(request) {
    const { signal, width, height, seed } = request
    signal.throwIfAborted()
    const model = modelOf(source, request.model)
    if (request.reference && !model.shown.supportsReference)
      throw new ImageRefused('refused', `${model.shown.name} cannot work from a reference image.`)
    const size = offeredSize(request, openAiSizes(model))
    const drawn = await draw(source, api, model, request, size)
    const bytes = await exactly(drawn, { width, height })
    // The API has no seed: this one is stored with the picture, but cannot reproduce it.
    return { bytes, mime: 'image/png', width, height, seed, madeBy: creditLineOf(model, source) }
  },
})

const draw = async (
  { kind }: ImageSource,
  api: OpenAiImages,
  model: SourceModel,
  request: PictureRequest,
  size: { width: number; height: number },
): Promise<Buffer> => {
  const { reference, negativePrompt, signal } = request
  const words = promptOf(request, model)
  const base = { ...model.options, model: model.model, n: 1, size: `${size.width}x${size.height}` }
  if (reference) {
    const form = new FormData()
    for (const [name, value] of Object.entries({ ...base, prompt: words })) form.set(name, String(value))
    form.set(
      'image',
      new Blob([new Uint8Array(await exactly(reference.bytes, size))], { type: 'image/png' }),
      'reference.png',
    )
    return api.submit('/images/edits', form, signal)
  }
  // LocalAI takes both prompts in one string, and answers with an address unless base64 is requested.
  const dialect = kind === 'localai' ? { response_format: 'b64_json' } : {}
  const prompt = kind === 'localai' && negativePrompt ? `${words}|${negativePrompt}` : words
  return api.generate({ ...base, ...dialect, prompt }, signal)
}
