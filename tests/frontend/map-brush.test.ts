import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { fogLattice } from '#domain/fog.ts'
import { gridPath, squareLines } from '#domain/grid-lines.ts'
import { firstGrid } from '#domain/map-grid.ts'
import { brushed } from '../../frontend/src/features/images/maps/detail/brush.ts'
import { distance } from '../../frontend/src/features/images/maps/detail/stage.ts'

const lattice = fogLattice({ width: 1024, height: 640 })
const at = (x: number, y: number) => ({ x, y })

describe('a brush', () => {
  test('touches the cells whose middle it passes over', () => {
    const { columns } = lattice
    expect(brushed(lattice, at(40, 40), at(40, 40), 16)).toEqual([
      columns + 2,
      2 * columns + 1,
      2 * columns + 2,
      2 * columns + 3,
      3 * columns + 2,
    ])
  })
  test('leaves no gap between where the hand was and where it is', () => {
    const cells = new Set(brushed(lattice, at(8, 8), at(1016, 8), 20))
    for (let column = 0; column < lattice.columns; column++) expect(cells.has(column)).toBe(true)
  })
  it('never leaves the map, and always touches the cell beneath it', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: -200, max: 1300 }),
        fc.integer({ min: -200, max: 900 }),
        fc.integer({ min: 1, max: 300 }),
        (x, y, radius) => {
          const cells = brushed(lattice, at(x, y), at(x, y), radius)
          expect(cells.every((cell) => cell >= 0 && cell < lattice.columns * lattice.rows)).toBe(true)
          if (x >= 0 && y >= 0 && x < 1024 && y < 640)
            expect(cells).toContain(Math.floor(y / 16) * lattice.columns + Math.floor(x / 16))
        },
      ),
    ))
})

describe('a grid', () => {
  test('has a line each cell, from its offset on, whichever way that goes', () => {
    expect(squareLines(200, 64, 0)).toEqual([0, 64, 128, 192])
    expect(squareLines(200, 64, 10)).toEqual([10, 74, 138])
    expect(squareLines(200, 64, -10)).toEqual([54, 118, 182])
  })
  test('of hexes covers the whole map', () => {
    const path = gridPath({ width: 256, height: 256 }, { ...firstGrid, shape: 'hex' })
    expect(path.match(/M/g)?.length).toBeGreaterThan(20)
    expect(path).not.toContain('NaN')
  })
})

test('what is measured is said in the map’s own unit', () => {
  const measure = { from: at(0, 0), to: at(192, 256) }
  expect(distance(measure, firstGrid)).toBe('25 ft')
  expect(distance(measure, { ...firstGrid, scale: 1.5, unit: 'm' })).toBe('7.5 m')
  expect(distance({ from: at(0, 0), to: at(64_000, 0) }, firstGrid)).toBe('5,000 ft')
})
