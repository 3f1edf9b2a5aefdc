import { type Floor, put } from './floor.ts'
import { isPiece, pieces } from './pieces.ts'
import type { Room } from './plan.ts'
import { recipeOf } from './recipes.ts'
import { spotsFor } from './spots.ts'

/** Sets things into rooms as people would, and so that every way stays free. */

/** What nobody carries into a cave. */
const joinery = new Set(['rug', 'pew', 'bench', 'wardrobe', 'lectern'])

/** Furnishes one room by a recipe such as `table@rows*4 bone%20`: a piece, where, and how many or one to so many squares. */
export const furnishRoom = (floor: Floor, room: Room, recipe: string, banned: ReadonlySet<string>): void => {
  const { plan, next } = floor.board
  const cells = plan.cells.flatMap((value, cell) => (value === room.id ? [cell] : []))
  if (!cells.length) return
  for (const word of recipe.split(' ').filter(Boolean)) {
    const [, kind = '', anchor = 'any', times, per] = /^([a-z]+)(?:@([a-z]+))?(?:\*(\d+))?(?:%(\d+))?$/.exec(word) ?? []
    if (!isPiece(kind) || banned.has(kind) || (room.floor === 'earth' && room.natural && joinery.has(kind))) continue
    let left = per ? Math.max(0, Math.round(cells.length / Number(per) + next.between(-0.4, 0.4))) : Number(times ?? 1)
    const set = room.floor === 'earth' && room.natural && ['wall', 'corner', 'end'].includes(anchor) ? 'any' : anchor
    for (const spot of spotsFor(floor.board, cells, room, set, pieces[kind], next)) {
      if (left <= 0) break
      if (put(floor, kind, spot, set === 'any' && !pieces[kind as 'bone'].light ? next.between(0.85, 1.15) : 1)) left--
    }
  }
}

export const furnish = (floor: Floor, banned: ReadonlySet<string>): void => {
  for (const room of floor.board.plan.rooms) furnishRoom(floor, room, recipeOf(room.purpose), banned)
}
