import { describe, expect, it } from 'vitest'
import { lastBy } from '#domain/as-of.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 12, minute)).toISOString()
const log = (...minutes: number[]) => minutes.map((minute, n) => ({ position: BigInt(n), at: at(minute) }))
const by = (minute: number, ...minutes: number[]) => lastBy(log(...minutes), at(minute))?.position

describe('as of a time', () => {
  it('is the last event by then, that moment with it', () => {
    expect([0, 1, 2, 9].map((minute) => by(minute, 1, 2, 3))).toEqual([undefined, 0n, 1n, 2n])
  })
  it('is before the first that happened later, whatever stands behind it', () => {
    expect(by(5, 1, 9, 2, 3)).toBe(0n)
    expect(by(9, 1, 9, 2, 3)).toBe(3n)
  })
  it('goes by the order of the log where a clock goes back', () => {
    expect([3, 4, 5].map((minute) => by(minute, 3, 5, 4, 5))).toEqual([0n, 0n, 3n])
  })
  it('never goes back as time goes on', () => {
    const clock = [3, 1, 7, 2, 7, 8, 0, 9]
    const positions = Array.from({ length: 11 }, (_, minute) => Number(by(minute, ...clock) ?? -1))
    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
  })
  it('of an empty log is nothing', () => expect(by(1)).toBeUndefined())
})
