import type { Canvas } from '@napi-rs/canvas'
import { Path2D } from '@napi-rs/canvas'
import { css, hex, mix, shift } from '../colour.ts'
import type { Stage } from '../stage.ts'
import { blankFace, blurred, both, type Face } from './face-paint/canvas.ts'
import { brows, eyes } from './face-paint/eyes.ts'
import { marks } from './face-paint/marks.ts'
import { noseAndMouth } from './face-paint/mouth.ts'
import { skin } from './face-paint/skin.ts'
import type { Sitter } from './sitter.ts'

/** Paints the decay of an undead face: sores and bared teeth. */
const rot = ({ pen, sitter, stage }: Face): void => {
  const next = stage.chance('rot')
  const sore = hex('#4a1818')
  for (let i = 0; i < 9; i++) {
    const [x, y, r] = [next.between(-0.3, 0.3), next.between(-0.36, 0.42), next.between(0.012, 0.045)]
    if (Math.abs(y) < 0.05 && Math.abs(x) < 0.2) continue
    blurred(pen, 0.004, () => {
      pen.fillStyle = css(mix(sitter.skin, sore, 0.75), 0.85)
      pen.beginPath()
      pen.ellipse(x, y, r, r * next.between(0.4, 0.9), next() * 3, 0, 7)
      pen.fill()
      pen.fillStyle = css(mix(sore, [120, 30, 26], 0.5), 0.8)
      pen.beginPath()
      pen.ellipse(x, y, r * 0.5, r * 0.35, 0, 0, 7)
      pen.fill()
    })
  }
  const side = next.pick([-1, 1])
  pen.save()
  pen.scale(side, 1)
  pen.fillStyle = css([30, 8, 10], 0.95)
  pen.fill(new Path2D('M.05 .262C.1 .236 .19 .216 .225 .24C.23 .28 .19 .32 .12 .322C.08 .318 .05 .3 .05 .262Z'))
  for (let i = 0; i < 6; i++)
    for (const [y, tall] of [
      [0.245 - i * 0.003, 0.032],
      [0.284, 0.028],
    ] as const) {
      pen.fillStyle = css(mix(hex('#b8a878'), hex('#6a5030'), next() * 0.6))
      pen.beginPath()
      pen.roundRect(0.062 + i * 0.024, y, 0.02, tall, 0.005)
      pen.fill()
    }
  pen.restore()
}

/** Paints the texture of a face: all details that are too fine for the mesh of the head. */
export const facePaint = (stage: Stage, sitter: Sitter, wounds: 'rot' | null = null): Canvas => {
  const { canvas, pen } = blankFace()
  const line = shift(mix(sitter.skin, hex('#1c0f12'), 0.78), { chroma: 1.1 })
  const face = { pen, sitter, stage, line }
  skin(face)
  if (sitter.rouge)
    blurred(pen, 0.04, () =>
      both(pen, () => {
        pen.fillStyle = css(mix(sitter.skin, hex('#c8403c'), 0.6), 0.22)
        pen.beginPath()
        pen.ellipse(0.19, 0.12, 0.06, 0.045, 0, 0, 7)
        pen.fill()
      }),
    )
  eyes(face)
  noseAndMouth(face)
  if (!sitter.noBrows) brows(face)
  marks(face)
  if (wounds) rot(face)
  return canvas
}
