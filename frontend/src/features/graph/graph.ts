import type { GraphLink, GraphNode } from '#projections/relationship-answers.ts'
import type { LayeredLayout } from '../../ui/layered.ts'

export interface Point {
  x: number
  y: number
}
/** The centres of nodes, by their ids. */
export type Places = ReadonlyMap<string, Point>

export interface Drawn {
  nodes: readonly GraphNode[]
  links: readonly GraphLink[]
}

/** Pixels at full size. */
export const nodeSize = { width: 200, height: 50 }
/** A graph with more nodes opens on one item's surroundings, which have at most this many nodes. */
export const wholeLimit = 300
/** The largest number of nodes that are laid out in layers. */
export const layersLimit = 300
export const layersSpacing = { layerGap: 150, nodeGap: 28, aspectRatio: 1.6, isDown: false, isOrdered: false }
/** A graph with more nodes is drawn on a canvas. */
export const svgLimit = 500

/** `web` puts linked nodes near each other and keeps dragged ones in place; `layers` follows the direction of the links. */
const arrangements = ['web', 'layers'] as const
export type Arrangement = (typeof arrangements)[number]
export const isArrangement = (value: unknown): value is Arrangement => arrangements.includes(value as Arrangement)

/** Returns the centres of the nodes of a layered layout. */
export const middlesOf = ({ boxes }: LayeredLayout): Places =>
  new Map([...boxes].map(([id, { x, y, width, height }]) => [id, { x: x + width / 2, y: y + height / 2 }]))

export type Neighbours = ReadonlyMap<string, ReadonlySet<string>>

/** Cached by the array of links, since `neighboursOf` is called in every frame. */
const known = new WeakMap<readonly GraphLink[], Neighbours>()

/** Returns the ids of the nodes that each node is linked with, in either direction. */
export const neighboursOf = (links: readonly GraphLink[]): Neighbours => {
  const before = known.get(links)
  if (before) return before
  const neighbours = new Map<string, Set<string>>()
  const add = (one: string, other: string) => neighbours.set(one, (neighbours.get(one) ?? new Set()).add(other))
  for (const { source, target } of links) {
    add(source, target)
    add(target, source)
  }
  known.set(links, neighbours)
  return neighbours
}

/** Returns these nodes and the links between them. */
const within = ({ nodes, links }: Drawn, ids: ReadonlySet<string>): Drawn => ({
  nodes: nodes.filter(({ id }) => ids.has(id)),
  links: links.filter(({ source, target }) => ids.has(source) && ids.has(target)),
})

/** Drops links with a missing end, such as a node that was just hidden, and then nodes without links. */
export const whole = (graph: Drawn): Drawn => {
  const there = new Set(graph.nodes.map(({ id }) => id))
  const links = graph.links.filter(({ source, target }) => there.has(source) && there.has(target))
  return within({ ...graph, links }, new Set(neighboursOf(links).keys()))
}

export const mostLinked = ({ links }: Drawn): string | undefined =>
  [...neighboursOf(links)].reduce<[string, number] | undefined>(
    (most, [id, { size }]) => (most && most[1] >= size ? most : [id, size]),
    undefined,
  )?.[0]

/**
 * Returns the nodes nearest to an item with the links between them: first those one link away, then those two links away,
 * and so on up to `most` nodes. Direct neighbours may be more, up to `wholeLimit`.
 */
export const surroundings = (graph: Drawn, id: string, most = 60): Drawn => {
  const neighbours = neighboursOf(graph.links)
  const reached = new Set([id])
  for (let ring = [id]; ring.length > 0; ) {
    const next = [...new Set(ring.flatMap((one) => [...(neighbours.get(one) ?? [])]))].filter(
      (one) => !reached.has(one),
    )
    // The first ring, the item's direct neighbours, may exceed `most`, up to the number that can be laid out at once.
    const room = (reached.size === 1 ? wholeLimit : most) - reached.size
    for (const one of next.slice(0, Math.max(0, room))) reached.add(one)
    ring = next.length <= room ? next : []
  }
  return within(graph, reached)
}

export interface Filter {
  tag: string | null
  collectionId: string | null
}

/** Returns the lore that has the tag and is in the folder, as far as links connect it with other such lore. */
export const filtered = (graph: Drawn, { tag, collectionId }: Filter): Drawn => {
  if (tag === null && collectionId === null) return graph
  const fits = ({ tags, collectionId: folder }: GraphNode) =>
    (tag === null || tags.includes(tag)) && (collectionId === null || folder === collectionId)
  return whole(within(graph, new Set(graph.nodes.filter(fits).map(({ id }) => id))))
}

const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] } as const
export type Way = keyof typeof ways
export const isWay = (key: string): key is Way => Object.hasOwn(ways, key)

/** Returns the linked node that lies most in that direction; undefined if none does. */
export const walked = (links: readonly GraphLink[], places: Places, from: string, way: Way): string | undefined => {
  const here = places.get(from)
  const [wx, wy] = ways[way]
  let best: { id: string; cost: number } | undefined
  for (const id of neighboursOf(links).get(from) ?? []) {
    const there = places.get(id)
    if (!here || !there) continue
    const [dx, dy] = [there.x - here.x, there.y - here.y]
    const along = dx * wx + dy * wy
    const across = Math.abs(dx * wy) + Math.abs(dy * wx)
    if (along <= 0 || across > 2 * along) continue
    const cost = along + 2 * across
    if (!best || cost < best.cost) best = { id, cost }
  }
  return best?.id
}
