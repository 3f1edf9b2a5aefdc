import { cellsOf, roomAt, sidesOf } from '#domain/map-plan.ts'
import { isWalled } from '#domain/map-reach.ts'
import { noise } from '../noise.ts'
import type { Board } from './board.ts'
import { type Floor, leavesWay, put } from './floor.ts'
import type { Brief } from './layout/brief.ts'
import type { PieceName } from './pieces.ts'

/** Additions to a layout besides its furniture: water, rigging, trees, traps, locks, and things that the prompt names. */

const flooded = new Set(['cistern', 'pool'])

/**
 * Adds water to cisterns, pools and rooms that the prompt describes as flooded; without any, to two other rooms if the
 * prompt requests water. Built rooms stay dry along their walls, unless the prompt floods them; caves get round pools.
 */
export const flood = ({ plan, cols }: Board, brief: Brief): void => {
  const bank = noise(plan.seed, 'pools')
  const asked = new Set(brief.wanted.filter(({ flooded: wet }) => wet).map(({ purpose }) => purpose))
  const kind =
    brief.land === 'ash'
      ? 'lava'
      : brief.land === 'snow'
        ? 'ice'
        : brief.land === 'swamp' || brief.theme === 'sewer'
          ? 'slime'
          : 'water'
  const built = plan.rooms.filter(({ outside }) => !outside)
  const hosts = built.filter(({ purpose }) => flooded.has(purpose) || asked.has(purpose))
  const more =
    brief.water && !hosts.length && !plan.pools.length
      ? built.filter(({ purpose, secret }) => purpose !== 'passage' && !secret).slice(0, 2)
      : []
  for (const room of [...hosts, ...more]) {
    const cells = room.natural
      ? plan.cells.flatMap((id, cell) => (id && !isWalled(plan, room.id, id) ? [cell] : []))
      : cellsOf(plan, room.id)
    if (brief.water === false || !cells.length) continue
    const own = cellsOf(plan, room.id)
    const [cx, cy] = [
      mean(own.map((cell) => (cell % cols) + 0.5)),
      mean(own.map((cell) => Math.floor(cell / cols) + 0.5)),
    ]
    const r = Math.sqrt(own.length / Math.PI)
    const inner = cells.filter((cell) => {
      const [x, y] = [(cell % cols) + 0.5, Math.floor(cell / cols) + 0.5]
      if (asked.has(room.purpose) && !room.natural) return true
      if (room.natural) return Math.hypot(x - cx, y - cy) < r * (0.78 + 0.2 * bank(x / 2, y / 2))
      return [-1, 0, 1].every((dx) =>
        [-1, 0, 1].every((dy) => roomAt(plan, Math.floor(x) + dx, Math.floor(y) + dy) === room.id),
      )
    })
    if (inner.length) plan.pools.push({ kind, shallow: true, cells: inner })
  }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

/** Places a thing that the prompt names in any room where it fits. */
export const add = (floor: Floor, kind: PieceName): void => {
  const { plan, next, cols } = floor.board
  const rooms = plan.rooms.filter(({ purpose, secret }) => !secret && purpose !== 'passage')
  for (let i = 0; i < 80; i++) {
    const cells = cellsOf(plan, next.pick(rooms).id)
    if (!cells.length) continue
    const cell = next.pick(cells)
    if (put(floor, kind, { x: (cell % cols) + 0.5, y: Math.floor(cell / cols) + 0.5, turn: 0 })) return
  }
}

/** Places masts and hatches in a line along the middle of the deck. */
export const rig = (floor: Floor): void => {
  const { plan, cols } = floor.board
  const deck = plan.rooms.find(({ purpose }) => purpose === 'deck')
  if (!deck) return
  const cells = cellsOf(plan, deck.id)
  const xs = cells.map((cell) => cell % cols)
  const ys = cells.map((cell) => Math.floor(cell / cols))
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs) + 1, Math.min(...ys), Math.max(...ys) + 1]
  const long = x1 - x0 >= y1 - y0
  for (const t of [0.2, 0.5, 0.8])
    put(
      floor,
      'mast',
      long
        ? { x: Math.floor(x0 + (x1 - x0) * t) + 0.5, y: Math.floor((y0 + y1) / 2) + 0.5, turn: 0 }
        : { x: Math.floor((x0 + x1) / 2) + 0.5, y: Math.floor(y0 + (y1 - y0) * t) + 0.5, turn: 0 },
    )
  for (const t of [0.34, 0.66])
    put(
      floor,
      'hatch',
      long
        ? { x: x0 + (x1 - x0) * t, y: (y0 + y1) / 2, turn: 0 }
        : { x: (x0 + x1) / 2, y: y0 + (y1 - y0) * t, turn: 0 },
    )
}

