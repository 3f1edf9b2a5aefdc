import type { Room } from '#domain/map-plan.ts'
import { fbm, noise } from '../../noise.ts'
import { addRoom, type Board, type Rect } from '../board.ts'
import { type Brief, purposesFor } from './brief.ts'
import { hideRoom } from './crypt.ts'
import { type Dug, web } from './dug.ts'

/** Lays out a cave: natural chambers with winding passages between them. */
export const layCavern = (board: Board, brief: Brief): void => {
  const { plan, cols, rows, next } = board
  const count = brief.rooms ?? Math.max(4, Math.min(11, Math.round((cols * rows) / 66)))
  const grown: Partial<Room> = { walled: false, natural: true, floor: 'earth' }
  const spots = scattered(board, count)
  const purposes = purposesFor(brief, spots.length, next)
  const chambers: (Dug & { r: number })[] = spots.map(({ x, y, r }, i) => ({
    id: addRoom(board, purposes[i] ?? 'cavern', grown),
    rect: { x: Math.round(x - r), y: Math.round(y - r), w: Math.round(2 * r), h: Math.round(2 * r) },
    r,
  }))
  const passage = addRoom(board, 'passage', grown)
  const rough = noise(plan.seed, 'chambers')
  const dab = (cx: number, cy: number, r: number, id: number) => {
    for (let y = Math.max(1, Math.floor(cy - r)); y <= Math.min(rows - 2, cy + r); y++)
      for (let x = Math.max(1, Math.floor(cx - r)); x <= Math.min(cols - 2, cx + r); x++) {
        const i = y * cols + x
        if (Math.hypot(x + 0.5 - cx, y + 0.5 - cy) <= r && !plan.cells[i]) plan.cells[i] = id
      }
  }
  chambers.forEach(({ id, r }, i) => {
    const { x: cx, y: cy } = spots[i] as (typeof spots)[number]
    for (let y = 1; y < rows - 1; y++)
      for (let x = 1; x < cols - 1; x++) {
        const wobble = 1 + 0.7 * fbm(rough, x / 3.4, y / 3.4 + i * 7, 3)
        if (Math.hypot(x + 0.5 - cx, (y + 0.5 - cy) * 1.1) < r * wobble && !plan.cells[y * cols + x])
          plan.cells[y * cols + x] = id
      }
    dab(cx, cy, 1.6, id)
  })
  const wind = (from: { x: number; y: number }, to: { x: number; y: number }, wide: number) => {
    const length = Math.hypot(to.x - from.x, to.y - from.y)
    const sway = next.between(-0.25, 0.25) * length
    const [nx, ny] = [-(to.y - from.y) / length, (to.x - from.x) / length]
    for (let t = 0; t <= 1; t += 0.25 / Math.max(1, length)) {
      const bend = Math.sin(t * Math.PI) * sway + 0.8 * rough(t * 3 + sway, length)
      const cx = from.x + (to.x - from.x) * t + nx * bend
      const cy = from.y + (to.y - from.y) * t + ny * bend
      dab(Math.min(cols - 2.6, Math.max(2.6, cx)), Math.min(rows - 2.6, Math.max(2.6, cy)), wide, passage)
    }
  }
  const spot = (room: Dug) => spots[chambers.findIndex(({ id }) => id === room.id)] as (typeof spots)[number]
  for (const [a, b] of web(chambers, next, 0.4)) wind(spot(a), spot(b), next.between(0.75, 1.3))
  mouth(board, spots, passage)
  smoothOut(board)
  fillUnreachable(board)
  const rects = chambers.map(({ rect }): Rect => rect)
  hideGrotto(board, rects, passage)
}

/** Returns the centres and radii of chambers at random places that hardly overlap. */
const scattered = ({ cols, rows, next }: Board, count: number): { x: number; y: number; r: number }[] => {
  const spots: { x: number; y: number; r: number }[] = []
  const usual = Math.sqrt((cols * rows) / count / Math.PI) * 0.66
  for (let i = 0; i < 600 && spots.length < count; i++) {
    const r = Math.max(1.8, usual * next.between(0.7, 1.25))
    const edge = Math.min(r * 1.15 + 1.6, cols / 2 - 1, rows / 2 - 1)
    const spot = { x: next.between(edge, cols - edge), y: next.between(edge, rows - edge), r }
    if (
      spots.every((other) => Math.hypot(other.x - spot.x, other.y - spot.y) > (other.r + r) * (i < 300 ? 1.16 : 0.98))
    )
      spots.push(spot)
  }
  return spots
}

