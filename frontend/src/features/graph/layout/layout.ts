import { forceLink, forceManyBody, forceSimulation, forceX, forceY } from 'd3-force'
import { type Coordinates, moveApart, room } from './apart.ts'
import { firstPlaces, type Neighbours } from './pivots.ts'

export interface LayoutInput {
  count: number
  /** Pairs of nodes, by their numbers. */
  links: readonly (readonly [number, number])[]
  /** Fixed positions of nodes, by index. */
  fixed: readonly (readonly [n: number, x: number, y: number])[]
}

/** Target length of links in pixels. The specification's 500 is for graphs that fit a screen. */
const lengthFor = (count: number) => (count <= 60 ? 500 : 260)
const ticks = { all: 120, few: 30 }
/** Largest share of a component's bounding box that its nodes fill. */
const filling = 0.25
/** Gap between connected components. */
const gap = 160

/** Returns a random number generator with a fixed seed, so that the same graph is always laid out in the same way. */
const seeded = () => {
  let state = 0x2f6e2b1
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const neighboursOf = ({ count, links }: LayoutInput): Neighbours => {
  const neighbours = Array.from({ length: count }, (): number[] => [])
  for (const [one, other] of links) {
    neighbours[one]?.push(other)
    neighbours[other]?.push(one)
  }
  return neighbours
}

/** Connected components, largest first. */
const partsOf = (neighbours: Neighbours): number[][] => {
  const seen = new Set<number>()
  const parts: number[][] = []
  for (const start of neighbours.keys()) {
    if (seen.has(start)) continue
    const part = [start]
    seen.add(start)
    for (const at of part)
      for (const next of neighbours[at] ?? [])
        if (!seen.has(next)) {
          seen.add(next)
          part.push(next)
        }
    parts.push(part)
  }
  return parts.toSorted((a, b) => b.length - a.length)
}

type Held = ReadonlyMap<number, readonly [number, number]>
interface Node {
  index: number
  x: number
  y: number
  fx?: number
  fy?: number
}

/** Lays out one component. The free nodes are placed around the fixed ones. */
const layOutPart = (part: readonly number[], neighbours: Neighbours, held: Held, random: () => number): Coordinates => {
  const numberOf = new Map(part.map((node, n) => [node, n]))
  const within = part.map((node) => (neighbours[node] ?? []).flatMap((other) => numberOf.get(other) ?? []))
  const length = lengthFor(part.length)
  const at = firstPlaces(within, length, random)
  const fixed = part.map((node) => held.get(node))
  const isHeld = fixed.some(Boolean)
  // Fewer steps suffice if most nodes are fixed.
  const steps = fixed.filter(Boolean).length > part.length / 2 ? ticks.few : ticks.all
  if (isHeld) nearHeld(at, fixed, within)
  const nodes = fixed.map((place, index): Node => {
    const [x, y] = [at[2 * index] ?? 0, at[2 * index + 1] ?? 0]
    return place ? { index, x, y, fx: place[0], fy: place[1] } : { index, x, y }
  })
  const links = within.flatMap((others, n) =>
    others.filter((other) => n < other).map((target) => ({ source: n, target })),
  )
  forceSimulation(nodes)
    .randomSource(random)
    .alphaDecay(1 - 0.001 ** (1 / steps))
    .force('link', forceLink(links).distance(length))
    .force('charge', forceManyBody().strength(-900).theta(0.9).distanceMax(6000))
    // Weak forces to the centre prevent drifting. The vertical one is stronger, since screens are wider than high. Fixed nodes
    // need neither.
    .force('x', forceX(0).strength(isHeld ? 0 : 0.02))
    .force('y', forceY(0).strength(isHeld ? 0 : 0.05))
    .stop()
    .tick(steps)
  for (const { index, x, y } of nodes) at.set([x, y], 2 * index)
  if (!isHeld) spread(at)
  moveApart(at, (n) => fixed[n] !== undefined, !isHeld)
  return at
}

/** Places new nodes next to the nodes that they are linked to. */
const nearHeld = (at: Coordinates, fixed: readonly (readonly [number, number] | undefined)[], within: Neighbours) => {
  const fixedPlaces = new Map(fixed.flatMap((place, n) => (place ? [[n, place] as const] : [])))
  const queue = [...fixedPlaces.keys()]
  for (const n of queue)
    for (const next of within[n] ?? []) {
      if (fixedPlaces.has(next)) continue
      const around = (within[next] ?? []).flatMap((other) =>
        fixedPlaces.has(other) ? [fixedPlaces.get(other) ?? ([0, 0] as const)] : [],
      )
      const mean = (axis: 0 | 1) => around.reduce((sum, place) => sum + place[axis], 0) / around.length
      // Offset from the mean position, for each node in another direction.
      const turn = next * 2.399
      fixedPlaces.set(next, [mean(0) + Math.cos(turn) * room.width, mean(1) + Math.sin(turn) * 2 * room.height])
      queue.push(next)
    }
  for (const [n, place] of fixedPlaces) at.set(place, 2 * n)
}

const boxOf = (at: Coordinates) => {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (let n = 0; n < at.length; n += 2) {
    box.left = Math.min(box.left, at[n] ?? 0)
    box.right = Math.max(box.right, at[n] ?? 0)
    box.top = Math.min(box.top, at[n + 1] ?? 0)
    box.bottom = Math.max(box.bottom, at[n + 1] ?? 0)
  }
  return box
}

/** Scales the coordinates up if the nodes fill more than the share `filling` of their bounding box. */
const spread = (at: Coordinates) => {
  const { left, right, top, bottom } = boxOf(at)
  const area = (right - left + room.width) * (bottom - top + room.height)
  const factor = Math.sqrt(((at.length / 2) * room.width * room.height) / (filling * area))
  if (factor > 1) for (let n = 0; n < at.length; n++) at[n] = (at[n] ?? 0) * factor
}

/**
 * Positions all nodes without overlap, except between fixed ones. Components are arranged in rows, below the fixed
 * nodes.
 */
export const layOut = (input: LayoutInput): Coordinates => {
  const random = seeded()
  const held: Held = new Map(input.fixed.map(([n, x, y]) => [n, [x, y]]))
  const neighbours = neighboursOf(input)
  const parts = partsOf(neighbours).map((part) => {
    const at = layOutPart(part, neighbours, held, random)
    return { part, at, box: boxOf(at), isHeld: part.some((node) => held.has(node)) }
  })
  const places = new Float64Array(2 * input.count)
  const put = (part: readonly number[], at: Coordinates, dx: number, dy: number) => {
    for (const [n, node] of part.entries()) places.set([(at[2 * n] ?? 0) + dx, (at[2 * n + 1] ?? 0) + dy], 2 * node)
  }
  const still = parts.filter(({ isHeld }) => isHeld)
  for (const { part, at } of still) put(part, at, 0, 0)
  const taken = still.map(({ box }) => box)
  const left = Math.min(...taken.map((box) => box.left), Infinity)
  const origin = { x: Number.isFinite(left) ? left : 0, y: Math.max(...taken.map((box) => box.bottom + gap), 0) }
  const free = parts.filter(({ isHeld }) => !isHeld)
  const area = free.reduce(
    (sum, { box }) => sum + (box.right - box.left + gap + room.width) * (box.bottom - box.top + gap + room.height),
    0,
  )
  const width = Math.max(Math.sqrt(area * 1.6), free[0] ? free[0].box.right - free[0].box.left : 0)
  let [x, y, height] = [0, 0, 0]
  for (const { part, at, box } of free) {
    const wide = box.right - box.left + room.width
    if (x > 0 && x + wide > width) [x, y, height] = [0, y + height + gap, 0]
    put(part, at, origin.x + x - box.left, origin.y + y - box.top)
    x += wide + gap
    height = Math.max(height, box.bottom - box.top + room.height)
  }
  // Components with fixed nodes were laid out independently and may overlap.
  if (still.length > 1) moveApart(places, (n) => held.has(n), false)
  return places
}
