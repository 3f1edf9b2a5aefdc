import { bloom, grade, vignette } from './finish/grade.ts'
import { ink } from './finish/ink.ts'
import { lean } from './finish/lean.ts'
import { paint } from './finish/paint.ts'
import type { Stage, Style } from './stage.ts'

/** Post-processing that turns the same drawing into paint, flat colours or ink, by its style. */

/** Finishes flat colours with contrast, saturation and a glow; edges stay sharp. */
const polish = (stage: Stage): void => {
  bloom(stage, 0.72, 0.34)
  grade(stage, 0.22, 1.12)
  vignette(stage, 0.22, stage.palette.near)
}

/** Finishes a drawing in its style, after its reference if it has one. A `fine` below 1 shrinks the brush, for faces and other details. */
export const finish = (stage: Stage, fine = 1): void => {
  if (stage.reference) lean(stage, stage.reference)
  const hands: Record<Style, () => void> = {
    'fantasy-art': () => paint(stage, fine),
    'digital-art': () => polish(stage),
    'comic-book': () => ink(stage),
  }
  hands[stage.style]()
}
