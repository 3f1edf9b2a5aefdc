import { createRequire } from 'node:module'
import type { Mask, Raster } from '../../../studio/retouch/raster.ts'

const require = createRequire(import.meta.url)

/** What of OpenCV's JavaScript build is used here. It needs 11 MB and most of a second, so it is loaded for this comparison alone. */
interface Mat {
  data: Uint8Array
  delete(): void
}
interface Cv {
  Mat: new (rows?: number, columns?: number, type?: number) => Mat
  matFromArray(rows: number, columns: number, type: number, values: ArrayLike<number>): Mat
  inpaint(from: Mat, mask: Mat, to: Mat, radius: number, way: number): void
  cvtColor(from: Mat, to: Mat, code: number): void
  CV_8UC1: number
  CV_8UC4: number
  COLOR_RGBA2RGB: number
  INPAINT_TELEA: number
  INPAINT_NS: number
  onRuntimeInitialized?: () => void
}

const radius = 5

/** OpenCV's two ways of inpainting, over pictures as ours are. */
export async function openCv() {
  // Never awaited: it has a `then` that answers itself, for ever.
  const cv: Cv = require('@techstark/opencv-js')
  if (!cv.Mat)
    await new Promise<void>((resolve) => {
      cv.onRuntimeInitialized = resolve
    })
  const inpaint =
    (way: number) =>
    ({ w, h, px }: Raster, mask: Mask): Raster => {
      const whole = cv.matFromArray(h, w, cv.CV_8UC4, px)
      const hole = cv.matFromArray(h, w, cv.CV_8UC1, mask)
      const from = new cv.Mat()
      const to = new cv.Mat()
      cv.cvtColor(whole, from, cv.COLOR_RGBA2RGB)
      cv.inpaint(from, hole, to, radius, way)
      const filled = px.slice()
      for (let i = 0; i < w * h; i++) filled.set(to.data.subarray(3 * i, 3 * i + 3), 4 * i)
      for (const mat of [whole, hole, from, to]) mat.delete()
      return { w, h, px: filled }
    }
  return { telea: inpaint(cv.INPAINT_TELEA), navierStokes: inpaint(cv.INPAINT_NS) }
}
