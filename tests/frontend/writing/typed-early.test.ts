import { describe, expect, test } from 'vitest'
import { isWritingKey, typedEarly } from '../../../frontend/src/writing/typed-early.ts'

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, isComposing: false }

const opened = (kept = new Map<string, string>(), room = Number.POSITIVE_INFINITY) => {
  const shelf = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, value: string) {
      if (value.length > room) throw new DOMException('', 'QuotaExceededError')
      kept.set(key, value)
    },
    removeItem: (key: string) => void kept.delete(key),
  }
  const early = typedEarly(shelf, 'a')
  const press = (key: string, held = {}) => early.hear({ ...plain, key, ...held })
  return { kept, early, press, other: typedEarly(shelf, 'b') }
}

describe('what is typed before the editor of a text has come', () => {
  test('is kept stroke by stroke, and given to the editor once', () => {
    const { early, press } = opened()
    const keys = ['B', 'e', 'x', 'Backspace', 'l', ' ', '🔔', 'Enter', 'é', 'ArrowLeft', 'Delete']
    expect(keys.map((key) => press(key))).not.toContain(false)
    expect(early.take()).toEqual(keys.map((key) => ({ key })))
    expect([early.take(), early.isWaiting()]).toEqual([[], false])
  })

  test('has formats, a link, undo and all of it selected, and what was pasted with its HTML', () => {
    const { early, press } = opened()
    expect(['b', 'i', 'u', 'k', 'a', 'z'].map((key) => press(key, { ctrlKey: true }))).not.toContain(false)
    press('End', { shiftKey: true })
    early.add({ text: 'Bell', html: '<b>Bell</b>', files: [] })
    expect(early.take().slice(5)).toEqual([
      { key: 'z', isCommand: true, isShifted: false },
      { key: 'End', isShifted: true },
      { pasted: { text: 'Bell', html: '<b>Bell</b>' } },
    ])
  })

  test('is no other shortcut, no key that leaves the text, and nothing that is being composed', () => {
    const { early, press } = opened()
    const held = [{ altKey: true }, { isComposing: true }]
    expect(held.map((each) => press('a', each))).toEqual([false, false])
    expect(['c', 'x', 'v', 'f', 'r'].map((key) => press(key, { ctrlKey: true }))).not.toContain(true)
    expect(['Tab', 'Escape', 'F2', 'Dead'].map((key) => press(key))).not.toContain(true)
    expect(early.isWaiting()).toBe(false)
  })

  test('outlives loading the page anew, and opens the editor then: of that text alone', () => {
    const { kept, early, press, other } = opened()
    press('a')
    early.wait()
    expect(other.isWaiting()).toBe(false)
    const again = opened(kept).early
    expect([again.isWaiting(), again.take()]).toEqual([true, [{ key: 'a' }]])
  })

  test('may be nothing: the editor that was asked for opens', () => {
    const { kept, early } = opened()
    early.wait()
    expect(opened(kept).early.isWaiting()).toBe(true)
  })

  test('has files in their order, which the shelf of the tab does not hold', () => {
    const { kept, early, press } = opened()
    const file = new File(['bell'], 'bell.png')
    press('a')
    early.add({ text: '', html: '', files: [file] })
    press('b')
    expect(opened(kept).early.take()).toEqual([{ key: 'a' }, { key: 'b' }])
    expect(early.take()).toEqual([{ key: 'a' }, { files: [file] }, { key: 'b' }])
  })

  test('is not lost by a paste that is larger than the room for it', () => {
    const { early, press } = opened(new Map(), 100)
    early.add({ text: 'a'.repeat(200), html: '', files: [] })
    press('b')
    expect(early.take()).toEqual([{ pasted: { text: 'a'.repeat(200) } }, { key: 'b' }])
  })
})

test('a selection that is only read is written over by letters, deletions and formats, not by keys that walk or copy', () => {
  const [writes, walks] = [
    ['a', ' ', 'Enter', 'Backspace', 'Delete'],
    ['ArrowLeft', 'Home', 'Tab', 'Escape', 'PageDown'],
  ]
  expect(writes.map((key) => isWritingKey({ ...plain, key }))).not.toContain(false)
  expect(walks.map((key) => isWritingKey({ ...plain, key }))).not.toContain(true)
  expect(['b', 'k'].map((key) => isWritingKey({ ...plain, key, ctrlKey: true }))).not.toContain(false)
  expect(['c', 'x', 'a'].map((key) => isWritingKey({ ...plain, key, ctrlKey: true }))).not.toContain(true)
})
