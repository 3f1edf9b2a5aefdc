import type { EditTool } from '../../backend/domain/image-edit-tools.ts'
import type { Edit, EditRequest } from '../../backend/providers/image-edits.ts'
import { ImageSourcesFile } from '../../backend/providers/image-sources/schema.ts'
import { type ImageSource, sourceOf } from '../../backend/providers/image-sources/source.ts'
import type { PictureRequest } from '../../backend/providers/images.ts'
import { type Corner, cornerMask, flat } from '../vendors/repaint.ts'

/** A source as it is read from an entry of the file. */
export function sourceFrom(entry: object, env: NodeJS.ProcessEnv = {}): ImageSource {
  const [read] = ImageSourcesFile.parse({ sources: [entry] }).sources
  if (!read) throw new Error('There is an entry')
  const complain = (what: string) => {
    throw new Error(what)
  }
  return sourceOf(read, { env, read: () => undefined, complain })
}

/** A picture that somebody asked for. */
export const asked = (change: Partial<PictureRequest> = {}): PictureRequest => ({
  model: '',
  prompt: 'a lighthouse at dusk',
  negativePrompt: '',
  stylePreset: null,
  width: 1024,
  height: 1024,
  seed: 7,
  nsfw: false,
  signal: new AbortController().signal,
  ...change,
})

/** An edit of a small grey picture, by default of its bottom right corner, or by 30 pixels to the left. */
export async function editAsked(
  { tool, corner = 'bottom right', premium = false }: { tool: EditTool; corner?: Corner; premium?: boolean },
  change: Partial<EditRequest> = {},
): Promise<EditRequest> {
  const [width, height] = [100, 75]
  const mask = await cornerMask(width, height, corner)
  const edits: { [Tool in EditTool]: Extract<Edit, { tool: Tool }> } = {
    inpaint: { tool: 'inpaint', prompt: 'a red door', mask, premium, nsfw: false },
    erase: { tool: 'erase', mask },
    outpaint: { tool: 'outpaint', prompt: 'a red door', up: 0, down: 0, left: 30, right: 0 },
    replace: { tool: 'replace', prompt: 'a red door', searchPrompt: 'the gate' },
    recolor: { tool: 'recolor', prompt: 'crimson', searchPrompt: 'the gate' },
    'remove-background': { tool: 'remove-background' },
    'replace-background': { tool: 'replace-background', prompt: 'a harbour' },
  }
  return {
    image: { bytes: await flat(width, height, '#808080'), mime: 'image/png', width, height },
    edit: edits[tool],
    seed: 7,
    signal: new AbortController().signal,
    progress: () => undefined,
    ...change,
  }
}
