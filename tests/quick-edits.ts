import sharp from 'sharp'
import { EditTool } from '../backend/domain/image-edit-tools.ts'
import type { EditRequest, ImageEdits } from '../backend/providers/image-edits.ts'

const picture = async (width: number, height: number, seed: number) => {
  const background = { r: seed % 256, g: (seed >> 8) % 256, b: (seed >> 16) % 256 }
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .png({ compressionLevel: 1 })
    .toBuffer()
  return { bytes, mime: 'image/png' as const, width, height, seed, madeBy: 'Edited at once' }
}

/**
 * An adapter that answers every edit with a flat colour at once, for tests that are not about how edits look; `before` may wait, refuse or fail.
 * Premium touch-ups have four to choose from.
 */
export const quickEdits = (
  before: (request: EditRequest) => unknown = () => undefined,
  over: Partial<ImageEdits> = {},
): ImageEdits => ({
  name: 'Quick edits',
  source: 'here',
  tools: EditTool.options,
  premiumPrice: 0,
  async edit(request) {
    await before(request)
    const { edit, image, seed } = request
    const [across, down] = edit.tool === 'outpaint' ? [edit.left + edit.right, edit.up + edit.down] : [0, 0]
    const count = edit.tool === 'inpaint' && edit.premium ? 4 : 1
    const one = (n: number) => picture(image.width + across, image.height + down, seed + n)
    return Promise.all(Array.from({ length: count }, (_, n) => one(n)))
  },
  ...over,
})
