import { Path2D } from '@napi-rs/canvas'
import { css, hex, mix, type Rgb } from './colour.ts'
import type { Random } from './random.ts'
import type { Pen } from './stage.ts'

/** Things on battle maps, seen from above; the origin is their middle, one unit is a square of five feet. */

interface Stuff {
  stone: Rgb
  floor: Rgb
  accent: Rgb
}
type Draw = (pen: Pen, next: Random, stuff: Stuff) => void

const ink = css([24, 16, 12])

const slab = (pen: Pen, d: string, colour: Rgb, line = 0.045): void => {
  const path = new Path2D(d)
  pen.save()
  pen.translate(0.05, 0.07)
  pen.fillStyle = css([0, 0, 0], 0.38)
  pen.fill(path)
  pen.restore()
  pen.fillStyle = css(colour)
  pen.fill(path)
  pen.strokeStyle = ink
  pen.lineWidth = line
  pen.lineJoin = 'round'
  pen.stroke(path)
}

const circle = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`
const box = (x: number, y: number, w: number, h: number): string => `M${x} ${y}h${w}v${h}h${-w}Z`
const light = (colour: Rgb, t = 0.25): Rgb => mix(colour, [255, 246, 225], t)
const dark = (colour: Rgb, t = 0.35): Rgb => mix(colour, [14, 8, 8], t)
const wood = hex('#8a5c34')
const iron = hex('#565a60')

export const rockHeap: Draw = (pen, next, { stone }) => {
  for (let i = 0; i < 7; i++) {
    const a = next() * 6.3
    const r = next.between(0, 0.36)
    const s = next.between(0.07, 0.2)
    const x = Math.cos(a) * r
    const y = Math.sin(a) * r
    const points = Array.from(
      { length: 6 },
      (_, k) =>
        `${(x + Math.cos(k * 1.05) * s * next.between(0.7, 1.1)).toFixed(3)} ${(y + Math.sin(k * 1.05) * s * next.between(0.7, 1.1)).toFixed(3)}`,
    )
    slab(pen, `M${points.join('L')}Z`, mix(light(stone, 0.3), dark(stone, 0.1), next()), 0.03)
  }
}

export const objects = {
  pillar: (pen, _next, { stone }) => {
    slab(pen, box(-0.36, -0.36, 0.72, 0.72), light(stone, 0.18))
    slab(pen, circle(0, 0, 0.28), light(stone, 0.4))
    pen.fillStyle = css(light(stone, 0.65), 0.8)
    pen.fill(new Path2D(circle(-0.05, -0.06, 0.15)))
  },
  rubble: rockHeap,
  stairs: (pen, _next, { stone }) => {
    for (let i = 0; i < 6; i++) {
      const inset = i * 0.05
      slab(pen, box(-0.48 + inset, -0.95 + i * 0.32, 0.96 - inset * 2, 0.32), dark(light(stone, 0.5), 0.12 * i), 0.03)
    }
  },
  altar: (pen, _next, { stone, accent }) => {
    slab(pen, box(-1.1, -0.62, 2.2, 1.24), light(stone, 0.16))
    slab(pen, box(-0.86, -0.42, 1.72, 0.84), light(stone, 0.42))
    slab(pen, box(-0.22, -0.42, 0.44, 0.84), mix(hex('#8a2430'), accent, 0.15), 0.03)
    for (const x of [-0.66, 0.66]) slab(pen, circle(x, 0, 0.1), hex('#f0d890'), 0.03)
  },
  statue: (pen, _next, { stone }) => {
    slab(pen, box(-0.5, -0.5, 1, 1), light(stone, 0.14))
    slab(pen, circle(0, 0, 0.4), light(stone, 0.3))
    slab(pen, 'M-.3 .08C-.28 -.16 .28 -.16 .3 .08C.26 .2 -.26 .2 -.3 .08Z', light(stone, 0.52), 0.03)
    slab(pen, circle(0, -0.02, 0.14), light(stone, 0.66), 0.03)
  },
  coffin: (pen, _next, { stone }) => {
    slab(pen, 'M-.3 -.82L.3 -.82L.42 -.4L.28 .86L-.28 .86L-.42 -.4Z', light(stone, 0.2))
    slab(pen, 'M-.2 -.7L.2 -.7L.3 -.38L.2 .74L-.2 .74L-.3 -.38Z', light(stone, 0.42), 0.03)
    pen.strokeStyle = ink
    pen.lineWidth = 0.06
    pen.stroke(new Path2D('M0 -.5V.3M-.16 -.28H.16'))
  },
  chest: (pen) => {
    slab(pen, box(-0.34, -0.22, 0.68, 0.46), wood)
    slab(pen, box(-0.34, -0.22, 0.68, 0.16), light(wood, 0.16), 0.03)
    for (const x of [-0.24, 0.16]) slab(pen, box(x, -0.22, 0.08, 0.46), iron, 0.02)
    slab(pen, box(-0.06, -0.08, 0.12, 0.12), hex('#e0b040'), 0.02)
  },
  torch: (pen) => {
    slab(pen, circle(0, 0, 0.17), iron, 0.04)
    pen.fillStyle = css(hex('#ffb040'))
    pen.fill(new Path2D(circle(0, 0, 0.13)))
    pen.fillStyle = css(hex('#fff2c0'))
    pen.fill(new Path2D(circle(0, -0.01, 0.07)))
  },
  web: (pen, next) => {
    pen.strokeStyle = css([240, 240, 245], 0.6)
    pen.lineWidth = 0.025
    const spokes = Array.from(
      { length: 8 },
      (_, i) =>
        [
          Math.cos((i / 8) * 6.283) * next.between(0.5, 0.8),
          Math.sin((i / 8) * 6.283) * next.between(0.5, 0.8),
        ] as const,
    )
    for (const [x, y] of spokes) pen.stroke(new Path2D(`M0 0L${x} ${y}`))
    for (const r of [0.3, 0.55, 0.8])
      pen.stroke(new Path2D(`M${spokes.map(([x, y]) => `${x * r} ${y * r}`).join('L')}Z`))
  },
  bone: (pen, next) => {
    const bone = hex('#e6dcc2')
    pen.rotate(next() * 6.3)
    slab(pen, circle(0, -0.16, 0.13), bone, 0.03)
    pen.fillStyle = ink
    pen.fill(new Path2D(circle(-0.05, -0.17, 0.03) + circle(0.05, -0.17, 0.03)))
    pen.strokeStyle = ink
    pen.lineWidth = 0.1
    pen.lineCap = 'round'
    const limbs = new Path2D('M-.2 .02L.22 .18M.2 .02L-.2 .2M-.06 .1L-.04 .36')
    pen.stroke(limbs)
    pen.strokeStyle = css(bone)
    pen.lineWidth = 0.06
    pen.stroke(limbs)
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
  trap: (pen, _next, { stone }) => {
    slab(pen, box(-0.9, -0.9, 1.8, 1.8), light(stone, 0.2))
    pen.fillStyle = css([10, 6, 8])
    pen.fillRect(-0.76, -0.76, 1.52, 1.52)
    for (let y = -0.5; y <= 0.5; y += 0.5)
      for (let x = -0.5; x <= 0.5; x += 0.5)
        slab(pen, `M${x - 0.1} ${y + 0.12}L${x} ${y - 0.16}L${x + 0.1} ${y + 0.12}Z`, hex('#9aa0a8'), 0.02)
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
  circle: (pen, _next, { accent }) => {
    pen.strokeStyle = css(accent, 0.95)
    pen.lineWidth = 0.06
    pen.stroke(new Path2D(circle(0, 0, 1.16) + circle(0, 0, 0.96)))
    const star = Array.from(
      { length: 5 },
      (_, i) => `${(Math.cos(i * 2.513 - 1.57) * 0.96).toFixed(3)} ${(Math.sin(i * 2.513 - 1.57) * 0.96).toFixed(3)}`,
    )
    pen.stroke(new Path2D(`M${star.join('L')}Z`))
    for (let i = 0; i < 5; i++)
      slab(
        pen,
        circle(Math.cos(i * 1.2566 - 1.57) * 1.16, Math.sin(i * 1.2566 - 1.57) * 1.16, 0.09),
        hex('#f4e2a8'),
        0.03,
      )
  },
  mushroom: (pen, next, { accent }) => {
    for (let i = 0; i < 4; i++) {
      const x = next.between(-0.34, 0.34)
      const y = next.between(-0.34, 0.34)
      const r = next.between(0.09, 0.2)
      slab(pen, circle(x, y, r), mix(accent, hex('#b0503a'), next() * 0.6), 0.03)
      pen.fillStyle = css([255, 245, 225], 0.8)
      pen.fill(new Path2D(circle(x - r * 0.3, y - r * 0.2, r * 0.22) + circle(x + r * 0.3, y + r * 0.1, r * 0.18)))
    }
  },
  crystal: (pen, next, { accent }) => {
    for (let i = 0; i < 6; i++) {
      const a = next() * 6.3
      const s = next.between(0.2, 0.44)
      pen.save()
      pen.rotate(a)
      slab(pen, `M0 -.09L${s} -.05L${s + 0.12} 0L${s} .05L0 .09Z`, light(accent, next.between(0, 0.5)), 0.025)
      pen.restore()
    }
  },
  cage: (pen) => {
    pen.fillStyle = css([0, 0, 0], 0.25)
    pen.fillRect(-0.7, -0.7, 1.4, 1.4)
    pen.strokeStyle = css(iron)
    pen.lineWidth = 0.08
    pen.strokeRect(-0.7, -0.7, 1.4, 1.4)
    pen.lineWidth = 0.05
    for (let x = -0.42; x < 0.6; x += 0.28) pen.stroke(new Path2D(`M${x} -.7V.7`))
  },
  forge: (pen, _next, { stone }) => {
    slab(pen, box(-0.9, -0.6, 1.8, 1.2), dark(stone, 0.1))
    pen.fillStyle = css(hex('#ff8a2a'))
    pen.fillRect(-0.62, -0.36, 0.9, 0.72)
    pen.fillStyle = css(hex('#ffe08a'))
    pen.fillRect(-0.44, -0.2, 0.54, 0.4)
    slab(pen, 'M.7 .9L1.3 .8L1.34 1L1.1 1.06L1.1 1.24L.86 1.24L.86 1.04Z', iron, 0.04)
  },
  blood: (pen, next) => {
    pen.fillStyle = css(hex('#7a1818'), 0.75)
    for (let i = 0; i < 7; i++)
      pen.fill(new Path2D(circle(next.between(-0.4, 0.4), next.between(-0.4, 0.4), next.between(0.04, 0.22))))
  },
  track: (pen) => {
    for (const x of [-0.36, 0, 0.36]) slab(pen, box(x - 0.07, -0.42, 0.14, 0.84), dark(wood, 0.2), 0.02)
    for (const y of [-0.28, 0.2]) slab(pen, box(-0.5, y, 1, 0.08), iron, 0.02)
  },
  water: () => undefined,
  door: () => undefined,
  grid: () => undefined,
} satisfies Record<string, Draw>

export type ObjectName = keyof typeof objects
