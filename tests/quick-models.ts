import sharp from 'sharp'
import { convertGlb } from '../backend/providers/models/convert.ts'
import { writeGlb } from '../backend/providers/models/glb.ts'
import { reportOn } from '../backend/providers/models/report.ts'
import type { ConvertModel, ModelProvider, ModelRequest } from '../backend/providers/models.ts'
import { readFigure } from '../studio/figure/order.ts'

const hint = 'Describe one person, such as a dwarf blacksmith with a hammer.'

/** A tetrahedron of 20 mm. */
const tetrahedron = {
  at: Float32Array.from([0, 0, 0, 20, 0, 0, 0, 0, -20, 0, 20, 0]),
  normal: Float32Array.from([-0.58, -0.58, 0.58, 1, 0, 0, 0, 0, -1, 0, 1, 0]),
  colour: Uint8Array.from([200, 60, 40, 40, 200, 60, 60, 40, 200, 200, 200, 60]),
  isMetal: new Uint8Array(4),
  faces: Uint32Array.from([0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3]),
  partsAt: null,
}

/** Makes a tetrahedron of anything, after `before`. */
export const quickModels = (before: (request: ModelRequest) => unknown = () => undefined): ModelProvider => ({
  name: 'Quick models',
  fromPrompt: true,
  shapes: ['relief', 'figure'],
  read(prompt) {
    const { order, understood, ignored } = readFigure(prompt)
    return { isUnderstood: order !== undefined, understood, ignored, ...(!order && { hint }) }
  },
  async sculpt(request, { onProgress } = {}) {
    onProgress?.({ share: 0.5, stage: 'Casting the surface' })
    await before(request)
    const png = await sharp({ create: { width: 8, height: 8, channels: 4, background: '#c33' } })
      .png()
      .toBuffer()
    return {
      glb: await writeGlb(tetrahedron, 'Made at once', request.name ?? 'model'),
      report: reportOn(tetrahedron),
      previews: [{ side: 'hero', png, width: 8, height: 8 }],
      madeBy: 'Made at once',
    }
  },
})

export const quickConversion: ConvertModel = (glb, { format }, { onProgress = () => undefined } = {}) =>
  convertGlb(glb, format, onProgress)
