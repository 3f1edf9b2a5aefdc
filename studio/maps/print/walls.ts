import type { Canvas } from '@napi-rs/canvas'
import { css, mix, type Rgb } from '../../colour.ts'
import type { Random } from '../../random.ts'
import { sheet as canvasOf, type Pen } from '../../stage.ts'
import type { Point, Wall } from '../walls.ts'
import { inSquares, type Sheet } from './sheet.ts'

/** Returns the thickness of a wall in squares. */
export const thicknessOf = ({ plan, look }: Sheet, { natural, low, outer, rooms }: Wall): number => {
  if (plan.theme === 'ship') return low ? 0.2 : rooms.includes(0) ? 0.26 : 0.16
  if (natural) return 0.16
  if (look.timber) return outer ? 0.26 : 0.18
  return plan.theme === 'keep' && outer ? 0.42 : 0.3
}

const trace = (pen: Pen, points: readonly Point[], dx = 0, dy = 0) => {
  pen.beginPath()
  for (const { x, y } of points) pen.lineTo(x + dx, y + dy)
}

/** Draws the shadows of walls on the ground, on the side away from the light. The mask excludes rock and the sea. */
export const wallShadows = (sheet: Sheet, mask: Canvas | null): void => {
  const { stage, px } = sheet
  const soft = canvasOf(stage)
  const hard = canvasOf(stage)
  inSquares(sheet, hard.pen, () => {
    hard.pen.strokeStyle = css([10, 7, 8])
    hard.pen.lineJoin = 'round'
    hard.pen.lineCap = 'round'
    for (const wall of sheet.walls) {
      hard.pen.lineWidth = thicknessOf(sheet, wall) + 0.34
      trace(hard.pen, wall.points, 0.12, 0.16)
      hard.pen.stroke()
    }
  })
  soft.pen.filter = `blur(${px * 0.13}px)`
  soft.pen.drawImage(hard.canvas, 0, 0)
  soft.pen.filter = 'none'
  if (mask) {
    soft.pen.globalCompositeOperation = 'destination-in'
    soft.pen.drawImage(mask, 0, 0)
  }
  stage.pen.globalAlpha = sheet.ink ? 0.34 : 0.62
  stage.pen.drawImage(soft.canvas, 0, 0)
  stage.pen.globalAlpha = 1
}

/** Draws a wall stone by stone, or plank by plank. */
const course = (
  pen: Pen,
  { points }: Wall,
  thick: number,
  colour: Rgb,
  next: Random,
  [least, most]: readonly [number, number],
  ruined: boolean,
): void => {
  for (let i = 1; i < points.length; i++) {
    const [from, to] = [points[i - 1] as Point, points[i] as Point]
    const length = Math.hypot(to.x - from.x, to.y - from.y)
    const angle = Math.atan2(to.y - from.y, to.x - from.x)
    pen.save()
    pen.translate(from.x, from.y)
    pen.rotate(angle)
    for (let at = 0; at < length - 0.01; ) {
      const rest = length - at
      const block = rest < most * 1.3 ? (rest > most ? rest / 2 : rest) : next.between(least, most)
      const wear = ruined ? next.between(-0.09, 0.05) : 0
      const gone = ruined && next.chance(0.1)
      if (!gone) {
        const t = thick + wear
        pen.fillStyle = css(mix(colour, next.chance(0.5) ? [255, 246, 226] : [16, 12, 12], next.between(0, 0.16)))
        pen.fillRect(at, -t / 2, block, t)
        pen.fillStyle = css([255, 248, 230], 0.14)
        pen.fillRect(at, -t / 2, block, t * 0.28)
        pen.fillStyle = css([0, 0, 0], 0.2)
        pen.fillRect(at, t * 0.26, block, t * 0.24)
        pen.strokeStyle = css([18, 13, 11], 0.75)
        pen.lineWidth = 0.025
        pen.strokeRect(at, -t / 2, block, t)
      }
      at += block
    }
    pen.restore()
  }
}

export const drawWalls = (sheet: Sheet): void => {
  const { stage, pen, look, ink, plan } = sheet
  const next = stage.chance('blocks')
  inSquares(sheet, pen, () => {
    pen.lineJoin = 'miter'
    pen.miterLimit = 3
    for (const wall of sheet.walls) {
      pen.lineCap = wall.natural ? 'round' : 'square'
      pen.lineJoin = wall.natural ? 'round' : 'miter'
      pen.lineWidth = thicknessOf(sheet, wall) + (ink ? 0.02 : 0.07)
      pen.strokeStyle = css([18, 13, 11])
      trace(pen, wall.points)
      pen.stroke()
    }
    if (ink) return
    for (const wall of sheet.walls) {
      const thick = thicknessOf(sheet, wall)
      if (wall.natural && plan.theme !== 'ship') {
        pen.lineCap = 'round'
        pen.lineJoin = 'round'
        pen.lineWidth = thick
        pen.strokeStyle = css(look.wall)
        trace(pen, wall.points)
        pen.stroke()
        pen.lineWidth = thick * 0.4
        pen.strokeStyle = css(mix(look.wall, [255, 246, 226], 0.24), 0.8)
        trace(pen, wall.points, -0.02, -0.03)
        pen.stroke()
        continue
      }
      if (wall.natural) {
        pen.lineCap = 'round'
        pen.lineJoin = 'round'
        for (const [width, colour] of [
          [thick, look.wall],
          [thick * 0.55, mix(look.wall, [255, 236, 200], 0.3)],
          [thick * 0.14, mix(look.wall, [0, 0, 0], 0.45)],
        ] as const) {
          pen.lineWidth = width
          pen.strokeStyle = css(colour)
          trace(pen, wall.points)
          pen.stroke()
        }
        continue
      }
      pen.lineCap = 'square'
      pen.lineWidth = thick
      pen.strokeStyle = css(mix(look.wall, [0, 0, 0], 0.2))
      trace(pen, wall.points)
      pen.stroke()
      course(pen, wall, thick, look.wall, next, look.timber ? [1.1, 2.4] : [0.32, 0.6], plan.look.ruined)
    }
  })
}
