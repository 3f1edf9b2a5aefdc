import type { ComfyUi } from '../image-sources/comfyui-api.ts'
import type { WorkflowPlaces } from '../image-sources/schema.ts'
import { offeredSize } from '../image-sources/sizes.ts'
import type { ImageSource, SourceModel } from '../image-sources/source.ts'
import { creditLineOf, freedomOf, modelOf, promptOf } from '../image-sources/words.ts'
import { filled, type Graph, set, type WorkflowName } from '../image-sources/workflow.ts'
import { ImageRefused, type Images } from '../images.ts'
import { exactly } from '../uploaded-image.ts'

/** Pictures by ComfyUI on the operator's machine, with configured workflows or the default ones. */
export const comfyUi = (source: ImageSource, api: ComfyUi): Images => ({
  name: source.name,
  models: source.models.map(({ shown }) => shown.slug),
  configured: source.models.map(({ shown }) => shown),
  async generate(request) {
    const { negativePrompt, reference, seed, signal, width, height } = request
    signal.throwIfAborted()
    const model = modelOf(source, request.model)
    const size = offeredSize(request, model.sizes)
    const words = { prompt: promptOf(request, model), negative: negativePrompt, seed, ...size }
    const leaning = reference && {
      image: await api.upload(await exactly(reference.bytes, size), signal),
      denoise: freedomOf(reference.strength),
    }
    const graph = await graphFor(api, model, leaning ? 'picture' : 'words', { ...words, ...leaning }, signal)
    const bytes = await exactly(await api.draw(graph, request), { width, height })
    return { bytes, mime: 'image/png', width, height, seed, madeBy: creditLineOf(model, source) }
  },
})

/** The model's workflow with the request's values and the configured settings, such as `"3.steps": 30`. */
export async function graphFor(
  api: ComfyUi,
  { model, workflows, options, shown }: SourceModel,
  use: WorkflowName,
  values: Partial<Record<keyof WorkflowPlaces, string | number>>,
  signal: AbortSignal,
): Promise<Graph> {
  const workflow = workflows[use]
  if (!workflow) throw new ImageRefused('refused', `${shown.name} cannot work from a picture.`)
  const checkpoint = workflow.nodes.checkpoint && { checkpoint: model || (await api.checkpoint(signal)) }
  return set(filled(workflow, { ...values, ...checkpoint }), options)
}
