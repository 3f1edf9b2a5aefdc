import { createCanvas } from '@napi-rs/canvas'
import { describe, expect, test } from 'vitest'
import { fromRuns, maskSize, toRuns, watch } from '../../studio/things.ts'

const board = (width = 80, height = 40) => {
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')
  const fill = (colour: string, x: number, y: number, w: number, h: number) => () => {
    pen.fillStyle = colour
    pen.fillRect(x, y, w, h)
  }
  return { fill, seen: watch(canvas, (word) => (word === 'cloak' ? 'green' : undefined)) }
}

/** How many pixels of its mask a thing has. */
const area = (mask: readonly number[]) => mask.reduce((sum, run, i) => sum + (i % 2 ? run : 0), 0)

describe('what was drawn where', () => {
  test('a mask is of a quarter of the size, rounded up, and its runs add up to it', () => {
    expect(maskSize({ width: 1021, height: 8 })).toEqual({ width: 256, height: 2 })
    const bits = Uint8Array.from([1, 1, 0, 0, 1])
    expect(toRuns(bits)).toEqual([0, 2, 2, 1])
    expect(fromRuns(toRuns(bits), 5)).toEqual(bits)
    expect(fromRuns([], 3)).toEqual(new Uint8Array(3))
  })

  test('a thing covers what changed while it was drawn', () => {
    const { fill, seen } = board()
    seen.thing(['sky'], fill('#88aaff', 0, 0, 80, 40))
    seen.thing(['tower'], fill('#222222', 40, 0, 20, 40))
    const { things } = seen.things()
    expect(things.map(({ words, mask }) => [words, area(mask)])).toEqual([
      [['sky'], 150],
      [['tower'], 50],
    ])
  })

  test('what stands before a thing is taken out of it, what belongs to it is not', () => {
    const { fill, seen } = board()
    seen.thing(
      ['figure'],
      () => {
        fill('#aa6644', 20, 0, 40, 40)()
        seen.thing(['hair'], fill('#331100', 20, 0, 40, 20))
      },
      true,
    )
    seen.thing(['fence'], fill('#ffffff', 0, 32, 80, 8))
    const { things, background } = seen.things()
    expect(Object.fromEntries(things.map(({ words, mask }) => [words[0], area(mask)]))).toEqual({
      figure: 80,
      hair: 50,
      fence: 40,
    })
    expect(area(background ?? [])).toBe(200 - 80)
  })

  test('the colour that was said of a thing is among its words', () => {
    const { fill, seen } = board()
    seen.thing(['cloak'], fill('#116633', 0, 0, 40, 40))
    expect(seen.things().things[0]?.words).toEqual(['cloak', 'green'])
  })

  test('what is too small to point at is no thing, and a picture without a subject has no background', () => {
    const { fill, seen } = board()
    seen.thing(['spark'], fill('#ffffff', 0, 0, 4, 4))
    expect(seen.things()).toEqual({ width: 80, height: 40, things: [], background: null })
  })

  test('however many things are drawn, a bounded number is kept', () => {
    const { fill, seen } = board()
    for (let i = 0; i < 90; i++) seen.thing([`t${i}`], fill(i % 2 ? '#fff' : '#000', 0, 0, 80, 40))
    expect(seen.things().things.length).toBeLessThanOrEqual(40)
  })
})
