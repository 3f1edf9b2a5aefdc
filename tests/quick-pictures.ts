import sharp from 'sharp'
import { imageModels } from '../backend/domain/image-catalogue.ts'
import type { Images, PictureRequest } from '../backend/providers/images.ts'
import { isModel } from '../studio/draw.ts'
import { readFor } from '../studio/reading.ts'

/** An adapter that draws one flat colour at once, for tests that are not about drawing; `before` may wait, refuse or fail. */
export const quickPictures = (before: (request: PictureRequest) => unknown = () => undefined): Images => ({
  name: 'Quick pictures',
  models: imageModels.map(({ slug }) => slug),
  async generate(request) {
    await before(request)
    const { width, height, seed } = request
    const background = { r: seed % 256, g: (seed >> 8) % 256, b: (seed >> 16) % 256 }
    const bytes = await sharp({ create: { width, height, channels: 3, background } })
      .png({ compressionLevel: 1 })
      .toBuffer()
    return { bytes, mime: 'image/png', width, height, seed, madeBy: 'Drawn at once' }
  },
  read: ({ model, prompt, negativePrompt }) => (isModel(model) ? readFor(model, prompt, negativePrompt) : undefined),
})
