import { describe, expect, it, test } from 'vitest'
import type { GraphNode } from '#projections/relationship-answers.ts'
import { edgeOf } from '../../frontend/src/features/graph/edge.ts'
import {
  filtered,
  mostLinked,
  nodeSize,
  surroundings,
  walked,
  whole,
  wholeLimit,
} from '../../frontend/src/features/graph/graph.ts'
import { isLegible, labelsAt, smallestLetters } from '../../frontend/src/features/graph/labels.ts'
import { overlapCount } from '../../frontend/src/features/graph/layout/apart.ts'
import { layOut } from '../../frontend/src/features/graph/layout/layout.ts'
import { createViewport } from '../../frontend/src/features/graph/viewport.ts'
import { pairsOf } from '../../frontend/src/relationships/pairs.ts'

const node = (id: string, over: Partial<GraphNode> = {}): GraphNode => ({
  id,
  name: id,
  imageUri: null,
  tags: [],
  collectionId: null,
  x: null,
  y: null,
  isOwn: false,
  ...over,
})
const link = (source: string, target: string) => ({ id: `${source}${target}`, source, target, label: '' })
const ids = ({ nodes }: { nodes: readonly GraphNode[] }) => nodes.map(({ id }) => id)

/** Numbers that are the same in each run. */
const seeded =
  (state = 1) =>
  () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
const randomLinks = (count: number, links: number, random = seeded()): [number, number][] =>
  Array.from({ length: links }, () => [Math.floor(random() * count), Math.floor(random() * count)])

describe('laying out', () => {
  const sizes = [
    [1, 0],
    [2, 1],
    [14, 17],
    [60, 300],
    [300, 600],
    [400, 100],
  ] as const
  it.each(sizes)('%i nodes and %i links puts none on another', (count, links) =>
    expect(overlapCount(layOut({ count, links: randomLinks(count, links), fixed: [] }))).toBe(0),
  )

  it('a star, a line, a clique and many that are linked alike, too', () => {
    const star = Array.from({ length: 80 }, (_, n): [number, number] => [0, n + 1])
    const line = Array.from({ length: 80 }, (_, n): [number, number] => [n, n + 1])
    const clique = Array.from({ length: 12 }, (_, n) =>
      Array.from({ length: n }, (_, m): [number, number] => [n, m]),
    ).flat()
    for (const links of [star, line, clique]) {
      const count = Math.max(...links.flat()) + 1
      const at = layOut({ count, links, fixed: [] })
      expect([overlapCount(at), at.every(Number.isFinite)]).toEqual([0, true])
    }
  })

  it('the same graph is the same picture', () => {
    const input = { count: 50, links: randomLinks(50, 80), fixed: [] }
    expect(layOut(input)).toEqual(layOut(input))
  })

  it('leaves what is held where it is, and puts what is new beside what it is linked to', () => {
    const links = randomLinks(40, 60)
    const before = layOut({ count: 40, links, fixed: [] })
    const fixed = Array.from({ length: 40 }, (_, n) => [n, before[2 * n] ?? 0, before[2 * n + 1] ?? 0] as const)
    const after = layOut({ count: 41, links: [...links, [40, 7]], fixed })
    expect(after.slice(0, 80)).toEqual(before)
    expect(overlapCount(after)).toBe(0)
    const far = Math.hypot((after[80] ?? 0) - (after[14] ?? 0), (after[81] ?? 0) - (after[15] ?? 0))
    expect(far).toBeLessThan(1500)
  })
})

describe('what is shown of a graph', () => {
  const graph = {
    nodes: [
      node('a', { tags: ['bell'] }),
      node('b', { tags: ['bell'], collectionId: 'f' }),
      node('c'),
      node('d'),
      node('e'),
    ],
    links: [link('a', 'b'), link('b', 'c'), link('d', 'c'), link('d', 'gone')],
  }
  it('has both ends of each link, and what is linked alone', () => {
    expect(ids(whole(graph))).toEqual(['a', 'b', 'c', 'd'])
    expect(whole(graph).links.map(({ id }) => id)).toEqual(['ab', 'bc', 'dc'])
  })
  it('opens at what has most links', () => expect(mostLinked(whole(graph))).toBe('b'))
  it('is what is near, ring by ring, as far as it stays small', () => {
    expect(ids(surroundings(graph, 'a', 3))).toEqual(['a', 'b', 'c'])
    expect(ids(surroundings(graph, 'a'))).toEqual(['a', 'b', 'c', 'd'])
    const hub = Array.from({ length: 900 }, (_, n) => `n${n}`)
    const star = { nodes: ['hub', ...hub].map((id) => node(id)), links: hub.map((id) => link('hub', id)) }
    expect(surroundings(star, 'hub').nodes).toHaveLength(wholeLimit)
  })
  it('is what has a tag, and hangs in a folder', () => {
    expect(ids(filtered(graph, { tag: 'bell', collectionId: null }))).toEqual(['a', 'b'])
    expect(ids(filtered(graph, { tag: 'bell', collectionId: 'f' }))).toEqual([])
  })
})

