import { describe, expect, test } from 'vitest'
import { typedEarly } from '../../../frontend/src/writing/typed-early.ts'

const opened = (kept = new Map<string, string>()) => {
  const shelf = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const early = typedEarly(shelf, 'a')
  const press = (key: string, held = {}) =>
    early.hear({ key, ctrlKey: false, metaKey: false, altKey: false, isComposing: false, ...held })
  return { kept, early, press, other: typedEarly(shelf, 'b') }
}

describe('what is typed before the editor of a text has come', () => {
  test('is kept letter by letter, and given to the editor once', () => {
    const { early, press } = opened()
    expect(['B', 'e', 'x', 'Backspace', 'l', ' ', '🔔', 'Enter', 'é'].map((key) => press(key))).not.toContain(false)
    expect(early.take()).toBe('Bel 🔔\né')
    expect([early.take(), early.isWaiting()]).toEqual(['', false])
  })

  test('is no shortcut, no arrow, and nothing that is being composed', () => {
    const { early, press } = opened()
    const held = [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { isComposing: true }]
    expect(held.map((each) => press('a', each))).toEqual([false, false, false, false])
    expect(['ArrowLeft', 'Tab', 'Escape', 'F2', 'Dead'].map((key) => press(key))).not.toContain(true)
    expect(early.isWaiting()).toBe(false)
  })

  test('takes back no more than there is', () => {
    const { early, press } = opened()
    for (const key of ['a', 'Backspace', 'Backspace', 'b']) press(key)
    expect(early.take()).toBe('b')
  })

  test('outlives loading the page anew, and opens the editor then: of that text alone', () => {
    const { kept, early, press, other } = opened()
    press('a')
    early.wait()
    expect(other.isWaiting()).toBe(false)
    const again = opened(kept).early
    expect([again.isWaiting(), again.take()]).toEqual([true, 'a'])
  })

  test('may be nothing: the editor that was asked for opens', () => {
    const { kept, early } = opened()
    early.wait()
    expect(opened(kept).early.isWaiting()).toBe(true)
  })
})
