import type { EditTool } from '#domain/image-edit-tools.ts'
import type { Edit, ImageEdits } from '../image-edits.ts'
import { transparentRepaints } from '../image-sources/mask.ts'
import type { OpenAiImages } from '../image-sources/openai-api.ts'
import { offeredSize } from '../image-sources/sizes.ts'
import type { ImageSource } from '../image-sources/source.ts'
import { openAiSizes } from '../images/openai.ts'
import { inEights } from './in-eights.ts'
import { type Painting, paintedEdits } from './painted.ts'

/** Edits by OpenAI: each tool is a written instruction, some with a mask. */
export const openAiEdits = (source: ImageSource, api: OpenAiImages): ImageEdits | undefined =>
  paintedEdits(source, {
    tools: ['inpaint', 'erase', 'outpaint', 'replace', 'recolor', 'remove-background', 'replace-background'],
    sizeFor: (size, model) => offeredSize(size, openAiSizes(model)),
    paint: async (painting) => api.submit('/images/edits', await openAiForm(painting), painting.signal),
  })

/** Edits by LocalAI, whose inpainting endpoint requires a mask and has our convention: white areas are repainted. */
export const localAiEdits = (source: ImageSource, api: OpenAiImages): ImageEdits | undefined =>
  paintedEdits(source, {
    tools: ['inpaint', 'erase', 'outpaint'],
    sizeFor: inEights,
    paint: async (painting) => api.submit('/images/inpainting', localAiForm(painting), painting.signal),
  })

const file = (bytes: Buffer) => new Blob([new Uint8Array(bytes)], { type: 'image/png' })

export async function openAiForm({ edit, image, mask, width, height, model }: Painting): Promise<FormData> {
  const form = new FormData()
  const fields = { ...model.options, model: model.model, n: 1, size: `${width}x${height}`, prompt: instructionOf(edit) }
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
  if (edit.tool === 'remove-background') form.set('background', 'transparent')
  form.set('image', file(image), 'image.png')
  if (mask) form.set('mask', file(await transparentRepaints(mask)), 'mask.png')
  return form
}

export function localAiForm({ edit, image, mask, model }: Painting): FormData {
  const form = new FormData()
  const fields = { ...model.options, model: model.model, prompt: instructionOf(edit) }
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
  form.set('image', file(image), 'image.png')
  if (mask) form.set('mask', file(mask), 'mask.png')
  return form
}

/** The prompt of each edit tool, since the model follows written instructions only. */
const instructions: Record<EditTool, (prompt: string, subject: string) => string> = {
  inpaint: (prompt) => prompt,
  erase: () => 'Remove what is in the masked area, and continue the background there. Change nothing else.',
  outpaint: (prompt) => `Continue the picture seamlessly into the masked border. ${prompt}`.trim(),
  replace: (prompt, subject) => `Replace ${subject} with ${prompt}. Change nothing else.`,
  recolor: (prompt, subject) =>
    `Change the colour of ${subject}: ${prompt}. Keep shapes and light, and change nothing else.`,
  'remove-background': () =>
    'Remove the background. Keep the main subject exactly as it is, on a transparent background.',
  'replace-background': (prompt) =>
    `Replace the background with ${prompt}. Keep the main subject exactly as it is, and match its light to the new background.`,
}

const instructionOf = (edit: Edit): string => {
  const { prompt = '', searchPrompt = '' } = edit as { prompt?: string; searchPrompt?: string }
  return instructions[edit.tool](prompt, searchPrompt || 'the main subject')
}
