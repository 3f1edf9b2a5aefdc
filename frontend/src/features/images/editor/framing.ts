import { type Direction, extension } from '#domain/image-edit-tools.ts'
import type { Box, Size, Viewport } from '../../../ui/viewport.ts'

/** Screen pixels: margin around a fitted image, margin on stages narrower than `phoneWidth`, and height of the lower bars. */
const air = 28
const phoneAir = 8
const phoneWidth = 600
const bars = 66
/** Small images are enlarged by at most this factor. */
const most = 2

export const scales = { smallest: 0.05, largest: 16 }

/** Fits the whole image above the bars. */
export const fit = (viewport: Viewport, box: Box): void =>
  viewport.show(box, viewport.stage().width < phoneWidth ? phoneAir : air, most, { below: bars })

/** The strip by which an image grows. */
export const strip = ({ width, height }: Size, direction: Direction): Box =>
  ({
    up: { x: 0, y: -extension, width, height: extension },
    down: { x: 0, y: height, width, height: extension },
    left: { x: -extension, y: 0, width: extension, height },
    right: { x: width, y: 0, width: extension, height },
  })[direction]

/** An image including the strip by which it grows. */
export const grown = ({ width, height }: Size, direction: Direction | null): Box => {
  if (!direction) return { x: 0, y: 0, width, height }
  const { x, y } = strip({ width, height }, direction)
  const isAcross = direction === 'left' || direction === 'right'
  return {
    x: Math.min(0, x),
    y: Math.min(0, y),
    width: width + (isAcross ? extension : 0),
    height: height + (isAcross ? 0 : extension),
  }
}
