import { css, type Rgb } from '../colour.ts'
import { clamp, smooth } from '../noise.ts'
import { apart, type Stage, sheet } from '../stage.ts'

/** RGBA, one byte for each channel. */
export type Pixels = Uint8ClampedArray

/** Returns the luminance, 0 to 255, of the pixel whose bytes begin at `i`. */
export const luminance = (px: Pixels, i: number): number =>
  0.3 * (px[i] as number) + 0.59 * (px[i + 1] as number) + 0.11 * (px[i + 2] as number)

/** Adds a blurred copy of the bright parts, so that light spills over their edges. */
export const bloom = (stage: Stage, threshold: number, strength: number): void => {
  const { w, h, pen, canvas } = stage
  const small = sheet(stage, w / 8, h / 8)
  small.pen.drawImage(canvas, 0, 0, small.canvas.width, small.canvas.height)
  const image = small.pen.getImageData(0, 0, small.canvas.width, small.canvas.height)
  const px = image.data
  for (let i = 0; i < px.length; i += 4) {
    const keep = smooth(threshold, 1, luminance(px, i) / 255)
    for (let c = 0; c < 3; c++) px[i + c] = (px[i + c] as number) * keep
  }
  small.pen.putImageData(image, 0, 0)
  apart(pen, () => {
    pen.globalCompositeOperation = 'screen'
    for (const radius of [14, 44]) {
      pen.globalAlpha = strength * (radius === 14 ? 0.6 : 0.5)
      pen.filter = `blur(${radius * stage.u}px)`
      pen.drawImage(small.canvas, 0, 0, w, h)
    }
  })
}

/** Darkens a picture towards its corners. */
export const vignette = (stage: Stage, strength: number, colour: Rgb = [0, 0, 0]): void => {
  const { w, h, pen } = stage
  apart(pen, () => {
    pen.translate(w / 2, h * 0.47)
    pen.scale(w / 2, h / 2)
    const shade = pen.createRadialGradient(0, 0, 0.55, 0, 0, 1.5)
    shade.addColorStop(0, css(colour, 0))
    shade.addColorStop(1, css(colour, strength))
    pen.fillStyle = shade
    pen.fillRect(-1.2, -1.2, 2.4, 2.4)
  })
}

/** Raises the contrast by an S-curve, and multiplies the saturation by `chroma`. */
export const grade = ({ w, h, pen }: Stage, contrast: number, chroma: number): void => {
  const image = pen.getImageData(0, 0, w, h)
  const px = image.data
  const curve = new Uint8ClampedArray(256)
  for (let i = 0; i < 256; i++) curve[i] = 255 * ((1 - contrast) * (i / 255) + contrast * smooth(0.02, 0.98, i / 255))
  for (let i = 0; i < px.length; i += 4) {
    const grey = luminance(px, i)
    for (let c = 0; c < 3; c++)
      px[i + c] = curve[clamp(Math.round(grey + ((px[i + c] as number) - grey) * chroma), 0, 255)] as number
  }
  pen.putImageData(image, 0, 0)
}
