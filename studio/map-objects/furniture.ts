import { Path2D } from '@napi-rs/canvas'
import { css, hex } from '../colour.ts'
import { box, circle, type Draw, dark, iron, light, slab, wood } from './slab.ts'

/** Drawings of furniture from above. */
export const furniture = {
  chest: (pen) => {
    slab(pen, box(-0.34, -0.22, 0.68, 0.46), wood)
    slab(pen, box(-0.34, -0.22, 0.68, 0.16), light(wood, 0.16), 0.03)
    for (const x of [-0.24, 0.16]) slab(pen, box(x, -0.22, 0.08, 0.46), iron, 0.02)
    slab(pen, box(-0.06, -0.08, 0.12, 0.12), hex('#e0b040'), 0.02)
  },
  crate: (pen, next) => {
    for (const [x, y] of [
      [0, 0],
      [0.56, 0.1],
      [0.08, 0.58],
    ] as const) {
      if (next.chance(0.25)) continue
      if (next.chance(0.45)) {
        slab(pen, circle(x, y, 0.25), wood)
        slab(pen, circle(x, y, 0.17), light(wood, 0.2), 0.025)
        continue
      }
      slab(pen, box(x - 0.26, y - 0.26, 0.52, 0.52), light(wood, 0.14))
      pen.stroke(
        new Path2D(`M${x - 0.26} ${y - 0.26}L${x + 0.26} ${y + 0.26}M${x + 0.26} ${y - 0.26}L${x - 0.26} ${y + 0.26}`),
      )
    }
  },
  table: (pen, next) => {
    for (const [x, y] of [
      [-0.6, -0.72],
      [0, -0.72],
      [0.6, -0.72],
      [-0.6, 0.72],
      [0, 0.72],
      [0.6, 0.72],
    ] as const)
      if (next.chance(0.85)) slab(pen, box(x - 0.17, y - 0.15, 0.34, 0.3), dark(wood, 0.15), 0.03)
    slab(pen, box(-0.98, -0.46, 1.96, 0.92), light(wood, 0.1))
    pen.lineWidth = 0.02
    for (const y of [-0.22, 0, 0.22]) pen.stroke(new Path2D(`M-.98 ${y}H.98`))
    for (const [x, y, r] of [
      [-0.6, -0.2, 0.12],
      [0.2, 0.16, 0.13],
      [0.66, -0.16, 0.09],
    ] as const)
      slab(pen, circle(x, y, r), hex('#d8ccb0'), 0.025)
  },
  bed: (pen, next) => {
    slab(pen, box(-0.42, -0.9, 0.84, 1.7), wood)
    slab(pen, box(-0.36, -0.46, 0.72, 1.2), hex(next.pick(['#8a3434', '#34547a', '#4a6a44', '#6a4a74'])), 0.03)
    slab(pen, box(-0.3, -0.82, 0.6, 0.32), hex('#eee4d0'), 0.03)
  },
  shelf: (pen, next) => {
    slab(pen, box(-0.78, -0.28, 1.56, 0.56), dark(wood, 0.2))
    for (let x = -0.72; x < 0.68; x += 0.11)
      slab(
        pen,
        box(x, -0.2, next.between(0.07, 0.1), next.between(0.26, 0.4)),
        hex(next.pick(['#8a3030', '#34547a', '#4a6a44', '#c09a4a', '#5a4070', '#d0c4a4'])),
        0.018,
      )
  },
  rug: (pen, next) => {
    const main = hex(next.pick(['#8a2a30', '#2f4a7a', '#5a2f6a', '#2f5f4a']))
    slab(pen, box(-1.2, -0.8, 2.4, 1.6), main, 0.03)
    pen.strokeStyle = css(hex('#d9b060'))
    pen.lineWidth = 0.06
    pen.strokeRect(-1.06, -0.66, 2.12, 1.32)
    pen.fillStyle = css(hex('#d9b060'))
    pen.fill(new Path2D('M0 -.46L.5 0L0 .46L-.5 0ZM0 -.26L-.28 0L0 .26L.28 0Z'), 'evenodd')
  },
} satisfies Record<string, Draw>
