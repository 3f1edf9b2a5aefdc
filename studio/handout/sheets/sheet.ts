import { css, hex } from '../../colour.ts'
import type { Pen, Stage } from '../../stage.ts'
import type { Paper } from '../paper.ts'
import type { Written } from '../words.ts'

/** Letters a paper with what is written on it. */
export type Sheet = (stage: Stage, paper: Paper, written: Written) => void

export const ink = hex('#2a1a10')

/** A line across, a broad one over a fine one. */
export const rule = (pen: Pen, y: number, half: number, u: number): void => {
  pen.fillStyle = css(ink, 0.85)
  pen.fillRect(-half, y, half * 2, 3.4 * u)
  pen.fillRect(-half, y + 7 * u, half * 2, 1.4 * u)
}