/** Plants trees on open ground, denser towards the map's borders; water, paths and the surroundings of buildings stay free. */
export const plant = (floor: Floor, brief: Brief): void => {
  const { plan, cols, rows, next } = floor.board
  const density = { forest: 0.2, ruin: 0.09, village: 0.055, keep: 0.05, tavern: 0.05 }[brief.theme as 'forest'] ?? 0
  const thin =
    { desert: 0.35, ash: 0.6, meadow: 0.45, sea: 0.5, snow: 0.75 }[brief.land as 'desert'] ??
    (brief.land === 'jungle' ? 1.35 : 1)
  const clumps = noise(plan.seed, 'clumps')
  const wet = new Set(plan.pools.flatMap(({ cells }) => cells))
  const trodden = new Set(plan.paths)
  const wild = new Set(['woods', 'grounds', 'green', 'approach', 'street'])
  for (let i = 0; i < cols * rows * 1.2; i++) {
    const cell = next.int(0, cols * rows - 1)
    const [x, y] = [cell % cols, Math.floor(cell / cols)]
    const room = plan.rooms[(plan.cells[cell] ?? 0) - 1]
    const edge = Math.max(Math.abs((x + 0.5) / cols - 0.5), Math.abs((y + 0.5) / rows - 0.5)) * 2
    const want =
      density * thin * (0.35 + edge * 1.1 + 0.9 * clumps(x / 4, y / 4)) * (room && wild.has(room.purpose) ? 1.6 : 0.12)
    if (!room?.outside || wet.has(cell) || trodden.has(cell) || next() > want * 1.6) continue
    if ([-1, 0, 1].some((dx) => [-1, 0, 1].some((dy) => plan.rooms[roomAt(plan, x + dx, y + dy) - 1]?.walled))) continue
    put(
      floor,
      'tree',
      { x: x + next.between(0.38, 0.62), y: y + next.between(0.38, 0.62), turn: next() * 6.28 },
      next.between(0.8, 1.25),
    )
  }
}

/** Adds a hidden pit to a crypt, a cave or a ruin, unless the prompt excludes traps. */
export const snare = (floor: Floor, { theme, banned }: Brief): void => {
  const { plan, next, cols } = floor.board
  if (!['crypt', 'cave', 'ruin'].includes(theme) || banned.has('trap')) return
  const rooms = plan.rooms.filter(({ secret, outside, walled }) => !secret && !outside && walled)
  for (let i = 0; i < 40 && rooms.length; i++) {
    const cells = cellsOf(plan, next.pick(rooms).id)
    if (!cells.length) continue
    const cell = next.pick(cells)
    const spot = { x: (cell % cols) + 1, y: Math.floor(cell / cols) + 1, turn: 0 }
    if (leavesWay(floor, [cell]) && put(floor, 'trap', spot, 1, true)) return
  }
}

const guarded = new Set(['vault', 'cell', 'armoury', 'brig', 'magazine', 'office'])

/** Locks half of the doors of rooms with valuables or prisoners. */
export const lock = ({ plan, next }: Board): void => {
  for (const door of plan.doors) {
    const rooms = sidesOf(door).flatMap(({ near, far }) => [roomAt(plan, ...near), roomAt(plan, ...far)])
    const isGuarded = rooms.some((id) => guarded.has(plan.rooms[id - 1]?.purpose ?? ''))
    if (isGuarded && !door.secret && door.kind !== 'arch' && next.chance(0.5))
      Object.assign(door, { closed: true, locked: true })
  }
}
