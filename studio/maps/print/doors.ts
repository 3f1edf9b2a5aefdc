import type { Door, Edge } from '#domain/map-plan.ts'
import { endsOf } from '#domain/map-plan.ts'
import { css, hex, mix } from '../../colour.ts'
import type { Pen } from '../../stage.ts'
import { inSquares, type Sheet } from './sheet.ts'

/** Doors and windows as symbols in the wall: along the x axis, the jambs at 0 and `span`. */

const along = (pen: Pen, edge: Edge, draw: (span: number) => void): void => {
  const [from] = endsOf(edge)
  pen.save()
  pen.translate(from.x, from.y)
  if (edge.side === 'west') pen.rotate(Math.PI / 2)
  draw(edge.span)
  pen.restore()
}

const board = (pen: Pen, x: number, y: number, w: number, h: number, colour: string) => {
  pen.fillStyle = css([0, 0, 0], 0.4)
  pen.fillRect(x + 0.04, y + 0.07, w, h)
  pen.fillStyle = colour
  pen.fillRect(x, y, w, h)
  pen.strokeStyle = css([22, 14, 9])
  pen.lineWidth = 0.05
  pen.strokeRect(x, y, w, h)
}

const leaf = (pen: Pen, length: number, barred: boolean, ink: boolean) => {
  const colour = ink ? (barred ? '#d8d4cc' : '#fbf6e8') : barred ? '#5a5e64' : '#8a5630'
  board(pen, 0, -0.1, length, 0.2, colour)
  pen.lineWidth = 0.025
  const bars = Math.max(3, Math.round(length * (barred ? 6 : 4)))
  for (let i = 1; i < bars; i++) pen.strokeRect((length * i) / bars, -0.1, 0.001, 0.2)
  if (barred || ink) return
  pen.fillStyle = css(hex('#d0a84e'))
  pen.fillRect(length * 0.8, -0.045, 0.09, 0.09)
  pen.fillStyle = css(hex('#3c3a3a'))
  for (const x of [0.1, length * 0.55]) pen.fillRect(x, -0.1, 0.05, 0.2)
}

const jambs = (pen: Pen, span: number, colour: string) => {
  for (const x of [-0.09, span - 0.09]) board(pen, x, -0.2, 0.18, 0.4, colour)
}

const drawDoor = (pen: Pen, door: Door, sheet: Sheet): void =>
  along(pen, door, (span) => {
    const { look, ink, plan } = sheet
    const stone = ink ? '#2c2420' : css(mix(look.wall, [255, 246, 226], 0.16))
    pen.fillStyle = css([14, 10, 8], 0.28)
    pen.fillRect(0, -0.15, span, 0.3)
    if (door.secret) {
      drawSecretDoor(pen, span, sheet)
      return
    }
    if (door.kind === 'arch') {
      if (!plan.look.ruined) jambs(pen, span, stone)
      return
    }
    const leaves = door.kind === 'double' || span > 1 ? 2 : 1
    const length = (span - 0.12) / leaves
    for (let i = 0; i < leaves; i++) {
      pen.save()
      pen.translate(i ? span - 0.06 : 0.06, 0)
      if (i) pen.scale(-1, 1)
      if (!door.closed) pen.rotate(-1.35)
      leaf(pen, length, door.kind === 'barred', ink)
      pen.restore()
    }
    jambs(pen, span, stone)
    if (door.locked) {
      pen.fillStyle = css(hex('#d8b04e'))
      pen.beginPath()
      pen.arc(span / 2, 0, 0.09, 0, 7)
      pen.fill()
      pen.stroke()
    }
  })

/** Draws a secret door for the game master: a wall with the letter S. */
const drawSecretDoor = (pen: Pen, span: number, { look, ink }: Sheet): void => {
  board(pen, 0, -0.14, span, 0.28, css(ink ? hex('#2c2420') : look.wall))
  pen.fillStyle = css(hex('#f4ead0'))
  pen.beginPath()
  pen.arc(span / 2, 0, 0.27, 0, 7)
  pen.fill()
  pen.strokeStyle = css(hex('#7a1f2a'))
  pen.lineWidth = 0.06
  pen.stroke()
  // The S consists of two arcs, because fonts differ between machines.
  pen.beginPath()
  pen.arc(span / 2, -0.07, 0.075, -0.5, Math.PI / 2, true)
  pen.arc(span / 2, 0.08, 0.075, -Math.PI / 2, Math.PI - 0.5)
  pen.stroke()
}

export const drawDoors = (sheet: Sheet): void => {
  const { pen, plan, look, ink } = sheet
  inSquares(sheet, pen, () => {
    for (const door of plan.doors) drawDoor(pen, door, sheet)
    for (const window of plan.windows)
      along(pen, window, (span) => {
        board(pen, 0.04, -0.13, span - 0.08, 0.26, css(ink ? hex('#fbf6e8') : mix(look.wall, [20, 14, 10], 0.3)))
        pen.fillStyle = css(ink ? hex('#cfe2e8') : hex('#a9d2de'))
        pen.fillRect(0.12, -0.06, span - 0.24, 0.12)
        pen.lineWidth = 0.03
        pen.strokeRect(0.12, -0.06, span - 0.24, 0.12)
        pen.strokeRect(span / 2, -0.06, 0.001, 0.12)
      })
  })
}
