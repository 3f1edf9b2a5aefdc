import type { Stage } from '../stage.ts'

/** A winding line across the map with half its width: a river, a path, the foot of a cliff. */
export interface Course {
  way: 'across' | 'down'
  half: number
  points: readonly (readonly [number, number])[]
}

/** From edge to edge, swaying about a middle line. */
export const courseOf = (stage: Stage, label: string, way: Course['way'], half: number): Course => {
  const { w, h } = stage
  const next = stage.chance(label)
  const sway = stage.noise(label)
  const [long, wide] = way === 'across' ? [w, h] : [h, w]
  const from = wide * next.between(0.3, 0.7)
  const to = wide * next.between(0.3, 0.7)
  const points: [number, number][] = []
  for (let i = 0; i <= 28; i++) {
    const t = i / 28
    const along = -long * 0.05 + long * 1.1 * t
    const off = from + (to - from) * t + sway(t * 2.6, 1) * wide * 0.2
    points.push(way === 'across' ? [along, off] : [off, along])
  }
  return { way, half, points }
}

/** Pixels from a point to the middle of the course. */
export const distanceTo = ({ points }: Course, x: number, y: number): number => {
  let least = 1e12
  for (let i = 1; i < points.length; i++) {
    const [x0, y0] = points[i - 1] as readonly [number, number]
    const [x1, y1] = points[i] as readonly [number, number]
    const dx = x1 - x0
    const dy = y1 - y0
    const t = Math.max(0, Math.min(1, ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy)))
    const ox = x - x0 - dx * t
    const oy = y - y0 - dy * t
    least = Math.min(least, ox * ox + oy * oy)
  }
  return Math.sqrt(least)
}

/** Where two courses come closest, with the direction of the second there. */
export const meeting = (a: Course, b: Course): { x: number; y: number; angle: number } => {
  let best = { x: 0, y: 0, angle: 0 }
  let least = 1e12
  for (let i = 1; i < b.points.length; i++) {
    const [x0, y0] = b.points[i - 1] as readonly [number, number]
    const [x1, y1] = b.points[i] as readonly [number, number]
    for (let k = 0; k < 8; k++) {
      const x = x0 + ((x1 - x0) * k) / 8
      const y = y0 + ((y1 - y0) * k) / 8
      const d = distanceTo(a, x, y)
      if (d < least) {
        least = d
        best = { x, y, angle: Math.atan2(y1 - y0, x1 - x0) }
      }
    }
  }
  return best
}
