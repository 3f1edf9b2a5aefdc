import { describe, expect, it } from 'vitest'
import { createHistory } from '../../frontend/src/realtime/history.ts'
import { gone, renamed } from './feed.ts'

describe('what a tab remembers of the feed', () => {
  it('answers everything after a position, in order', () => {
    const history = createHistory('10', 100)
    for (const item of [renamed(11, 'a'), renamed(12, 'b'), renamed(13, 'c')]) history.add(item)
    expect(history.after('11')?.map(({ position }) => position)).toEqual(['12', '13'])
    expect(history.after('13')).toEqual([])
    expect(history.after('10')).toHaveLength(3)
  })

  it('cannot speak for what came before it began', () => {
    expect(createHistory('10', 100).after('9')).toBeUndefined()
  })

  it('takes nothing twice when a resumed stream repeats its last position', () => {
    const history = createHistory('10', 100)
    expect(history.add(renamed(11, 'a'))).toBe(true)
    expect(history.add(renamed(11, 'a'))).toBe(false)
    expect(history.add(renamed(10, 'old'))).toBe(false)
    expect(history.after('10')).toHaveLength(1)
  })

  it('keeps different news of one position', () => {
    const history = createHistory('10', 100)
    expect([history.add(gone(11, 'x')), history.add(gone(11, 'y')), history.add(gone(11, 'x'))]).toEqual([
      true,
      true,
      false,
    ])
  })

  it('resumes after the last position that it saw', () => {
    const history = createHistory('10', 100)
    expect(history.seen).toBe('10')
    history.add(renamed(12, 'a'))
    expect(history.seen).toBe('12')
  })

  it('forgets the oldest beyond its limit, and says so', () => {
    const history = createHistory('0', 10)
    for (let at = 1; at <= 21; at++) history.add(renamed(at, String(at)))
    expect(history.after('5')).toBeUndefined()
    const kept = history.after('12')
    expect(kept?.at(0)?.position).toBe('13')
    expect(kept?.at(-1)?.position).toBe('21')
  })

  it('compares positions as numbers', () => {
    const history = createHistory('9', 10)
    expect(history.add(renamed(10, 'a'))).toBe(true)
    expect(history.after('9')).toHaveLength(1)
  })
})
