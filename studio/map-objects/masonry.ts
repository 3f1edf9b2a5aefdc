import { Path2D } from '@napi-rs/canvas'
import { css, hex, mix } from '../colour.ts'
import { box, circle, type Draw, dark, ink, iron, light, slab, wood } from './slab.ts'

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

/** Drawings, from above, of fixed objects, mostly of stone and iron. */
export const masonry = {
  pillar: (pen, _next, { stone }) => {
    slab(pen, box(-0.36, -0.36, 0.72, 0.72), light(stone, 0.18))
    slab(pen, circle(0, 0, 0.28), light(stone, 0.4))
    pen.fillStyle = css(light(stone, 0.65), 0.8)
    pen.fill(new Path2D(circle(-0.05, -0.06, 0.15)))
  },
  rubble: rockHeap,
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
  torch: (pen) => {
    slab(pen, circle(0, 0, 0.17), iron, 0.04)
    pen.fillStyle = css(hex('#ffb040'))
    pen.fill(new Path2D(circle(0, 0, 0.13)))
    pen.fillStyle = css(hex('#fff2c0'))
    pen.fill(new Path2D(circle(0, -0.01, 0.07)))
  },
  trap: (pen, _next, { stone }) => {
    slab(pen, box(-0.9, -0.9, 1.8, 1.8), light(stone, 0.2))
    pen.fillStyle = css([10, 6, 8])
    pen.fillRect(-0.76, -0.76, 1.52, 1.52)
    for (let y = -0.5; y <= 0.5; y += 0.5)
      for (let x = -0.5; x <= 0.5; x += 0.5)
        slab(pen, `M${x - 0.1} ${y + 0.12}L${x} ${y - 0.16}L${x + 0.1} ${y + 0.12}Z`, hex('#9aa0a8'), 0.02)
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
  },
  track: (pen) => {
    for (const x of [-0.36, 0, 0.36]) slab(pen, box(x - 0.07, -0.42, 0.14, 0.84), dark(wood, 0.2), 0.02)
    for (const y of [-0.28, 0.2]) slab(pen, box(-0.5, y, 1, 0.08), iron, 0.02)
  },
} satisfies Record<string, Draw>
