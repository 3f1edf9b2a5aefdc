import type { Point } from '../../../ui/viewport.ts'

/** A point of a stroke, in pixels of the image. */
export interface Dab extends Point {
  radius: number
}
/** Whole pixels of the image; `right` and `bottom` are exclusive. */
export interface Area {
  left: number
  top: number
  right: number
  bottom: number
}
export type Stroke = 'paint' | 'unpaint'

export const united = (one: Area | undefined, other: Area): Area =>
  one
    ? {
        left: Math.min(one.left, other.left),
        top: Math.min(one.top, other.top),
        right: Math.max(one.right, other.right),
        bottom: Math.max(one.bottom, other.bottom),
      }
    : other

/** Splits a long line, so that the bounding box of each piece is small. */
export const pieces = (from: Dab, to: Dab): [Dab, Dab][] => {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  const count = Math.max(1, Math.ceil(length / Math.max(32, from.radius + to.radius)))
  const at = (share: number): Dab => ({
    x: from.x + (to.x - from.x) * share,
    y: from.y + (to.y - from.y) * share,
    radius: from.radius + (to.radius - from.radius) * share,
  })
  return Array.from({ length: count }, (_, n) => [at(n / count), at((n + 1) / count)])
}

/** The pixels that a piece may change, within `all`. */
export const areaOf = (from: Dab, to: Dab, all: Area): Area => {
  const reach = Math.max(from.radius, to.radius) + 1
  return {
    left: Math.max(all.left, Math.floor(Math.min(from.x, to.x) - reach)),
    top: Math.max(all.top, Math.floor(Math.min(from.y, to.y) - reach)),
    right: Math.min(all.right, Math.ceil(Math.max(from.x, to.x) + reach)),
    bottom: Math.min(all.bottom, Math.ceil(Math.max(from.y, to.y) + reach)),
  }
}

/** Fills all pixels nearer to the line than its radius, with a soft edge of one pixel. Idempotent. */
export const fill = (bytes: Uint8Array, width: number, area: Area, from: Dab, to: Dab, stroke: Stroke) => {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const squared = dx * dx + dy * dy
  const grows = to.radius - from.radius
  for (let y = area.top; y < area.bottom; y++) {
    const py = y + 0.5 - from.y
    for (let x = area.left; x < area.right; x++) {
      const px = x + 0.5 - from.x
      const along = squared === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / squared))
      const [ox, oy] = [px - along * dx, py - along * dy]
      const radius = from.radius + along * grows
      const far = ox * ox + oy * oy
      if (far >= (radius + 0.5) ** 2) continue
      const cover = radius > 0.5 && far <= (radius - 0.5) ** 2 ? 255 : Math.min(1, radius + 0.5 - Math.sqrt(far)) * 255
      const n = y * width + x
      const before = bytes[n] ?? 0
      bytes[n] = stroke === 'paint' ? Math.max(before, cover) : Math.min(before, 255 - cover)
    }
  }
}
