import { describe, expect, test } from 'vitest'
import { Delta } from '#domain/deltas.ts'
import { createEngine } from '../../../frontend/src/writing/engine/engine.ts'
import { undoSteps } from '../../../frontend/src/writing/session/undo-steps.ts'
import { read, typed } from './server.ts'

/** A text in one window: each change with the milliseconds that passed before it. */
const written = (changes: readonly [ms: number, change: Delta][], words = '') => {
  const engine = createEngine({ revision: 0, text: new Delta().insert(`${words}\n`) })
  const steps = undoSteps()
  let now = 0
  let id = 0
  const newId = () => String(++id)
  for (const [ms, change] of changes) {
    now += ms
    const { begins, ends } = steps.next(change, now)
    if (begins) engine.cut()
    engine.type(change, newId())
    if (ends) engine.cut()
  }
  const undone = () => {
    engine.undo(newId())
    return read(engine.shown()).slice(0, -1)
  }
  return { engine, undone }
}
const letters = (words: string, ms = 100, from = 0): [number, Delta][] =>
  [...words].map((letter, n) => [ms, typed(from + n, letter)])

describe('a step of undo', () => {
  test('ends at a pause of a second', () => {
    const { undone } = written([...letters('Two bells.'), [1_000, typed(10, ' ')], ...letters('Ring.', 100, 11)])
    expect(undone()).toBe('Two bells.')
    expect(undone()).toBe('')
  })
  test('ends at forty letters', () => {
    const { undone } = written(letters('x'.repeat(90)))
    expect([undone(), undone(), undone()].map(({ length }) => length)).toEqual([80, 40, 0])
  })
  test('ends with a paragraph', () => {
    const { undone } = written([...letters('One'), [100, typed(3, '\n')], ...letters('Two', 100, 4)])
    expect([undone(), undone()]).toEqual(['One\n', ''])
  })
  test('is a paste, a format and an embed by themselves', () => {
    const paste = typed(2, 'what was copied from somewhere else')
    const format = new Delta().retain(2, { bold: true })
    const picture = new Delta().insert({ image: { id: 'a' } })
    const { undone, engine } = written([...letters('On'), [100, paste], [100, format], [100, picture]])
    const before = engine.shown()
    engine.undo('p')
    expect(engine.shown()).not.toEqual(before)
    engine.undo('f')
    expect(engine.shown().ops[0]?.attributes).toBeUndefined()
    expect([undone(), undone()]).toEqual(['On', ''])
  })
  test('covers deleted lines and the format that the joined line receives', () => {
    const list = { list: 'bullet' }
    const selected = new Delta().delete(9)
    const { undone, engine } = written(
      [
        [100, new Delta().retain(9).retain(1, list)],
        [1_000, selected],
        [1, new Delta().retain(1, { list: null })],
        [1, typed(0, 'O')],
        [100, typed(1, 'h')],
      ],
      'One\nBells',
    )
    expect([undone(), undone()]).toEqual(['', 'One\nBells'])
    expect(engine.shown().ops.at(-1)).toEqual({ insert: '\n', attributes: list })
    expect(undone()).toBe('One\nBells')
    expect(engine.shown().ops).toEqual([{ insert: 'One\nBells\n' }])
  })
  test('is what was deleted letter by letter', () => {
    const backspace = (at: number): [number, Delta] => [100, new Delta().retain(at).delete(1)]
    const { undone } = written([backspace(4), backspace(3), backspace(2)], 'Bells')
    expect(undone()).toBe('Bells')
  })
  test('begins where somebody types elsewhere', () => {
    const { undone } = written([...letters('One'), [100, typed(0, 'x')]])
    expect([undone(), undone()]).toEqual(['One', ''])
  })
  test('does not end where it is sent meanwhile', () => {
    const engine = createEngine({ revision: 0, text: new Delta().insert('\n') })
    const steps = undoSteps()
    for (const [n, letter] of [...'bells'].entries()) {
      const change = typed(n, letter)
      if (steps.next(change, n * 100).begins) engine.cut()
      engine.type(change, `c${n}`)
      const sent = engine.send()
      if (n === 2 && sent) engine.receive({ revision: 1, id: sent.id, ops: sent.ops })
    }
    engine.undo('u')
    expect(read(engine.shown())).toBe('\n')
    engine.redo('r')
    expect(read(engine.shown())).toBe('bells\n')
  })
})
