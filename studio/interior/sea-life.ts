import { css, hex, mix } from '../colour.ts'
import { apart, type Stage } from '../stage.ts'
import { type Camera, project, type Shell } from './space.ts'
import type { Depth } from './trace.ts'

/** Draws weed, fish and rising bubbles in a flooded room; weed and fish fade with distance. */
export const seaLife = (stage: Stage, shell: Shell, camera: Camera, depth: Depth): void => {
  const { pen, w, h, u, palette, has, may } = stage
  const next = stage.chance('sea')
  const water = mix(mix(palette.mid, hex('#1f8f96'), 0.7), palette.near, 0.2)
  const seen = (x: number, y: number): number =>
    depth[Math.floor(Math.min(h - 1, Math.max(0, y))) * w + Math.floor(Math.min(w - 1, Math.max(0, x)))] ?? 0
  if (may('weed')) {
    const stems = Array.from({ length: 46 }, () => ({
      x: next.between(-1, 1),
      z: next.between(1.7, 12),
      tall: next.between(0.5, 2.2),
      bend: next.between(-0.5, 0.5),
    }))
    for (const { x, z, tall, bend } of stems.toSorted((a, b) => b.z - a.z)) {
      const side = Math.sign(x) * (0.25 + 0.72 * Math.abs(x))
      const [px, py] = project(camera, side * shell.half, 0, z)
      if (seen(px, py - 6) < z - 0.4) continue
      const metre = camera.focal / z
      const colour = mix(
        next.chance(0.25) && has('fitting', 'weed') ? [168, 74, 84] : [38, 92, 66],
        water,
        Math.min(0.85, z / 14),
      )
      for (let i = 0; i < 5; i++) {
        const off = (i - 2) * 0.09 * metre
        const long = tall * metre * next.between(0.6, 1)
        pen.strokeStyle = css(mix(colour, palette.light, 0.05 * i))
        pen.lineWidth = Math.max(1, (0.035 + 0.01 * i) * metre)
        pen.lineCap = 'round'
        pen.beginPath()
        pen.moveTo(px + off, py)
        pen.bezierCurveTo(
          px + off + bend * metre * 0.5,
          py - long * 0.35,
          px + off - bend * metre * 0.4,
          py - long * 0.7,
          px + off + bend * metre * 0.35,
          py - long,
        )
        pen.stroke()
      }
    }
  }
  if (may('fish'))
    for (let shoal = 0; shoal < (has('fitting', 'fish') ? 5 : 3); shoal++) {
      const [cx, cy, cz] = [next.between(-0.7, 0.7) * shell.half, next.between(1.2, 4.6), next.between(4, 13)]
      const way = next.chance(0.5) ? 1 : -1
      for (let i = 0; i < 11; i++) {
        const z = cz + next.bell() * 0.5
        const [px, py] = project(camera, cx + next.bell() * 0.8, cy + next.bell() * 0.35, z)
        const size = (camera.focal / z) * next.between(0.1, 0.17)
        if (seen(px, py) > z) fish(pen, px, py, size, way, css(mix(hex('#16343c'), water, Math.min(0.8, z / 15))))
      }
    }
  apart(pen, () => {
    pen.strokeStyle = css(mix(palette.light, [255, 255, 255], 0.4), 0.5)
    pen.lineWidth = 1.2 * u
    for (let column = 0; column < 4; column++) {
      const x = w * next.between(0.12, 0.88)
      for (let i = 0; i < 12; i++) {
        pen.beginPath()
        pen.arc(x + next.bell() * 9 * u, h * (0.9 - 0.06 * i - 0.02 * next()), next.between(1.5, 6) * u, 0, 7)
        pen.stroke()
      }
    }
  })
}

const fish = (pen: Stage['pen'], x: number, y: number, size: number, way: number, colour: string): void => {
  pen.fillStyle = colour
  pen.beginPath()
  pen.moveTo(x + way * size, y)
  pen.quadraticCurveTo(x + way * size * 0.2, y - size * 0.5, x - way * size * 0.6, y)
  pen.lineTo(x - way * size * 1.1, y - size * 0.38)
  pen.lineTo(x - way * size * 0.95, y)
  pen.lineTo(x - way * size * 1.1, y + size * 0.38)
  pen.lineTo(x - way * size * 0.6, y)
  pen.quadraticCurveTo(x + way * size * 0.2, y + size * 0.5, x + way * size, y)
  pen.fill()
}