test('arrows walk along links, to what lies most that way', () => {
  const places = new Map(
    Object.entries({ a: { x: 0, y: 0 }, b: { x: 300, y: 20 }, c: { x: 900, y: 0 }, d: { x: 0, y: 200 } }),
  )
  const links = [link('a', 'b'), link('c', 'a'), link('a', 'd')]
  expect(walked(links, places, 'a', 'ArrowRight')).toBe('b')
  expect(walked(links, places, 'a', 'ArrowDown')).toBe('d')
  expect(walked(links, places, 'a', 'ArrowLeft')).toBeUndefined()
  expect(walked(links, places, 'b', 'ArrowRight')).toBeUndefined()
})

test('two links between the same are two lines', () => {
  const [one, other] = [
    { x: 0, y: 0 },
    { x: 500, y: 100 },
  ]
  expect(edgeOf(one, other).middle).not.toEqual(edgeOf(other, one).middle)
})

test('it is zoomed between a tenth and four times, at the pointer', () => {
  const viewport = createViewport({ width: 800, height: 600 })
  const pointer = { x: 100, y: 100 }
  const under = viewport.drawn(pointer)
  viewport.zoomAt(pointer, 2)
  expect(viewport.drawn(pointer)).toEqual(under)
  viewport.zoomBy(100)
  expect(viewport.get().scale).toBe(4)
  viewport.zoomBy(0.001)
  expect(viewport.get().scale).toBe(0.1)
})

test('links back and forth that were made as one are one row', () => {
  const row = (id: string, sourceId: string, reverseId: string | null) => ({ id, sourceId, reverseId }) as never
  const rows = pairsOf('me', [row('1', 'me', '2'), row('2', 'you', '1'), row('3', 'you', null), row('4', 'me', 'gone')])
  expect(rows.map(({ link, direction }) => [link.id, direction])).toEqual([
    ['1', 'both'],
    ['3', 'in'],
    ['4', 'out'],
  ])
})

describe('names of nodes that are drawn too small for them', () => {
  const count = 300
  const nodes = Array.from({ length: count }, (_, n) => node(`n${n}`, { name: `Number ${n} of the long list` }))
  const links = randomLinks(count, 600).map(([a, b]) => link(`n${a}`, `n${b}`))
  const at = layOut({ count, links: randomLinks(count, 600), fixed: [] })
  const places = new Map(nodes.map(({ id }, n) => [id, { x: at[2 * n] ?? 0, y: at[2 * n + 1] ?? 0 }]))
  const widthOf = (text: string) => text.length * smallestLetters * 0.5
  const labels = (scale: number, selected: string | null = null) =>
    labelsAt({ nodes, links }, places, { scale, selected, widthOf })

  it('are legible at 11 pixels, by themselves or above their nodes', () => {
    expect([1, 0.8, 0.7, 0.35, 0.1].map(isLegible)).toEqual([true, true, false, false, false])
  })
  it.each([0.7, 0.34, 0.2, 0.1])('thin out at a scale of %d, and none covers another', (scale) => {
    const all = labels(scale)
    expect(all.length).toBeGreaterThan(4)
    for (const [n, one] of all.entries())
      for (const other of all.slice(n + 1)) {
        const isApart =
          Math.abs(one.y - other.y) >= 15 || Math.abs(one.x - other.x) >= (widthOf(one.text) + widthOf(other.text)) / 2
        expect(isApart, `${one.id} and ${other.id}`).toBe(true)
      }
  })
  it('are right of the pictures of their nodes, and cover no other picture', () => {
    const all = labels(0.4)
    const pictureOf = (id: string) => ((places.get(id)?.x ?? 0) - nodeSize.width / 2) * 0.4
    for (const { id, text, x, y } of all) {
      const [left, right] = [x - widthOf(text) / 2, x + widthOf(text) / 2]
      expect(left, id).toBeGreaterThanOrEqual(pictureOf(id) + 48 * 0.4)
      for (const other of all)
        if (other.id !== id && Math.abs(other.y - y) < 15)
          expect(right <= pictureOf(other.id) || left >= pictureOf(other.id) + 48 * 0.4, `${id} and ${other.id}`).toBe(
            true,
          )
    }
  })
  it('are shortened where the whole name has no space', () => {
    const named = ['The Abbess Counts to Seven', 'The Ledger of Other Debts'].map((name, n) => node(`n${n}`, { name }))
    const at = (distance: number) => {
      const places = new Map(named.map(({ id }, n) => [id, { x: n * distance, y: 0 }]))
      return labelsAt({ nodes: named, links: [] }, places, { scale: 0.4, selected: null, widthOf }).map(
        ({ text }) => text,
      )
    }
    expect(at(500)).toEqual(['The Abbess Counts to Se…', 'The Ledger of Other Deb…'])
    expect(at(300)).toEqual(['The Abbess C…', 'The Ledger of Other Deb…'])
    expect(at(200)).toEqual(['The Abbess Counts to Se…'])
  })
  it('are most of them where there is room, and that of the selected one everywhere', () => {
    expect(labels(0.7).length).toBeGreaterThan(labels(0.2).length)
    expect(labels(0.1, 'n299').some(({ id }) => id === 'n299')).toBe(true)
  })
})
