import { noise } from '../noise.ts'
import { random } from '../random.ts'
import { type Board, cellsOf, sidesOf } from './board.ts'
import { type Floor, furnish, leavesWay, openFloor, put } from './furnish.ts'
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
import { isPiece } from './pieces.ts'
import { type MapPlan, roomAt, type Theme } from './plan.ts'
import { isWalled, reachable } from './reach.ts'

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

/** How many squares the shorter side needs for such a place. */
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

/** Plans a map of this many pixels. Pure: the same brief, size and seed make the same plan. */
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
  order(plan)
  writeKey(plan, brief.flavour, brief.wanted)
  return plan
}

/** Rooms that came to nothing go, and doors that lead nowhere; what cannot be reached is filled in. */
const tidy = (plan: MapPlan): void => {
  const fits = () =>
    plan.doors.filter((door) =>
      sidesOf(door).every(({ near, far }) => {
        const [a, b] = [roomAt(plan, ...near), roomAt(plan, ...far)]
        return a && b && isWalled(plan, a, b)
      }),
    )
  plan.doors = fits()
  plan.windows = plan.windows.filter((edge) =>
    sidesOf(edge).every(({ near, far }) => roomAt(plan, ...near) && roomAt(plan, ...far)),
  )
  plan.pools = plan.pools
    .map((pool) => ({ ...pool, cells: pool.cells.filter((cell) => plan.cells[cell]) }))
    .filter(({ cells }) => cells.length)
  const seen = reachable(plan, { secrets: true, blocked: new Set() })
  plan.cells = plan.cells.map((room, cell) => (seen.has(cell) ? room : 0))
  // What lies open behind a secret door is as secret as the room there.
  const known = reachable(plan, { blocked: new Set() })
  for (const room of plan.rooms) room.secret = !cellsOf(plan, room.id).some((cell) => known.has(cell))
  plan.doors = fits()
}

const flooded = new Set(['cistern', 'pool'])

/** Water in rooms: to the walls where it stands, a round pool in a cave. */
const flood = ({ plan, cols }: Board, brief: Brief): void => {
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

/** What was asked for by name and no recipe brought, somewhere it fits. */
const add = (floor: Floor, kind: Parameters<typeof put>[1]): void => {
  const { plan, next, cols } = floor.board
  const rooms = plan.rooms.filter(({ purpose, secret }) => !secret && purpose !== 'passage')
  for (let i = 0; i < 80; i++) {
    const cells = cellsOf(plan, next.pick(rooms).id)
    if (!cells.length) continue
    const cell = next.pick(cells)
    if (put(floor, kind, { x: (cell % cols) + 0.5, y: Math.floor(cell / cols) + 0.5, turn: 0 })) return
  }
}

/** Masts stand in a line over the keel, the wheel abaft. */
const rig = (floor: Floor): void => {
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

/** Trees stand closer towards the borders and leave places and paths open. */
const plant = (floor: Floor, brief: Brief): void => {
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

/** A pit under somebody's next step: below ground, where nobody tidies up. */
const snare = (floor: Floor, { theme, banned }: Brief): void => {
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

/** Rooms are numbered as they are come upon, passages and open ground last. */
const order = (plan: MapPlan): void => {
  const { cols } = plan.grid
  const found = [...reachable(plan, { secrets: true, blocked: new Set() })]
  const start = plan.entrance
  const far = new Map<number, number>()
  for (const cell of found) {
    const room = plan.cells[cell] as number
    const d = Math.hypot((cell % cols) - start.x, Math.floor(cell / cols) - start.y)
    far.set(room, Math.min(far.get(room) ?? Infinity, d))
  }
  const general = new Set(['passage', 'tunnel', 'woods', 'grounds', 'green', 'street', 'approach'])
  const kept = plan.rooms.filter(({ id }) => far.has(id))
  kept.sort(
    (a, b) =>
      Number(general.has(a.purpose)) - Number(general.has(b.purpose)) ||
      (far.get(a.id) as number) - (far.get(b.id) as number),
  )
  const renamed = new Map(kept.map(({ id }, i) => [id, i + 1]))
  plan.cells = plan.cells.map((room) => renamed.get(room) ?? 0)
  plan.rooms = kept.map((room, i) => ({ ...room, id: i + 1 }))
}
