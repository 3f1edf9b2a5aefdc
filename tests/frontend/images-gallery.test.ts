import { describe, expect, it } from 'vitest'
import { byMonth, monthName } from '../../frontend/src/features/images/gallery/months.ts'
import { justify, neighbour } from '../../frontend/src/features/images/gallery/rows.ts'
import { nothing, select } from '../../frontend/src/ui/selection.ts'

describe('months', () => {
  it('are headed newest first, and so are their pictures', () => {
    const months = byMonth([
      { id: 'a', createdAt: '2026-10-31T23:59:59.000Z' },
      { id: 'b', createdAt: '2026-11-01T00:00:00.000Z' },
      { id: 'c', createdAt: '2026-11-02T00:00:00.000Z' },
    ])
    expect(months.map(({ month, items }) => [month, items.map(({ id }) => id)])).toEqual([
      ['2026-11', ['c', 'b']],
      ['2026-10', ['a']],
    ])
  })
  it('of two years are two months', () => {
    const at = (createdAt: string) => ({ id: createdAt, createdAt })
    expect(byMonth([at('2025-11-05T00:00:00Z'), at('2026-11-05T00:00:00Z')])).toHaveLength(2)
  })
  it('order pictures of one instant by id, so that two tabs agree', () => {
    const same = ['a', 'c', 'b'].map((id) => ({ id, createdAt: '2026-11-02T00:00:00.000Z' }))
    expect(byMonth(same)[0]?.items.map(({ id }) => id)).toEqual(['c', 'b', 'a'])
  })
  it('have names', () => {
    expect(monthName('2026-11')).toBe('November 2026')
    expect(monthName('2026-01')).toBe('January 2026')
  })
})

describe('justified rows', () => {
  const wide = { width: 1536, height: 640 }
  const tall = { width: 640, height: 1536 }
  const square = { width: 1024, height: 1024 }
  const measure = { width: 1176, height: 232, gap: 8 }
  const many = Array.from({ length: 60 }, (_, n) => ({ id: `${n}`, ...([wide, tall, square][n % 3] ?? square) }))

  it('keep every picture, in order', () => {
    expect(justify(many, measure).flatMap(({ items }) => items)).toEqual(many)
  })
  it('fill the width exactly, but for the last', () => {
    for (const { widths } of justify(many, measure).slice(0, -1))
      expect(widths.reduce((sum, width) => sum + width, 8 * (widths.length - 1))).toBeCloseTo(1176, 5)
  })
  it('keep proportions to within a pixel', () => {
    for (const { height, items, widths } of justify(many, measure))
      items.forEach((item, n) => {
        expect(Math.abs((widths[n] ?? 0) - (height * item.width) / item.height)).toBeLessThan(2)
      })
  })
  it('are near the target height', () => {
    for (const { height } of justify(many, measure).slice(0, -1)) {
      expect(height).toBeGreaterThan(232 / 1.6)
      expect(height).toBeLessThan(232 * 1.6)
    }
  })
  it('do not blow up a lone picture', () => {
    expect(justify([square], measure)).toEqual([{ height: 232, items: [square], widths: [232] }])
  })
  it('never overflow a phone, not even with the widest picture', () => {
    for (const { widths } of justify(many, { width: 362, height: 150, gap: 8 }))
      expect(widths.reduce((sum, width) => sum + width, 8 * (widths.length - 1))).toBeLessThanOrEqual(362.001)
  })
  it('wait for a width', () => {
    expect(justify(many, { ...measure, width: 0 })).toEqual([])
  })
  it('lead up and down to the picture that is nearest', () => {
    const rows = [
      { height: 1, items: [{ id: 'a' }, { id: 'b' }], widths: [100, 300] },
      { height: 1, items: [{ id: 'c' }, { id: 'd' }, { id: 'e' }], widths: [100, 100, 200] },
    ]
    expect(neighbour(rows, 'b', 1, 8)?.id).toBe('e')
    expect(neighbour(rows, 'c', -1, 8)?.id).toBe('a')
    expect(neighbour(rows, 'd', -1, 8)?.id).toBe('b')
    expect(neighbour(rows, 'a', -1, 8)).toBeNull()
    expect(neighbour(rows, 'e', 1, 8)).toBeNull()
  })
})

describe('a selection', () => {
  const order = ['a', 'b', 'c', 'd', 'e']
  const ticked = (...ids: string[]) => ids.reduce((selection, id) => select(selection, { type: 'toggle', id }), nothing)

  it('ticks and unticks', () => {
    expect([...ticked('a', 'b', 'a').ids]).toEqual(['b'])
  })
  it('reaches from the last tick, either way, and keeps what was ticked', () => {
    expect([...select(ticked('e', 'b'), { type: 'reach', id: 'd', order }).ids].sort()).toEqual(['b', 'c', 'd', 'e'])
    expect([...select(ticked('d'), { type: 'reach', id: 'b', order }).ids].sort()).toEqual(['b', 'c', 'd'])
  })
  it('reaches again from the same place', () => {
    const once = select(ticked('b'), { type: 'reach', id: 'd', order })
    expect(select(once, { type: 'reach', id: 'a', order }).anchor).toBe('b')
  })
  it('reaches one picture when nothing was ticked', () => {
    expect([...select(nothing, { type: 'reach', id: 'c', order }).ids]).toEqual(['c'])
  })
  it('lets go of pictures that somebody else deleted', () => {
    const kept = select(ticked('a', 'b'), { type: 'keep', order: ['a'] })
    expect([...kept.ids]).toEqual(['a'])
    expect(kept.anchor).toBeNull()
  })
  it('is the same object while nothing goes, so that nothing renders', () => {
    const selection = ticked('a')
    expect(select(selection, { type: 'keep', order })).toBe(selection)
  })
  it('clears', () => {
    expect(select(ticked('a'), { type: 'clear' })).toEqual(nothing)
  })
})
