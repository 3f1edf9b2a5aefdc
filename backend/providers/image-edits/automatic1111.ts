import type { Edit, ImageEdits } from '../image-edits.ts'
import type { Automatic1111 } from '../image-sources/automatic1111-api.ts'
import type { ImageSource } from '../image-sources/source.ts'
import { checkpoint } from '../images/automatic1111.ts'
import { inEights } from './in-eights.ts'
import { paintedEdits } from './painted.ts'

/** Edits by AUTOMATIC1111 or Forge: only the tools that a mask and a prompt can express. */
export const automatic1111Edits = (source: ImageSource, api: Automatic1111): ImageEdits | undefined =>
  paintedEdits(source, {
    tools: ['inpaint', 'erase', 'outpaint'],
    sizeFor: inEights,
    async paint({ edit, image, mask, model, width, height, seed, signal, progress }) {
      const body = {
        ...model.options,
        ...checkpoint(model.model),
        init_images: [image.toString('base64')],
        mask: mask?.toString('base64') ?? null,
        width,
        height,
        seed,
        mask_blur: 4,
        inpainting_mask_invert: 0,
        resize_mode: 0,
        ...parametersOf(edit),
      }
      return (await api.draw('img2img', body, { signal, progress })).bytes
    },
  })

/**
 * `inpainting_fill`: 0 starts from the surrounding colours, 1 from the original pixels, 2 from noise. Only outpainting passes the whole
 * picture to the model; the other tools pass the masked area with a margin (`inpaint_full_res`).
 */
const parametersOf = (edit: Edit) => {
  if (edit.tool === 'erase')
    return {
      prompt: 'empty background',
      inpainting_fill: 0,
      denoising_strength: 1,
      inpaint_full_res: true,
      inpaint_full_res_padding: 64,
    }
  const prompt = 'prompt' in edit ? edit.prompt : ''
  return edit.tool === 'outpaint'
    ? { prompt, inpainting_fill: 2, denoising_strength: 1, inpaint_full_res: false }
    : { prompt, inpainting_fill: 1, denoising_strength: 0.75, inpaint_full_res: true, inpaint_full_res_padding: 64 }
}
