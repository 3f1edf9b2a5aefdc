import { type Canvas, Path2D } from '@napi-rs/canvas'
import { type Room, roomAt } from '#domain/map-plan.ts'
import { wallsOf } from '../walls.ts'
import type { Sheet } from './sheet.ts'

/**
 * Returns the outline of the selected rooms in squares, for the even-odd fill rule: their squares, and the areas between
 * the square and the natural outline of each wall, which the rule adds to or removes from the squares.
 */
export const shapeOf = ({ plan }: Sheet, meant: (room: Room) => boolean): Path2D => {
  const { cols, rows } = plan.grid
  const path = new Path2D()
  const has = (x: number, y: number) => {
    const room = plan.rooms[roomAt(plan, x, y) - 1]
    return !!room && meant(room)
  }
  // Rooms at the border of the map continue beyond it.
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < cols; x++) {
      if (!has(x, y)) continue
      let to = x
      while (to < cols && has(to, y)) to++
      const [left, right] = [x === 0 ? -3 : x, to === cols ? cols + 3 : to]
      const [top, foot] = [y === 0 ? -3 : y, y === rows - 1 ? rows + 3 : y + 1]
      path.rect(left, top, right - left, foot - top)
      x = to
    }
  for (const { natural, points, grid, rooms } of wallsOf(plan, { openings: false })) {
    if (!natural || !rooms.includes(0)) continue
    if (!rooms.some((id) => id > 0 && meant(plan.rooms[id - 1] as Room))) continue
    points.forEach(({ x, y }, i) => {
      if (i) path.lineTo(x, y)
      else path.moveTo(x, y)
    })
    for (const { x, y } of [...grid].reverse()) path.lineTo(x, y)
    path.closePath()
  }
  return path
}

/** A canvas of the sheet's size, white where the shape is. */
export const maskOf = (
  sheet: Sheet,
  shape: Path2D,
  make: (w: number, h: number) => { canvas: Canvas; pen: Sheet['pen'] },
) => {
  const part = make(sheet.w, sheet.h)
  part.pen.save()
  part.pen.translate(sheet.ox, sheet.oy)
  part.pen.scale(sheet.px, sheet.px)
  part.pen.fillStyle = '#fff'
  part.pen.fill(shape, 'evenodd')
  part.pen.restore()
  return part
}
