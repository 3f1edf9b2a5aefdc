import { Path2D } from '@napi-rs/canvas'
import { css, hex, mix } from '../colour.ts'
import type { Random } from '../random.ts'
import { box, circle, type Draw, dark, ink, iron, light, slab, wood } from './slab.ts'

const rounded = (next: Random, rx: number, ry: number, corners = 9): string => {
  const points = Array.from({ length: corners }, (_, k) => {
    const s = next.between(0.8, 1.05)
    const a = (k / corners) * Math.PI * 2
    return `${(Math.cos(a) * rx * s).toFixed(3)} ${(Math.sin(a) * ry * s).toFixed(3)}`
  })
  return `M${points.join('L')}Z`
}

/** Drawings, from above, of objects outdoors and aboard ships. */
export const outdoors = {
  boulder: (pen, next, { stone }) => {
    const shape = rounded(next, 0.6, 0.5)
    slab(pen, shape, dark(stone, 0.2))
    pen.save()
    pen.translate(-0.05, -0.06)
    pen.scale(0.74, 0.7)
    pen.fillStyle = css(light(stone, 0.18))
    pen.fill(new Path2D(shape))
    pen.translate(-0.06, -0.08)
    pen.scale(0.5, 0.45)
    pen.fillStyle = css(light(stone, 0.5))
    pen.fill(new Path2D(shape))
    pen.restore()
  },
  bush: (pen, next) => {
    const leaf = hex(next.pick(['#4f7a38', '#5c8640', '#456c3a']))
    for (const [scale, colour] of [
      [0.5, dark(leaf, 0.35)],
      [0.4, leaf],
      [0.22, light(leaf, 0.24)],
    ] as const) {
      pen.fillStyle = css(colour)
      pen.beginPath()
      for (let i = 0; i < 8; i++) {
        const a = (i / 8) * 6.283
        pen.moveTo(Math.cos(a) * scale * 0.7 + scale * 0.42, Math.sin(a) * scale * 0.7)
        pen.arc(Math.cos(a) * scale * 0.7, Math.sin(a) * scale * 0.7, scale * 0.42, 0, 7)
      }
      pen.arc(0, 0, scale * 0.7, 0, 7)
      pen.fill()
    }
  },
  cart: (pen) => {
    for (const [x, y] of [
      [-0.62, -0.2],
      [0.5, -0.2],
    ] as const)
      slab(pen, box(x, y, 0.12, 0.8), iron, 0.03)
    slab(pen, box(-0.46, -0.6, 0.92, 1.3), light(wood, 0.06))
    pen.lineWidth = 0.03
    pen.stroke(new Path2D('M-.2 -.6V.7M.08 -.6V.7M.3 -.6V.7'))
    for (const x of [-0.3, 0.22]) slab(pen, box(x, -1, 0.08, 0.42), dark(wood, 0.1), 0.025)
    slab(pen, box(-0.3, 0, 0.44, 0.4), hex('#b8924e'), 0.03)
  },
  fountain: (pen, _next, { stone }) => {
    slab(pen, circle(0, 0, 0.92), light(stone, 0.3))
    slab(pen, circle(0, 0, 0.74), hex('#4f94b0'), 0.03)
    slab(pen, circle(0, 0, 0.26), light(stone, 0.4), 0.03)
    pen.strokeStyle = css([235, 248, 250], 0.7)
    pen.lineWidth = 0.03
    pen.stroke(new Path2D(circle(0, 0, 0.42) + circle(0, 0, 0.6)))
  },
  gravestone: (pen, next, { stone }) => {
    pen.fillStyle = css(hex('#6a5a3c'), 0.5)
    pen.fillRect(-0.24, -0.1, 0.48, 0.86)
    pen.rotate(next.between(-0.12, 0.12))
    slab(pen, 'M-.28 .06V-.16C-.28 -.34 .28 -.34 .28 -.16V.06Z', light(stone, 0.3))
    pen.lineWidth = 0.03
    pen.stroke(new Path2D('M0 -.22V0M-.08 -.14H.08'))
  },
  log: (pen) => {
    slab(pen, box(-1.1, -0.2, 2.2, 0.4), hex('#6a4a2e'))
    slab(pen, box(-1.1, -0.18, 2.16, 0.14), hex('#8a6440'), 0.001)
    slab(pen, 'M1.02 0a.09 .2 0 1 0 .18 0a.09 .2 0 1 0 -.18 0Z', hex('#d0ac78'), 0.03)
    slab(pen, box(-0.4, -0.44, 0.12, 0.28), hex('#6a4a2e'), 0.03)
  },
  planks: (pen, next) => {
    for (let i = 0; i < 5; i++)
      slab(pen, box(-0.75, -0.45 + i * 0.18, 1.5, 0.16), mix(wood, [0, 0, 0], next() * 0.25), 0.025)
  },
  stall: (pen, next) => {
    slab(pen, box(-1.1, -0.66, 2.2, 1.3), dark(wood, 0.1))
    const stripe = hex(next.pick(['#b03a3a', '#3a5a9a', '#4a7a4a', '#b8843a']))
    for (let i = 0; i < 6; i++) {
      pen.fillStyle = css(i % 2 ? hex('#efe6d0') : stripe)
      pen.fillRect(-1.1 + i * 0.3667, -0.66, 0.3667, 0.9)
    }
    pen.strokeStyle = ink
    pen.lineWidth = 0.045
    pen.strokeRect(-1.1, -0.66, 2.2, 0.9)
    for (let x = -0.9; x < 1; x += 0.3)
      slab(pen, circle(x, 0.44, 0.1), hex(next.pick(['#c8502c', '#d8a83c', '#7f9a3c', '#a8683c'])), 0.02)
  },
  stone: (pen, next, { stone }) => {
    const shape = rounded(next, 0.46, 0.34, 7)
    slab(pen, shape, dark(stone, 0.1))
    pen.save()
    pen.translate(-0.04, -0.06)
    pen.scale(0.72, 0.66)
    pen.fillStyle = css(light(stone, 0.35))
    pen.fill(new Path2D(shape))
    pen.restore()
  },
  tent: (pen, next) => {
    const cloth = hex(next.pick(['#b0583a', '#c8b070', '#5a7a8a', '#7f8a52']))
    slab(pen, box(-0.95, -1, 0.95, 2), dark(cloth, 0.28))
    slab(pen, box(0, -1, 0.95, 2), light(cloth, 0.2))
    pen.lineWidth = 0.05
    pen.stroke(new Path2D('M0 -1.08V1.08'))
    pen.fillStyle = ink
    pen.fill(new Path2D('M-.3 1L0 .5L.3 1Z'))
  },
  well: (pen, _next, { stone }) => {
    slab(pen, circle(0, 0, 0.66), light(stone, 0.2))
    pen.strokeStyle = ink
    pen.lineWidth = 0.03
    for (let i = 0; i < 12; i++)
      pen.stroke(
        new Path2D(
          `M${Math.cos(i * 0.5236) * 0.44} ${Math.sin(i * 0.5236) * 0.44}L${Math.cos(i * 0.5236) * 0.66} ${Math.sin(i * 0.5236) * 0.66}`,
        ),
      )
    slab(pen, circle(0, 0, 0.44), hex('#1c3442'), 0.04)
    slab(pen, box(-0.78, -0.07, 1.56, 0.14), dark(wood, 0.1), 0.03)
    slab(pen, circle(0.1, 0, 0.12), wood, 0.03)
  },
  cannon: (pen) => {
    slab(pen, box(-0.3, -0.1, 0.6, 0.7), wood)
    for (const [x, y] of [
      [-0.38, 0],
      [0.26, 0],
      [-0.38, 0.4],
      [0.26, 0.4],
    ] as const)
      slab(pen, box(x, y, 0.12, 0.2), dark(wood, 0.3), 0.025)
    slab(pen, 'M-.1 -.66H.1L.17 .46H-.17Z', hex('#3c3e42'), 0.035)
    slab(pen, circle(0, 0.5, 0.09), hex('#3c3e42'), 0.03)
  },
  capstan: (pen) => {
    for (let i = 0; i < 4; i++) {
      pen.save()
      pen.rotate((i * Math.PI) / 4)
      slab(pen, box(-0.62, -0.05, 1.24, 0.1), light(wood, 0.1), 0.025)
      pen.restore()
    }
    slab(pen, circle(0, 0, 0.3), dark(wood, 0.1))
    slab(pen, circle(0, 0, 0.14), light(wood, 0.2), 0.025)
  },
  hammock: (pen, next) => {
    slab(
      pen,
      'M0 -.82C.34 -.4 .34 .4 0 .82C-.34 .4 -.34 -.4 0 -.82Z',
      hex(next.pick(['#d4c8a8', '#b8a888', '#c0b498'])),
    )
    pen.lineWidth = 0.03
    pen.stroke(new Path2D('M0 -.95V-.7M0 .7V.95M-.12 -.4V.4M.12 -.4V.4'))
  },
  hatch: (pen) => {
    slab(pen, box(-0.85, -0.85, 1.7, 1.7), dark(wood, 0.2))
    pen.fillStyle = css([20, 14, 12])
    pen.fillRect(-0.7, -0.7, 1.4, 1.4)
    pen.strokeStyle = css(light(wood, 0.05))
    pen.lineWidth = 0.1
    for (let i = -0.52; i < 0.6; i += 0.26) pen.stroke(new Path2D(`M${i} -.7V.7M-.7 ${i}H.7`))
  },
  mast: (pen) => {
    slab(pen, circle(0, 0, 0.5), dark(wood, 0.25))
    slab(pen, circle(0, 0, 0.36), light(wood, 0.1))
    pen.lineWidth = 0.03
    pen.stroke(new Path2D(circle(0, 0, 0.22) + circle(0, 0, 0.1)))
  },
  rowboat: (pen) => {
    slab(pen, 'M0 -1.25C.6 -.6 .6 .6 .36 1.1L-.36 1.1C-.6 .6 -.6 -.6 0 -1.25Z', hex('#5a3c24'))
    slab(pen, 'M0 -1.02C.44 -.5 .44 .5 .26 .92L-.26 .92C-.44 .5 -.44 -.5 0 -1.02Z', hex('#a87c4c'), 0.03)
    for (const y of [-0.3, 0.34]) slab(pen, box(-0.4, y, 0.8, 0.16), hex('#5a3c24'), 0.025)
  },
  wheel: (pen) => {
    slab(pen, box(-0.1, -0.2, 0.2, 0.5), dark(wood, 0.2))
    slab(pen, box(-0.46, -0.1, 0.92, 0.16), light(wood, 0.1))
    for (const x of [-0.5, -0.25, 0, 0.25, 0.44]) slab(pen, box(x, -0.2, 0.06, 0.36), dark(wood, 0.05), 0.02)
  },
} satisfies Record<string, Draw>
