import { describe, expect, it } from 'vitest'
import { ago, agoInSentence } from '../../frontend/src/ui/ago.ts'
import { dateOf, dateTimeOf } from '../../frontend/src/ui/dates.ts'

/** A time on this machine's clock: screens say times in the time zone of who looks. */
const at = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString()

describe('a date', () => {
  it('is written in one way', () => {
    expect(dateOf(at(2026, 10, 3, 23, 44))).toBe('3 Nov 2026')
    expect(dateTimeOf(at(2026, 10, 3, 23, 44))).toBe('3 Nov 2026, 23:44')
    expect(dateTimeOf(at(2026, 10, 3, 0, 5))).toBe('3 Nov 2026, 00:05')
  })

  it('that is long ago is the same where others are told by how long ago they were', () => {
    const now = new Date(2026, 10, 21, 12, 0)
    expect(ago(at(2024, 10, 3, 23, 44), now)).toBe('3 Nov 2024')
    expect(ago(at(2026, 10, 3, 23, 44), now)).toBe('3 Nov')
    expect(ago(at(2026, 10, 21, 10, 0), now)).toBe('2 h')
  })

  it('within a sentence says that a duration is over, and writes months as names', () => {
    const now = new Date(2026, 10, 21, 12, 0)
    const times = [at(2026, 10, 21, 12, 0), at(2026, 10, 21, 11, 44), at(2026, 10, 21, 10, 0), at(2026, 10, 20, 10, 0)]
    expect(times.map((time) => agoInSentence(time, now))).toEqual(['now', '16 min ago', '2 h ago', 'yesterday'])
    expect(agoInSentence(at(2026, 10, 3, 23, 44), now)).toBe('3 Nov')
  })
})
