import { Path2D } from '@napi-rs/canvas'
import { css, hex, mix } from '../colour.ts'
import { circle, type Draw, ink, light, slab } from './slab.ts'

/** Drawings, from above, of natural growth and remains. */
export const remains = {
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
  blood: (pen, next) => {
    pen.fillStyle = css(hex('#7a1818'), 0.75)
    for (let i = 0; i < 7; i++)
      pen.fill(new Path2D(circle(next.between(-0.4, 0.4), next.between(-0.4, 0.4), next.between(0.04, 0.22))))
  },
} satisfies Record<string, Draw>
