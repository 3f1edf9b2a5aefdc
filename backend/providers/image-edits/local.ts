import { EditTool } from '#domain/image-edit-tools.ts'
import type { Studio } from '../../../studio/index.ts'
import type { Edit, ImageEdits } from '../image-edits.ts'
import { ImageRefused } from '../images.ts'

const madeBy = 'Edited on this machine by Loreloom Studio'

/** Copies the mask, since the studio's thread gets the bytes and small Buffers share their memory with others. */
const owned = (edit: Edit) => ('mask' in edit ? { ...edit, mask: new Uint8Array(edit.mask) } : edit)

/**
 * The built-in default: edits by the studio of this repository, without network access. The caller that opened the
 * studio closes it.
 */
export const localEdits = (studio: Pick<Studio, 'retouch'>): ImageEdits => ({
  name: 'Loreloom Studio',
  source: 'here',
  tools: EditTool.options,
  premiumPrice: 0,
  async edit({ image, edit, things, seed, signal, progress }) {
    const order = { picture: new Uint8Array(image.bytes), edit: owned(edit), things, seed, madeBy }
    const answer = await studio.retouch(order, { signal, progress })
    if ('refused' in answer) throw new ImageRefused('refused', answer.refused)
    return answer.pictures.map(({ png, width, height }) => ({
      bytes: Buffer.from(png.buffer),
      mime: 'image/png',
      width,
      height,
      seed,
      madeBy,
    }))
  },
})
