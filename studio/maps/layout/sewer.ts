import { isFreeEdge } from '#domain/map-plan.ts'
import { addDoor, addRoom, type Board, edgesBetween, fill, type Rect } from '../board.ts'
import { type Brief, purposesFor } from './brief.ts'
import { hideRoom } from './crypt.ts'

/** Lays out crossing tunnels, three squares wide with a channel in the middle, and chambers next to them. */
export const laySewer = (board: Board, brief: Brief): void => {
  const { plan, cols, rows, next } = board
  const tunnel = addRoom(board, 'tunnel', { walled: false, floor: 'tiles' })
  const lines = (length: number) => {
    const count = Math.max(1, Math.min(3, Math.round(length / 11)))
    const step = length / (count + 1)
    return Array.from({ length: count }, (_, i) => Math.round(step * (i + 1) + next.between(-step, step) * 0.18) - 1)
  }
  const [downs, acrosses] = [lines(cols), lines(rows)]
  const lastY = (acrosses.at(-1) ?? 0) + 2
  const spans = [
    ...downs.map((x, i): Rect => {
      const top = i % 2 ? (acrosses[0] ?? 0) : 0
      return { x, y: top, w: 3, h: (i === 0 ? rows : lastY + 1) - top }
    }),
    ...acrosses.map((y, i): Rect => {
      const left = i % 2 ? (downs[0] ?? 0) : 0
      return {
        x: left,
        y,
        w: (i === acrosses.length - 1 && downs.length > 1 ? (downs.at(-1) ?? 0) + 3 : cols) - left,
        h: 3,
      }
    }),
  ]
  for (const span of spans) fill(board, span, tunnel)
  const channel = new Set<number>()
  for (const { x, y, w, h } of spans)
    for (let i = 0; i < Math.max(w, h); i++) channel.add(w === 3 ? (y + i) * cols + x + 1 : (y + 1) * cols + x + i)
  plan.pools.push({
    kind: brief.land === 'swamp' ? 'slime' : 'water',
    shallow: true,
    cells: [...channel].filter((cell) => plan.cells[cell] === tunnel).sort((a, b) => a - b),
  })
  for (const { x, y, w, h } of spans)
    for (let i = 5 + next.int(0, 2); i < Math.max(w, h) - 3; i += next.int(5, 8)) {
      const [bx, by] = w === 3 ? [x + 1, y + i] : [x + i, y + 1]
      const crossing = [-1, 0, 1].some(
        (d) => channel.has(w === 3 ? by * cols + bx + d : (by + d) * cols + bx) && d !== 0,
      )
      if (!crossing)
        plan.furniture.push({
          kind: 'planks',
          x: bx + 0.5,
          y: by + 0.5,
          w: 1.5,
          h: 0.9,
          turn: w === 3 ? 0 : Math.PI / 2,
          blocks: false,
          opaque: false,
          secret: false,
        })
    }
  const rects = chambers(board, brief)
  for (const { id } of rects) {
    const free = edgesBetween(plan, id, tunnel).filter((edge) => isFreeEdge(plan, edge))
    const edge = free[Math.floor(free.length * next.between(0.3, 0.7))]
    if (edge) addDoor(board, edge, next.chance(0.4) ? 'barred' : 'door')
    const other = rects.find((room) => room.id > id && edgesBetween(plan, id, room.id).length > 2)
    const shared = other ? edgesBetween(plan, id, other.id).filter((e) => isFreeEdge(plan, e)) : []
    const through = shared[shared.length >> 1]
    if (through && next.chance(0.6)) addDoor(board, through, 'door')
  }
  const [x, top] = [downs[0] ?? 1, acrosses[0] ?? 0]
  plan.stairs.push({ x: x + 2.5, y: Math.min(rows - 1, top + 4) + 0.5, w: 1, h: 1, turn: 0, to: 'up', leadsTo: null })
  plan.entrance = { x: x + 2, y: Math.min(rows - 1, top + 4) }
  hideRoom(
    board,
    rects.map((room) => room.rect),
    tunnel,
  )
}

/** Adds rooms at random places next to a tunnel, smaller ones if the space gets scarce. */
const chambers = (board: Board, brief: Brief): { id: number; rect: Rect }[] => {
  const { plan, cols, rows, next } = board
  const at = (x: number, y: number) => plan.cells[y * cols + x] ?? 0
  const found: { id: number; rect: Rect }[] = []
  const count = brief.rooms ?? Math.max(3, Math.round((cols * rows) / 75))
  const purposes = purposesFor(brief, count, next)
  for (let attempt = 0; attempt < 900 && found.length < count; attempt++) {
    const limit = attempt < 300 ? 7 : attempt < 600 ? 5 : 4
    const [w, h] = [next.int(3, limit), next.int(3, Math.max(3, limit - 1))]
    const rect = { x: next.int(1, Math.max(1, cols - w - 1)), y: next.int(1, Math.max(1, rows - h - 1)), w, h }
    let clear = true
    let touch = 0
    for (let y = rect.y - 1; y <= rect.y + h && clear; y++)
      for (let x = rect.x - 1; x <= rect.x + w; x++) {
        const inner = x >= rect.x && x < rect.x + w && y >= rect.y && y < rect.y + h
        const there = x < 1 || y < 1 || x >= cols - 1 || y >= rows - 1 ? (inner ? -1 : 0) : at(x, y)
        if (inner && there !== 0) clear = false
        if (!inner && there === 1) touch++
        if (!inner && there > 1) clear = false
      }
    if (!clear || touch < 3 || touch > Math.max(w, h) + 2) continue
    const id = addRoom(board, purposes[found.length] ?? 'storeroom', { floor: 'tiles' })
    fill(board, rect, id)
    found.push({ id, rect })
  }
  return found
}
