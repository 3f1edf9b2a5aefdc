import { type Canvas, createCanvas, Path2D } from '@napi-rs/canvas'
import { css, type Rgb } from '../../colour.ts'
import type { Pen, Stage } from '../../stage.ts'
import type { Sitter } from '../sitter.ts'

/** Corners of the face texture in heads, and its resolution in pixels per head. */
export const faceFrom = [-0.45, 0.55] as const
export const faceTo = [0.45, -0.55] as const
const fine = 900

export interface Face {
  pen: Pen
  sitter: Sitter
  stage: Stage
  line: Rgb
}

/** Draws a feature on both halves of a face, mirrored on the second. */
export const both = (pen: Pen, draw: (side: 1 | -1) => void): void => {
  for (const side of [1, -1] as const) {
    pen.save()
    pen.scale(side, 1)
    draw(side)
    pen.restore()
  }
}

export const blurred = (pen: Pen, radius: number, draw: () => void): void => {
  pen.save()
  pen.filter = `blur(${radius * fine}px)`
  draw()
  pen.restore()
}

export const stroke = (pen: Pen, d: string, width: number, colour: Rgb, alpha = 1): void => {
  pen.strokeStyle = css(colour, alpha)
  pen.lineWidth = width
  pen.stroke(new Path2D(d))
}

/** Creates an empty face texture; its pen draws in heads, y downwards, with the point between the eyes as origin. */
export const blankFace = (): { canvas: Canvas; pen: Pen } => {
  const canvas = createCanvas(
    Math.round((faceTo[0] - faceFrom[0]) * fine),
    Math.round((faceFrom[1] - faceTo[1]) * fine),
  )
  const pen = canvas.getContext('2d')
  pen.scale(fine, fine)
  pen.translate(-faceFrom[0], faceFrom[1])
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  return { canvas, pen }
}
