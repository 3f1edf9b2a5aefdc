import type { GraphNode } from '#projections/relationship-answers.ts'
import { type Drawn, neighboursOf, nodeSize, type Places, type Point } from './graph.ts'
import { nameOf, nameSize } from './words.ts'

/** Size of the smallest text that is drawn, in pixels. */
export const smallestLetters = 11

/** Returns true if the names inside the nodes are legible. */
export const isLegible = (scale: number): boolean => scale * nameSize >= smallestLetters

/** A name near its node, with the coordinates of the name's centre in pixels from the drawing's origin. */
export interface Label extends Point {
  id: string
  text: string
}

const lineHeight = 15
const air = 8
/** Maximum lengths of a label in characters: the second applies where the first does not fit. */
const lengths = [24, 13]
/** Width of the part of a node that its picture takes, at full size. */
const pictureWidth = 48
/** Minimum width in pixels of a picture that is recognizable: smaller ones are covered by the label. */
const leastPicture = 8

const shorten = (name: string, most: number) => (name.length > most ? `${name.slice(0, most - 1).trimEnd()}…` : name)
/** The possible texts of a label, the longest first. */
const textsOf = (name: string) => [...new Set(lengths.map((most) => shorten(name, most)))]

/** A label with the space that it and the picture left of it reserve, in pixels. */
interface Reserved extends Label {
  left: number
  right: number
}

/** Places a label of this width right of its node's picture, or over the node if the picture is tiny. */
const reserve = (id: string, text: string, { x, y }: Point, width: number, scale: number): Reserved => {
  const picture = pictureWidth * scale
  const left = (x - nodeSize.width / 2) * scale
  const centre = picture < leastPicture ? x * scale : left + picture + width / 2
  return { id, text, x: centre, y: y * scale, left: Math.min(left, centre - width / 2), right: centre + width / 2 }
}

const areApart = (one: Reserved, other: Reserved): boolean =>
  Math.abs(one.y - other.y) >= lineHeight || one.left >= other.right || other.left >= one.right

/**
 * Returns labels for nodes that are drawn too small for their names. No two overlap: labels are shortened so that most
 * nodes have one, and omitted where even the short one does not fit. The selected node has priority, then its neighbours,
 * then nodes with the most links.
 */
export const labelsAt = (
  { nodes, links }: Drawn,
  places: Places,
  { scale, selected, widthOf }: { scale: number; selected: string | null; widthOf: (text: string) => number },
): Label[] => {
  const neighbours = neighboursOf(links)
  const near = selected === null ? undefined : neighbours.get(selected)
  const weight = (id: string) => (id === selected ? 2e6 : near?.has(id) ? 1e6 : 0) + (neighbours.get(id)?.size ?? 0)
  const rows = new Map<number, Map<string, Reserved>>()
  const rowOf = ({ y }: Label) => Math.floor(y / lineHeight)
  const hasSpace = (label: Reserved) =>
    [-1, 0, 1]
      .flatMap((next) => [...(rows.get(rowOf(label) + next)?.values() ?? [])])
      .every((other) => other.id === label.id || areApart(label, other))
  /** Sets the label of a node to the longest of `texts` that fits. */
  const placeLongest = (node: GraphNode, texts: readonly string[]) => {
    const place = places.get(node.id)
    if (!place) return
    const label = texts.map((text) => reserve(node.id, text, place, widthOf(text) + air, scale)).find(hasSpace)
    if (!label) return
    const row = rows.get(rowOf(label)) ?? new Map<string, Reserved>()
    rows.set(rowOf(label), row.set(node.id, label))
  }
  const ordered = nodes.toSorted((a, b) => weight(b.id) - weight(a.id))
  for (const node of ordered) placeLongest(node, textsOf(nameOf(node)).slice(-1))
  for (const node of ordered) placeLongest(node, textsOf(nameOf(node)))
  return [...rows.values()].flatMap((row) => [...row.values()])
}
