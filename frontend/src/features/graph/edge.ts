import { nodeSize, type Point } from './graph.ts'

/** A quadratic curve between the borders of two nodes, with the position of its label. */
export interface Edge {
  from: Point
  control: Point
  to: Point
  middle: Point
}

/** The point where the line from a node's centre leaves the node, with a margin. */
const border = (middle: Point, towards: Point): Point => {
  const [dx, dy] = [towards.x - middle.x, towards.y - middle.y]
  const scale = Math.min(
    (nodeSize.width / 2 + 3) / Math.max(Math.abs(dx), 1e-6),
    (nodeSize.height / 2 + 3) / Math.max(Math.abs(dy), 1e-6),
    1,
  )
  return { x: middle.x + dx * scale, y: middle.y + dy * scale }
}

/** Returns the curve of a link. It bends to the right, so that the reverse link runs next to it. */
export const edgeOf = (source: Point, target: Point): Edge => {
  const [dx, dy] = [target.x - source.x, target.y - source.y]
  const control = { x: (source.x + target.x) / 2 - dy * 0.12, y: (source.y + target.y) / 2 + dx * 0.12 }
  const [from, to] = [border(source, control), border(target, control)]
  const middle = {
    x: (from.x + 2 * control.x + to.x) / 4,
    y: (from.y + 2 * control.y + to.y) / 4,
  }
  return { from, control, to, middle }
}

export const pathOf = ({ from, control, to }: Edge): string =>
  [`M${n(from.x)} ${n(from.y)}`, `Q${n(control.x)} ${n(control.y)}`, `${n(to.x)} ${n(to.y)}`].join(' ')
const n = (value: number) => Math.round(value * 10) / 10

/** Returns the three corners of the arrowhead. */
export const arrowOf = ({ control, to }: Edge, size = 9): Point[] => {
  const angle = Math.atan2(to.y - control.y, to.x - control.x)
  return [0, 2.65, -2.65].map((turn) =>
    turn === 0 ? to : { x: to.x + Math.cos(angle + turn) * size, y: to.y + Math.sin(angle + turn) * size },
  )
}

/** The style of a link, relative to the selected node. */
export type Tone = 'incoming' | 'outgoing' | 'plain'
export const toneOf = ({ source, target }: { source: string; target: string }, selected: string | null): Tone => {
  if (selected === null) return 'plain'
  return source === selected ? 'outgoing' : target === selected ? 'incoming' : 'plain'
}
