import { imageModels } from '#domain/image-catalogue.ts'
import { sizeName } from '#domain/image-sizes.ts'
import { ImageRefused, type PictureRequest } from '../images.ts'
import { exactly } from '../uploaded-image.ts'

/** Source: the vendor's REST reference, v2beta, "Generate". Core is the only model that accepts no reference. */
const operations: Record<string, { path: 'ultra' | 'core' | 'sd3'; reference: boolean; model?: string }> = {
  ultra: { path: 'ultra', reference: true },
  core: { path: 'core', reference: false },
  'sd3.5-large': { path: 'sd3', reference: true, model: 'sd3.5-large' },
  'sd3.5-large-turbo': { path: 'sd3', reference: true, model: 'sd3.5-large-turbo' },
  'sd3.5-medium': { path: 'sd3', reference: true, model: 'sd3.5-medium' },
  'sd3.5-flash': { path: 'sd3', reference: true, model: 'sd3.5-flash' },
}

/** The vendor takes proportions, not pixels; these are the nearest it has to our sizes. */
const aspectRatios: Record<string, string> = {
  '1024x1024': '1:1',
  '1152x896': '5:4',
  '1216x832': '3:2',
  '1344x768': '16:9',
  '1536x640': '21:9',
  '640x1536': '9:21',
  '768x1344': '9:16',
  '832x1216': '2:3',
  '896x1152': '4:5',
}

/** Every catalogue entry whose `stableDiffusionApiModel` is an operation that we know, by slug. */
const entries = new Map(
  imageModels.flatMap(({ slug, name, stableDiffusionApiModel }) => {
    const operation = operations[stableDiffusionApiModel ?? '']
    return operation ? [[slug, { name, ...operation }] as const] : []
  }),
)

export const stabilityModels: readonly string[] = [...entries.keys()]

/**
 * Converts our strength, which measures closeness (1 hardly, 100 closely), to the vendor's, which measures freedom (1 ignores the
 * reference, 0 returns it). The minimum of 0.05 prevents an unchanged copy.
 */
const freedomOf = (strength: number): number => Math.min(0.99, Math.max(0.05, 1 - strength / 100))

/**
 * Returns the path below `/v2beta/stable-image/generate`, the multipart body and the model's name. Throws `ImageRefused` if the model does
 * not support the size or a reference.
 */
export async function stabilityForm(request: PictureRequest): Promise<{ path: string; form: FormData; name: string }> {
  const entry = entries.get(request.model)
  if (!entry) throw new Error(`Stability AI does not draw ${request.model}`)
  const aspectRatio = aspectRatios[sizeName(request)]
  if (!aspectRatio)
    throw new ImageRefused('refused', `${entry.name} cannot draw a picture of ${sizeName(request)} pixels.`)
  if (request.reference && !entry.reference)
    throw new ImageRefused('refused', `${entry.name} cannot work from a reference image.`)

  const form = new FormData()
  form.set('prompt', request.prompt)
  if (request.negativePrompt) form.set('negative_prompt', request.negativePrompt)
  if (request.stylePreset) form.set('style_preset', request.stylePreset)
  form.set('seed', String(request.seed))
  form.set('output_format', 'png')
  if (entry.model) form.set('model', entry.model)
  if (entry.path === 'sd3') form.set('mode', request.reference ? 'image-to-image' : 'text-to-image')
  // sd3 takes its proportions from the reference and refuses an additional parameter
  if (!(entry.path === 'sd3' && request.reference)) form.set('aspect_ratio', aspectRatio)
  if (request.reference) {
    form.set('image', await referenceFile(request, request.reference.bytes), 'reference.png')
    form.set('strength', freedomOf(request.reference.strength).toFixed(2))
  }
  return { path: entry.path, form, name: entry.name }
}

/**
 * The reference cut to the requested size: the result then has the right proportions, the vendor's limits on sides,
 * proportions and request size (10 MiB) are met whatever was uploaded, and no metadata is sent.
 */
async function referenceFile(size: { width: number; height: number }, bytes: Buffer): Promise<Blob> {
  const png = await exactly(bytes, size).catch((cause: unknown) => {
    throw Object.assign(new ImageRefused('refused', 'The reference image could not be read.'), { cause })
  })
  return new Blob([new Uint8Array(png)], { type: 'image/png' })
}
