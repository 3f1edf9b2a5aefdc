import type { Edit, ImageEdits } from '../image-edits.ts'
import type { ComfyUi } from '../image-sources/comfyui-api.ts'
import type { ImageSource } from '../image-sources/source.ts'
import { graphFor } from '../images/comfyui.ts'
import { inEights } from './in-eights.ts'
import { paintedEdits } from './painted.ts'

/** Edits by ComfyUI: only the tools that a mask and a prompt can express. Picture and mask are uploaded as two files. */
export const comfyUiEdits = (source: ImageSource, api: ComfyUi): ImageEdits | undefined =>
  paintedEdits(source, {
    tools: ['inpaint', 'erase', 'outpaint'],
    sizeFor: inEights,
    async paint({ edit, image, mask, model, seed, signal, progress }) {
      const values = {
        ...parametersOf(edit),
        negative: '',
        seed,
        image: await api.upload(image, signal),
        ...(mask && { mask: await api.upload(mask, signal) }),
      }
      return api.draw(await graphFor(api, model, 'mask', values, signal), { signal, progress })
    },
  })

const parametersOf = (edit: Edit) => {
  if (edit.tool === 'erase') return { prompt: 'empty background', denoise: 1 }
  return { prompt: 'prompt' in edit ? edit.prompt : '', denoise: edit.tool === 'outpaint' ? 1 : 0.75 }
}