/** Digs the entrance: a tunnel to the left, right or lower border from the chamber that is nearest to one of them. */
const mouth = (board: Board, spots: readonly { x: number; y: number }[], passage: number): void => {
  const { plan, cols, rows } = board
  const best = [...spots].sort(
    (a, b) => Math.min(a.x, cols - a.x, rows - a.y) - Math.min(b.x, cols - b.x, rows - b.y),
  )[0]
  if (!best) return
  const ways = [
    { gap: best.x, dx: -1, dy: 0 },
    { gap: cols - best.x, dx: 1, dy: 0 },
    { gap: rows - best.y, dx: 0, dy: 1 },
  ].sort((a, b) => a.gap - b.gap)
  const { dx, dy } = ways[0] as (typeof ways)[number]
  let [x, y] = [Math.floor(best.x), Math.floor(best.y)]
  while (x >= 0 && y >= 0 && x < cols && y < rows) {
    for (const side of [0, 1]) {
      const [cx, cy] = [Math.min(cols - 1, x + (dy ? side : 0)), Math.min(rows - 1, y + (dx ? side : 0))]
      if (!plan.cells[cy * cols + cx]) plan.cells[cy * cols + cx] = passage
    }
    plan.entrance = { x, y }
    x += dx
    y += dy
  }
}

/** Opens single squares of rock that protrude into a room, and diagonal gaps, so that outlines can be drawn round. */
const smoothOut = ({ plan, cols, rows }: Board): void => {
  const solid = (x: number, y: number) => !plan.cells[y * cols + x]
  for (let turn = 0; turn < 2; turn++)
    for (let y = 1; y < rows - 1; y++)
      for (let x = 1; x < cols - 1; x++) {
        if (!solid(x, y)) continue
        const around = [
          [1, 0],
          [-1, 0],
          [0, 1],
          [0, -1],
        ].map(([dx = 0, dy = 0]) => plan.cells[(y + dy) * cols + x + dx] ?? 0)
        const open = around.filter(Boolean)
        if (open.length >= 3) plan.cells[y * cols + x] = open[0] as number
      }
  // Two open squares that touch only at a corner have no wall between them: a third square is opened.
  for (let y = 1; y < rows; y++)
    for (let x = 1; x < cols; x++) {
      const [a, b, c, d] = [
        plan.cells[(y - 1) * cols + x - 1] ?? 0,
        plan.cells[(y - 1) * cols + x] ?? 0,
        plan.cells[y * cols + x - 1] ?? 0,
        plan.cells[y * cols + x] ?? 0,
      ]
      if (a && d && !b && !c && x < cols - 1) plan.cells[(y - 1) * cols + x] = a
      if (b && c && !a && !d && x > 1) plan.cells[(y - 1) * cols + x - 1] = b
    }
}

/** Fills all squares that are not connected with the entrance. */
const fillUnreachable = ({ plan, cols, rows }: Board): void => {
  const seen = new Set<number>([plan.entrance.y * cols + plan.entrance.x])
  const line = [...seen]
  for (let cell = line.pop(); cell !== undefined; cell = line.pop()) {
    const [x, y] = [cell % cols, Math.floor(cell / cols)]
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      const to = (y + dy) * cols + x + dx
      if (x + dx < 0 || y + dy < 0 || x + dx >= cols || y + dy >= rows || !plan.cells[to] || seen.has(to)) continue
      seen.add(to)
      line.push(to)
    }
  }
  plan.cells = plan.cells.map((room, cell) => (seen.has(cell) ? room : 0))
}

/** Adds a hidden room behind a secret door, with natural walls like the rest of the cave. */
const hideGrotto = (board: Board, rects: readonly Rect[], passage: number): void => {
  const { plan, cols } = board
  const before = plan.rooms.length
  // The hidden room must touch open squares: each row of a chamber is passed as a rectangle between its outermost ones.
  const bounds = rects.flatMap(({ x, y, w, h }) =>
    Array.from({ length: h }, (_, dy) => y + dy).flatMap((cy) => {
      const row = Array.from({ length: w }, (_, dx) => x + dx).filter((cx) => plan.cells[cy * cols + cx])
      const [left, right] = [row[0], row.at(-1)]
      return left === undefined || right === undefined ? [] : [{ x: left, y: cy, w: right - left + 1, h: 1 }]
    }),
  )
  hideRoom(board, bounds, passage)
  for (const room of plan.rooms.slice(before)) Object.assign(room, { natural: true, floor: 'earth' })
}
