import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { greyPng } from '../../frontend/src/features/images/editor/grey-png.ts'
import { createMask } from '../../frontend/src/features/images/editor/mask.ts'
import type { Area, Dab } from '../../frontend/src/features/images/editor/stroke.ts'
import { radiusOf } from '../../frontend/src/features/images/editor/use-gestures.ts'

const size = { width: 200, height: 120 }
const dab = (x: number, y: number, radius = 10): Dab => ({ x, y, radius })
const painted = (...way: Dab[]) => {
  const mask = createMask(size)
  stroke(mask, ...way)
  return mask
}
const stroke = (mask: ReturnType<typeof createMask>, ...way: Dab[]) => {
  mask.begin()
  for (const [n, to] of way.entries()) mask.draw(way[n - 1] ?? to, to, 'paint')
  mask.end()
}
const at = ({ bytes, width }: ReturnType<typeof createMask>, x: number, y: number) => bytes[y * width + x]
const count = ({ bytes }: ReturnType<typeof createMask>) => bytes.reduce((sum, byte) => sum + byte, 0) / 255

describe('a brush', () => {
  it('covers a circle, with an edge one pixel soft', () => {
    const mask = painted(dab(60, 60))
    expect(count(mask)).toBeCloseTo(Math.PI * 100, -1)
    expect([at(mask, 60, 60), at(mask, 68, 60), at(mask, 72, 60)]).toEqual([255, 255, 0])
  })

  it('covers all between two places, however far apart', () => {
    const mask = painted(dab(20, 60), dab(180, 60))
    expect(count(mask)).toBeCloseTo(160 * 20 + Math.PI * 100, -2)
    for (let x = 20; x < 180; x++) expect(at(mask, x, 60)).toBe(255)
  })

  it('grows from one place to the next', () => {
    const mask = painted(dab(30, 60, 4), dab(170, 60, 30))
    expect([at(mask, 30, 70), at(mask, 170, 80)]).toEqual([0, 255])
  })

  it('leaves the picture without an error, and paints nothing outside', () => {
    const mask = painted(dab(-40, -40), dab(240, 160))
    expect(at(mask, 100, 60)).toBe(255)
    expect(count(painted(dab(-50, 60)))).toBe(0)
  })

  it('changes nothing where it has been', () => {
    const once = painted(dab(60, 60))
    const twice = painted(dab(60, 60), dab(60, 60))
    expect(twice.bytes).toEqual(once.bytes)
  })

  it('takes away what it painted', () => {
    const mask = painted(dab(60, 60))
    mask.begin()
    mask.draw(dab(60, 60, 14), dab(60, 60, 14), 'unpaint')
    mask.end()
    expect(mask.state().isEmpty).toBe(true)
  })

  it('is as wide as it says, but for the pressure of a pen', () => {
    expect(radiusOf(25, { pointerType: 'mouse', pressure: 0.5 })).toBe(12.5)
    expect(radiusOf(25, { pointerType: 'pen', pressure: 1 })).toBe(12.5)
    expect(radiusOf(25, { pointerType: 'pen', pressure: 0 })).toBeLessThan(6)
  })
})

describe('steps', () => {
  it('are taken back and done again, one by one', () => {
    const mask = painted(dab(30, 30))
    const first = mask.bytes.slice()
    stroke(mask, dab(150, 90))
    const second = mask.bytes.slice()
    expect(mask.state()).toMatchObject({ strokes: 2, canUndo: true, canRedo: false })
    mask.undo()
    expect(mask.bytes).toEqual(first)
    mask.undo()
    expect(mask.state()).toMatchObject({ isEmpty: true, canUndo: false, canRedo: true })
    mask.redo()
    mask.redo()
    expect(mask.bytes).toEqual(second)
    expect([mask.redo(), mask.state().canRedo]).toEqual([false, false])
  })

  it('made after an undo take the place of those undone', () => {
    const mask = painted(dab(30, 30))
    mask.undo()
    stroke(mask, dab(150, 90))
    expect([mask.redo(), at(mask, 30, 30), at(mask, 150, 90)]).toEqual([false, 0, 255])
  })

  it('are inverting and clearing, too', () => {
    const mask = painted(dab(30, 30))
    const before = mask.bytes.slice()
    mask.invert()
    expect([at(mask, 30, 30), at(mask, 150, 90)]).toEqual([0, 255])
    expect(mask.state()).toMatchObject({ strokes: null, isEmpty: false })
    mask.clear()
    expect(mask.state()).toMatchObject({ strokes: 0, isEmpty: true })
    mask.undo()
    mask.undo()
    expect(mask.bytes).toEqual(before)
  })

  it('of which nothing came are none', () => {
    const mask = painted(dab(-50, -50))
    mask.clear()
    expect(mask.state().canUndo).toBe(false)
  })

  it('that are cancelled were never begun', () => {
    const mask = painted(dab(30, 30))
    const before = mask.bytes.slice()
    mask.begin()
    mask.draw(dab(30, 30), dab(150, 90), 'paint')
    mask.cancel()
    expect([mask.bytes, mask.state().strokes]).toEqual([before, 1])
  })

  it('are none once the mask has served', () => {
    const mask = painted(dab(30, 30))
    mask.reset()
    expect(mask.state()).toEqual({ canUndo: false, canRedo: false, isEmpty: true, share: 0, strokes: 0 })
    expect(count(mask)).toBe(0)
  })

  it('are forgotten from the oldest on when there are many', () => {
    const mask = createMask(size)
    for (let n = 0; n < 100; n++) stroke(mask, dab(n * 2, 60))
    let back = 0
    while (mask.undo()) back++
    expect([back, mask.state().isEmpty]).toEqual([80, false])
  })
})

it('tells only of the part that changed', () => {
  const mask = createMask(size)
  const told: Area[] = []
  mask.listen((area) => told.push(area))
  stroke(mask, dab(60, 60))
  expect(told[0]).toEqual({ left: 49, top: 49, right: 71, bottom: 71 })
})

it('a mask brought back is the one that was painted', () => {
  const mask = painted(dab(60, 60))
  const other = createMask(size)
  other.load(mask.bytes)
  expect([other.bytes, other.state().strokes]).toEqual([mask.bytes, null])
})

it('a mask is sent as 8-bit grey without alpha, pixel for pixel', async () => {
  const mask = painted(dab(60, 60), dab(150, 20))
  const png = sharp(await (await greyPng(mask, mask.bytes)).arrayBuffer())
  expect(await png.metadata()).toMatchObject({ format: 'png', channels: 1, depth: 'uchar', hasAlpha: false, ...size })
  expect(new Uint8Array(await png.extractChannel(0).raw().toBuffer())).toEqual(mask.bytes)
})
