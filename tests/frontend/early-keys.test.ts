import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { bufferKeys, isFieldAwaited, longestRequestMs, stopBuffering } from '../../frontend/src/ui/early-keys.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { activeElement: null })
})
afterEach(() => {
  stopBuffering()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('ends after ten seconds, so that keys are not withheld for a field that never appears', () => {
  bufferKeys()
  vi.advanceTimersByTime(9_999)
  expect(isFieldAwaited()).toBe(true)
  vi.advanceTimersByTime(1)
  expect(isFieldAwaited()).toBe(false)
})

it('keeps what was typed for a field whose request takes minutes', () => {
  bufferKeys(['Ropes\n'], longestRequestMs)
  vi.advanceTimersByTime(120_000)
  expect(stopBuffering()).toEqual(['Ropes\n'])
})
