import { bloom, grade, vignette } from './finish/grade.ts'
import { ink } from './finish/ink.ts'
import { lean } from './finish/lean.ts'
import { paint } from './finish/paint.ts'
import type { Stage, Style } from './stage.ts'

/** The last hand over a drawing: what makes paint, flats and ink out of the same forms. */

/** Flats: contrast, colour and a clean glow; every edge stays where it was cut. */
const polish = (stage: Stage): void => {
  bloom(stage, 0.72, 0.34)
  grade(stage, 0.22, 1.12)
  vignette(stage, 0.22, stage.palette.near)
}

/** `fine` shrinks the brush for pictures whose small forms matter: faces, maps. */
export const finish = (stage: Stage, fine = 1): void => {
  if (stage.reference) lean(stage, stage.reference)
  const hands: Record<Style, () => void> = {
    'fantasy-art': () => paint(stage, fine),
    'digital-art': () => polish(stage),
    'comic-book': () => ink(stage),
  }
  hands[stage.style]()
}
