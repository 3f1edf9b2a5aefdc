import { type Direction, extension } from '#domain/image-edit-tools.ts'
import type { Box, Size, Viewport } from '../../../ui/viewport.ts'

/** Pixels of the screen around a picture that is shown whole, of a phone's, and those that the bars below it take. */
const air = 28
const phoneAir = 8
const phoneWidth = 600
const bars = 66
/** Small pictures are not blown up to fill the stage by more than this. */
const most = 2

export const scales = { smallest: 0.05, largest: 16 }

/** The whole picture, beside the bars and not below them. */
export const fit = (viewport: Viewport, box: Box): void =>
  viewport.show(box, viewport.stage().width < phoneWidth ? phoneAir : air, most, bars)

/** The strip that a picture grows by. */
export const strip = ({ width, height }: Size, direction: Direction): Box =>
  ({
    up: { x: 0, y: -extension, width, height: extension },
    down: { x: 0, y: height, width, height: extension },
    left: { x: -extension, y: 0, width: extension, height },
    right: { x: width, y: 0, width: extension, height },
  })[direction]

/** A picture with the strip that it grows by. */
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
