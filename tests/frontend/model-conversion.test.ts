import { describe, expect, it } from 'vitest'
import { percentOf, remainingMs, stagesOf } from '../../frontend/src/features/models/conversion/stages.ts'

const stl = stagesOf('STL')
const at = (seconds: number) => percentOf(stl, seconds * 1000, undefined)

describe('the progress of a conversion', () => {
  it('rises by the specified stages where the server reports none, and stops at 95 percent', () => {
    expect([0, 1.9, 3, 8, 9, 15, 25.5, 35, 36, 45, 300].map(at)).toEqual([0, 0, 10, 10, 25, 50, 75, 75, 90, 95, 95])
  })

  it('is that of the server where it reports some, but never complete before the file is there', () => {
    expect([30, 95, 100].map((reported) => percentOf(stl, 0, reported))).toEqual([30, 95, 95])
  })

  it('expects a minute at first, and then what remains at the reported speed', () => {
    expect(remainingMs(17_000, undefined)).toBe(43_000)
    expect(remainingMs(61_000, undefined)).toBeNull()
    expect(remainingMs(10_000, 25)).toBe(30_000)
  })
})
