import { cellsOf, isFreeEdge, sidesOf } from '#domain/map-plan.ts'
import { addDoor, addRoom, type Board, edgesBetween, fill, type Rect } from '../board.ts'

/**
 * Separates a hidden room, `deep` squares deep, from an end without doors and windows: of the first of these rooms that
 * has such an end. A secret door leads in.
 */
export const wallOff = (board: Board, ids: readonly number[], deep: number): void => {
  const { plan } = board
  const openings = [...plan.doors, ...plan.windows].flatMap((edge) =>
    sidesOf(edge).flatMap(({ near, far }) => [near, far]),
  )
  for (const id of ids) {
    const rect = rectOf(board, id)
    if (!rect || Math.max(rect.w, rect.h) < deep + 3 || Math.min(rect.w, rect.h) < 2) continue
    const strip = endsOf(rect, deep).find(
      ({ x, y, w, h }) => !openings.some(([ox, oy]) => ox >= x && oy >= y && ox < x + w && oy < y + h),
    )
    if (!strip) continue
    const hidden = addRoom(board, 'cache', { secret: true, floor: plan.rooms[id - 1]?.floor ?? 'slabs' })
    fill(board, strip, hidden)
    const free = edgesBetween(plan, id, hidden).filter((edge) => isFreeEdge(plan, edge))
    const edge = free[free.length >> 1]
    if (edge) addDoor(board, edge, 'door', { secret: true, closed: true })
    return
  }
}

/** Returns a room's rectangle; null if it is not rectangular. */
const rectOf = (board: Board, id: number): Rect | null => {
  const cells = cellsOf(board.plan, id)
  const [xs, ys] = [cells.map((cell) => cell % board.cols), cells.map((cell) => Math.floor(cell / board.cols))]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  const [w, h] = [Math.max(...xs) - x + 1, Math.max(...ys) - y + 1]
  return cells.length > 0 && cells.length === w * h ? { x, y, w, h } : null
}

const endsOf = ({ x, y, w, h }: Rect, deep: number): Rect[] =>
  w >= h
    ? [
        { x, y, w: deep, h },
        { x: x + w - deep, y, w: deep, h },
      ]
    : [
        { x, y, w, h: deep },
        { x, y: y + h - deep, w, h: deep },
      ]
