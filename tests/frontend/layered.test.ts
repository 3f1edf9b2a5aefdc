import elk from 'elkjs'
import { describe, expect, it } from 'vitest'
import {
  arrowOf,
  bendOf,
  curveOf,
  type LayeredInput,
  type LayeredLink,
  nextNode,
} from '../../frontend/src/ui/layered.ts'
import { elkGraphOf, layoutOf } from '../../frontend/src/ui/layered-layout.ts'

const inputOf = (names: string, links: LayeredLink[]): LayeredInput => ({
  nodes: [...names].map((id) => ({ id, width: 100, height: 44, isLast: id === 'z' })),
  links,
  layerGap: 40,
  nodeGap: 10,
  aspectRatio: 1.4,
  isDown: false,
  isOrdered: true,
})
const link = (ends: string, over: Partial<LayeredLink> = {}): LayeredLink => ({
  source: ends[0] ?? '',
  target: ends[1] ?? '',
  ...over,
})
const layOut = async (input: LayeredInput) => layoutOf(input, await new elk.default().layout(elkGraphOf(input)))

describe('a layout in layers', () => {
  it('places each node right of those that lead to it, and none over another', async () => {
    const input = inputOf('abcdef', [link('ab'), link('ac'), link('bd'), link('cd'), link('ad')])
    const { boxes, routes, width, height } = await layOut(input)
    const boxOf = (id: string) => boxes.get(id) ?? { x: Number.NaN, y: 0, width: 0, height: 0 }
    for (const { source, target } of input.links)
      expect(boxOf(source).x + boxOf(source).width).toBeLessThan(boxOf(target).x)
    const all = [...boxes.values()]
    for (const [n, one] of all.entries()) {
      expect(one.x + one.width <= width && one.y + one.height <= height).toBe(true)
      for (const other of all.slice(n + 1))
        expect(
          Math.abs(one.x - other.x) >= Math.min(one.width, other.width) ||
            Math.abs(one.y - other.y) >= Math.min(one.height, other.height),
        ).toBe(true)
    }
    expect(routes.size).toBe(5)
    expect(boxes.size).toBe(6)
  })
  it('is the same in each run', async () => {
    const input = inputOf('abcd', [link('ab'), link('cd'), link('bd')])
    expect(await layOut(input)).toEqual(await layOut(input))
  })
  it('attaches links with a thickness side by side', async () => {
    const { routes } = await layOut(inputOf('abc', [link('ac', { thickness: 12 }), link('bc', { thickness: 12 })]))
    const arriving = [...routes.values()].map((route) => route.at(-1)?.y ?? Number.NaN)
    expect(Math.abs((arriving[0] ?? 0) - (arriving[1] ?? 0))).toBeGreaterThanOrEqual(12)
  })
  it('leads back below the nodes', async () => {
    const { boxes, routes } = await layOut(
      inputOf('ab', [link('ab', { thickness: 4 }), link('ba', { thickness: 4, isBack: true })]),
    )
    const back = routes.get('b a') ?? []
    const bottom = Math.max(...[...boxes.values()].map(({ y, height }) => y + height))
    expect(Math.max(...back.map(({ y }) => y))).toBeGreaterThan(bottom)
    expect(boxes.get('a')?.x).toBeLessThan(boxes.get('b')?.x ?? 0)
    expect(back[0]?.x, 'from its source').toBeGreaterThan(back.at(-1)?.x ?? Number.NaN)
  })
  it('leads downwards where there is little room', async () => {
    const input = { ...inputOf('abc', [link('ab'), link('bc')]), isDown: true }
    const { boxes, routes, isDown } = await layOut(input)
    expect([...boxes.values()].map(({ y }) => y).toSorted((a, b) => a - b)).toEqual(
      ['a', 'b', 'c'].map((id) => boxes.get(id)?.y),
    )
    const [start, end] = [routes.get('a b')?.[0], routes.get('a b')?.at(-1)]
    expect(curveOf(routes.get('a b') ?? [], isDown)).toBe(`M${start?.x} ${start?.y}L${end?.x} ${end?.y}`)
  })
  it('places what is last in the rightmost layer', async () => {
    const { boxes } = await layOut(inputOf('abcz', [link('ab'), link('bc'), link('az')]))
    expect(boxes.get('z')?.x).toBe(boxes.get('c')?.x)
  })
  it('ignores links to nodes that are not there', async () => {
    const { routes } = await layOut(inputOf('ab', [link('ax'), link('ab')]))
    expect([...routes.keys()]).toEqual(['a b'])
  })
})

describe('lines', () => {
  it('are an S between two layers', () =>
    expect(
      curveOf([
        { x: 0, y: 0 },
        { x: 10, y: 0 },
        { x: 10, y: 30 },
        { x: 40, y: 30 },
      ]),
    ).toBe('M0 0L0 0C20 0 20 30 40 30L40 30'))
  it('are straight where nothing lies between', () =>
    expect(
      curveOf([
        { x: 0, y: 5 },
        { x: 40, y: 5 },
      ]),
    ).toBe('M0 5L40 5'))
  it('have round corners on their way back, and an arrow at the end', () => {
    const route = [
      { x: 50, y: 0 },
      { x: 50, y: 40 },
      { x: 0, y: 40 },
      { x: 0, y: 10 },
    ]
    expect(bendOf(route)).toBe('M50 0L50 30Q50 40 40 40L10 40Q0 40 0 30L0 10')
    expect(arrowOf(route)).toBe('M0 10L-3.5 17L3.5 17Z')
  })
})

describe('arrow keys', () => {
  const box = (x: number, y: number) => ({ x, y, width: 10, height: 10 })
  const boxes = new Map([
    ['a', box(0, 0)],
    ['b', box(50, 0)],
    ['c', box(50, 20)],
    ['d', box(100, 10)],
  ])
  it.each([
    ['a', 'ArrowRight', 'b'],
    ['b', 'ArrowDown', 'c'],
    ['c', 'ArrowRight', 'd'],
    ['d', 'ArrowLeft', 'b'],
    ['a', 'ArrowLeft', undefined],
    ['a', 'Enter', undefined],
  ])('from %s by %s lead to %s', (from, key, to) => expect(nextNode(boxes, from, key)).toBe(to))
})
