import type { Box, Point, Size } from './viewport.ts'

/** A node of a directed graph that is laid out in layers. */
export interface LayeredNode extends Size {
  id: string
  /** Places the node in the rightmost layer. */
  isLast?: boolean | undefined
}

export interface LayeredLink {
  source: string
  target: string
  /** Pixels that the link takes at both of its nodes; links with a thickness are attached side by side. */
  thickness?: number | undefined
  /** Routes the link below its nodes, against the direction of the others. It needs a thickness. */
  isBack?: boolean | undefined
}

export interface LayeredInput {
  nodes: readonly LayeredNode[]
  /** Links whose source or target is not in `nodes` are ignored. */
  links: readonly LayeredLink[]
  /** Pixels between two layers, and between two nodes of a layer. */
  layerGap: number
  nodeGap: number
  /** Width divided by height of the area into which unconnected parts are packed. */
  aspectRatio: number
  /** Lays the layers out from top to bottom instead of from left to right. */
  isDown: boolean
  /** Preserves the order of the nodes within a layer if this adds no crossings of links. */
  isOrdered: boolean
}

export interface LayeredLayout extends Size, Pick<LayeredInput, 'isDown'> {
  boxes: ReadonlyMap<string, Box>
  /** Corners of the links, by `linkKey`. */
  routes: ReadonlyMap<string, readonly Point[]>
}

export const linkKey = ({ source, target }: LayeredLink): string => `${source} ${target}`

const rounded = (value: number) => Math.round(value * 10) / 10
const at = (x: number, y: number) => `${rounded(x)} ${rounded(y)}`

/** Pixels that a curve extends to either side of a vertical line of its route. */
const reach = 40
const towards = (from: number, to: number) => from + Math.max(-reach, Math.min(reach, to - from))

const transposed = ({ x, y }: Point): Point => ({ x: y, y: x })

/** Draws a route from layer to layer: each of its segments along a layer becomes an S-shaped curve. */
export const curveOf = (route: readonly Point[], isDown = false): string => {
  const corners = isDown ? route.map(transposed) : route
  const point = (x: number, y: number) => (isDown ? at(y, x) : at(x, y))
  const [start, end] = [corners[0], corners.at(-1)]
  if (!start || !end) return ''
  let path = `M${point(start.x, start.y)}`
  for (let n = 1; n + 2 < corners.length; n++) {
    const [before, from, to, after] = corners.slice(n - 1, n + 3)
    if (!before || !from || !to || !after || from.x !== to.x) continue
    const begin = towards(from.x, n === 1 ? before.x : (before.x + from.x) / 2)
    const finish = towards(to.x, after === end ? after.x : (after.x + to.x) / 2)
    // The curve of a route that continues bends halfway; that of a route that turns back bulges to the segment.
    const control = (begin - from.x) * (finish - to.x) < 0 ? (begin + finish) / 2 : from.x
    path += `L${point(begin, from.y)}C${point(control, from.y)} ${point(control, to.y)} ${point(finish, to.y)}`
  }
  return `${path}L${point(end.x, end.y)}`
}

/** Draws any route, with round corners. */
export const bendOf = (route: readonly Point[], radius = 10): string =>
  route
    .map((corner, n) => {
      const [before, after] = [route[n - 1], route[n + 1]]
      if (!before) return `M${at(corner.x, corner.y)}`
      if (!after) return `L${at(corner.x, corner.y)}`
      const near = (other: Point) => {
        const length = Math.hypot(other.x - corner.x, other.y - corner.y) || 1
        const share = Math.min(radius, length / 2) / length
        return at(corner.x + (other.x - corner.x) * share, corner.y + (other.y - corner.y) * share)
      }
      return `L${near(before)}Q${at(corner.x, corner.y)} ${near(after)}`
    })
    .join('')

/** The triangle at the end of a route. */
export const arrowOf = (route: readonly Point[], size = 7): string => {
  const [before, end] = route.slice(-2)
  if (!before || !end) return ''
  const [dx, dy] = [Math.sign(end.x - before.x), Math.sign(end.y - before.y)]
  const corner = (side: number) =>
    at(end.x - dx * size + dy * side * size * 0.5, end.y - dy * size + dx * side * size * 0.5)
  return `M${at(end.x, end.y)}L${corner(1)}L${corner(-1)}Z`
}

const ways: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Returns the nearest node in the direction of an arrow key; undefined for other keys, or if there is none. */
export const nextNode = (boxes: ReadonlyMap<string, Box>, from: string, key: string): string | undefined => {
  const [way, here] = [ways[key], boxes.get(from)]
  if (!way || !here) return undefined
  const costOf = (there: Box) => {
    const dx = there.x + there.width / 2 - here.x - here.width / 2
    const dy = there.y + there.height / 2 - here.y - here.height / 2
    const along = dx * way[0] + dy * way[1]
    // Distance across the key's direction counts twice as much as distance along it.
    return along <= 1 ? Number.POSITIVE_INFINITY : along + 2 * Math.abs(way[0] === 0 ? dx : dy)
  }
  const costs = [...boxes].map(([id, box]) => ({ id, cost: id === from ? Number.POSITIVE_INFINITY : costOf(box) }))
  const nearest = costs.reduce((best, each) => (each.cost < best.cost ? each : best), {
    id: '',
    cost: Number.POSITIVE_INFINITY,
  })
  return nearest.id || undefined
}
