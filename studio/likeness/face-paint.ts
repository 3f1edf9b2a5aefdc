import type { Canvas } from '@napi-rs/canvas'
import { css, hex, mix, shift } from '../colour.ts'
import type { Stage } from '../stage.ts'
import { blankFace, blurred, both } from './face-paint/canvas.ts'
import { brows, eyes } from './face-paint/eyes.ts'
import { marks } from './face-paint/marks.ts'
import { noseAndMouth } from './face-paint/mouth.ts'
import { rot } from './face-paint/rot.ts'
import { skin } from './face-paint/skin.ts'
import type { Sitter } from './sitter.ts'

/** What is painted on the modelled head: all that is too fine to be modelled. */
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
