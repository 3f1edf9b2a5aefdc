import type { Light } from '#domain/map-plan.ts'
import { endsOf } from '#domain/map-plan.ts'
import { css, hex, mix, type Rgb } from '../../colour.ts'
import { apart, sheet as canvasOf } from '../../stage.ts'
import type { Point } from '../walls.ts'
import { inSquares, type Sheet } from './sheet.ts'

/** Soft light that stops at walls and closed doors, laid over the whole print. */

interface Segment {
  a: Point
  b: Point
}

const segmentsOf = ({ walls, plan }: Sheet): Segment[] => [
  ...walls
    .filter(({ low }) => !low)
    .flatMap(({ points }) => points.slice(1).map((b, i) => ({ a: points[i] as Point, b }))),
  ...plan.doors
    .filter(({ closed, secret }) => closed || secret)
    .map((door) => {
      const [a, b] = endsOf(door)
      return { a, b }
    }),
]

/** Returns the distance that light travels from a point in a direction, at most `reach`. */
const cast = (x: number, y: number, angle: number, reach: number, walls: readonly Segment[]): number => {
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)]
  let least = reach
  for (const { a, b } of walls) {
    const [ex, ey] = [b.x - a.x, b.y - a.y]
    const cross = dx * ey - dy * ex
    if (Math.abs(cross) < 1e-9) continue
    const [px, py] = [a.x - x, a.y - y]
    const t = (px * ey - py * ex) / cross
    const s = (px * dy - py * dx) / cross
    if (t > 0.02 && t < least && s >= -0.001 && s <= 1.001) least = t
  }
  return least
}

export const litArea = ({ x, y, dim }: Light, segments: readonly Segment[], rays = 144): Point[] => {
  const near = segments.filter(({ a, b }) => {
    const [cx, cy] = [(a.x + b.x) / 2, (a.y + b.y) / 2]
    return Math.hypot(cx - x, cy - y) < dim + Math.hypot(a.x - b.x, a.y - b.y) / 2
  })
  return Array.from({ length: rays }, (_, i) => {
    const angle = (i / rays) * Math.PI * 2 + 0.0007
    const far = cast(x, y, angle, dim, near) + 0.12
    return { x: x + Math.cos(angle) * far, y: y + Math.sin(angle) * far }
  })
}

const under: Record<'day' | 'dusk' | 'night', Rgb> = {
  day: [186, 182, 190],
  dusk: [164, 152, 170],
  night: [118, 122, 158],
}
const open: Record<'day' | 'dusk' | 'night', Rgb> = {
  day: [255, 255, 255],
  dusk: [226, 178, 152],
  night: [86, 98, 150],
}
const themesBelow = new Set(['crypt', 'cave', 'sewer'])

/** Returns true if light is painted: for maps with lights, but not above ground in daylight. */
export const isLit = ({ plan }: Sheet): boolean =>
  plan.lights.length > 0 && (themesBelow.has(plan.theme) || plan.look.hour !== 'day')

export const layLight = (sheet: Sheet): void => {
  const { stage, plan, w, h, px, ox, oy, pen, ink } = sheet
  const below = themesBelow.has(plan.theme)
  const part = canvasOf(stage, w / 4, h / 4)
  const ambient = (below ? under : open)[plan.look.hour]
  part.pen.fillStyle = css(ink ? mix(ambient, [255, 255, 255], 0.55) : ambient)
  part.pen.fillRect(0, 0, w, h)
  part.pen.scale(1 / 4, 1 / 4)
  part.pen.globalCompositeOperation = 'lighter'
  const segments = segmentsOf(sheet)
  const strength = (below ? 0.42 : plan.look.hour === 'night' ? 0.72 : 0.34) * (ink ? 0.4 : 1)
  for (const light of plan.lights) {
    const area = litArea(light, segments)
    const [x, y] = [ox + light.x * px, oy + light.y * px]
    const glow = part.pen.createRadialGradient(x, y, 0, x, y, light.dim * px)
    const colour = mix(hex(light.colour), [255, 240, 215], 0.35)
    glow.addColorStop(0, css(colour, strength))
    glow.addColorStop(Math.min(0.9, light.bright / Math.max(0.1, light.dim)), css(colour, strength * 0.55))
    glow.addColorStop(1, css(colour, 0))
    part.pen.fillStyle = glow
    part.pen.beginPath()
    for (const point of area) part.pen.lineTo(ox + point.x * px, oy + point.y * px)
    part.pen.closePath()
    part.pen.fill()
  }
  apart(pen, () => {
    pen.globalCompositeOperation = 'multiply'
    pen.filter = `blur(${px * 0.1}px)`
    pen.drawImage(part.canvas, 0, 0, w, h)
  })
  if (ink) return
  inSquares(sheet, pen, () => {
    pen.globalCompositeOperation = 'screen'
    for (const { x, y, bright, dim, colour } of plan.lights) {
      const r = Math.min(1.6, Math.max(0.8, bright * 0.4 + dim * 0.05))
      const halo = pen.createRadialGradient(x, y, 0, x, y, r)
      halo.addColorStop(0, css(hex(colour), 0.62))
      halo.addColorStop(0.35, css(hex(colour), 0.2))
      halo.addColorStop(1, css(hex(colour), 0))
      pen.fillStyle = halo
      pen.fillRect(x - r, y - r, 2 * r, 2 * r)
    }
  })
}
