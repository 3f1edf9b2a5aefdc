import { type Drawn, neighboursOf, nodeSize, type Places, type Point } from './graph.ts'
import { nameOf, nameSize } from './words.ts'

/** Size of the smallest text that is drawn, in pixels. */
export const smallestLetters = 11

/** Returns true if the names inside the nodes are legible. */
export const isLegible = (scale: number): boolean => scale * nameSize >= smallestLetters

/** A name above its node, in pixels from the drawing's origin. */
export interface Label extends Point {
  id: string
  text: string
}

const lineHeight = 15
const air = 8
const mostLetters = 24
/** The part of a node that its picture takes, at full size. */
const pictureWidth = 48

const shortened = (name: string) => (name.length > mostLetters ? `${name.slice(0, mostLetters - 1).trimEnd()}…` : name)

/**
 * Labels for nodes that are drawn too small for their names. Each reserves its space on the screen, and labels without
 * space are omitted: the selected node has priority, then its neighbours, then nodes with the most links.
 */
export const labelsAt = (
  { nodes, links }: Drawn,
  places: Places,
  { scale, selected, widthOf }: { scale: number; selected: string | null; widthOf: (text: string) => number },
): Label[] => {
  const neighbours = neighboursOf(links)
  const near = selected === null ? undefined : neighbours.get(selected)
  const weight = (id: string) => (id === selected ? 2e6 : near?.has(id) ? 1e6 : 0) + (neighbours.get(id)?.size ?? 0)
  const rows = new Map<number, { label: Label; width: number }[]>()
  const labels: Label[] = []
  for (const node of nodes.toSorted((a, b) => weight(b.id) - weight(a.id))) {
    const place = places.get(node.id)
    if (!place) continue
    const text = shortened(nameOf(node))
    const width = widthOf(text) + air
    // The name is drawn right of the node's picture where it fits, and over the whole node otherwise.
    const isBeside = width <= (nodeSize.width - pictureWidth) * scale
    const x = (place.x + (isBeside ? pictureWidth / 2 : 0)) * scale
    const label = { id: node.id, text, x, y: place.y * scale }
    const row = Math.floor(label.y / lineHeight)
    const isTaken = [row - 1, row, row + 1].some((each) =>
      rows
        .get(each)
        ?.some(
          (other) =>
            Math.abs(other.label.y - label.y) < lineHeight &&
            Math.abs(other.label.x - label.x) < (other.width + width) / 2,
        ),
    )
    if (isTaken) continue
    rows.set(row, [...(rows.get(row) ?? []), { label, width }])
    labels.push(label)
  }
  return labels
}
