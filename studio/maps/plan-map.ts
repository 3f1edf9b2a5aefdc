import type { MapPlan, Room, Theme } from '#domain/map-plan.ts'
import { random } from '../random.ts'
import type { Board } from './board.ts'
import { add, flood, lock, plant, rig, snare } from './dress.ts'
import { type Floor, openFloor, put } from './floor.ts'
import { writeKey } from './key.ts'
import type { Brief } from './layout/brief.ts'
import { layCavern } from './layout/cavern.ts'
import { layCrypt } from './layout/crypt.ts'
import { layForest } from './layout/forest.ts'
import { layKeep } from './layout/keep.ts'
import { bridge } from './layout/paths.ts'
import { layRuin } from './layout/ruin.ts'
import { laySewer } from './layout/sewer.ts'
import { layShip } from './layout/ship.ts'
import { layTavern } from './layout/tavern.ts'
import { layVillage } from './layout/village.ts'
import { isPiece, pieces } from './pieces.ts'
import { recipeOf } from './recipes.ts'
import { spotsFor } from './spots.ts'
import { number, tidy } from './tidy.ts'

/** Furniture that caves do not have. */
const joinery = new Set(['rug', 'pew', 'bench', 'wardrobe', 'lectern'])

/**
 * Furnishes one room by a recipe such as `table@rows*4 bone%20`: a piece, its anchor after `@`, and a number after `*`, or
 * one per so many squares after `%`.
 */
const furnishRoom = (floor: Floor, room: Room, recipe: string, banned: ReadonlySet<string>): void => {
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

const furnish = (floor: Floor, banned: ReadonlySet<string>): void => {
  for (const room of floor.board.plan.rooms) furnishRoom(floor, room, recipeOf(room.purpose), banned)
}

const layouts: Readonly<Record<Theme, (board: Board, brief: Brief) => void>> = {
  crypt: layCrypt,
  cave: layCavern,
  sewer: laySewer,
  keep: layKeep,
  tavern: layTavern,
  village: layVillage,
  forest: layForest,
  ruin: layRuin,
  ship: layShip,
}

/** The minimum number of squares on the shorter side, by theme. */
const least: Readonly<Record<Theme, number>> = {
  crypt: 15,
  cave: 14,
  sewer: 16,
  keep: 20,
  tavern: 15,
  village: 18,
  forest: 14,
  ruin: 16,
  ship: 11,
}
const across: Readonly<Record<Theme, number>> = {
  crypt: 25,
  cave: 25,
  sewer: 25,
  keep: 26,
  tavern: 20,
  village: 27,
  forest: 24,
  ruin: 22,
  ship: 24,
}
const scale = { small: 0.76, medium: 1, large: 1.36 } as const

/** Plans a map of this size in pixels. Pure: the same brief, size and seed produce the same plan. */
export const planMap = (
  brief: Brief,
  { width, height, seed }: { width: number; height: number; seed: number },
): MapPlan => {
  const fit = Math.floor(Math.min(width, height) / least[brief.theme])
  const px = Math.max(
    4,
    Math.min(fit, Math.round(Math.sqrt(width * height) / (across[brief.theme] * scale[brief.size]))),
  )
  const [cols, rows] = [Math.floor(width / px), Math.floor(height / px)]
  const plan: MapPlan = {
    version: 1,
    seed,
    title: '',
    theme: brief.theme,
    look: brief.look,
    width,
    height,
    grid: {
      kind: 'square',
      px,
      cols,
      rows,
      x: (width - cols * px) >> 1,
      y: (height - rows * px) >> 1,
      feet: 5,
      shown: brief.grid,
    },
    cells: Array.from({ length: cols * rows }, () => 0),
    rooms: [],
    doors: [],
    windows: [],
    stairs: [],
    pools: [],
    paths: [],
    furniture: [],
    lights: [],
    entrance: { x: 0, y: 0 },
  }
  const board: Board = { plan, cols, rows, next: random(seed, `plan/${brief.theme}`) }
  layouts[brief.theme](board, brief)
  tidy(plan)
  flood(board, brief)
  bridge(board)
  const floor = openFloor(board)
  if (brief.theme === 'ship') rig(floor)
  for (const thing of brief.things) if (isPiece(thing)) add(floor, thing)
  furnish(floor, brief.banned)
  if (!brief.banned.has('tree')) plant(floor, brief)
  snare(floor, brief)
  lock(board)
  number(plan)
  writeKey(plan, brief.flavour, brief.wanted)
  return plan
}
