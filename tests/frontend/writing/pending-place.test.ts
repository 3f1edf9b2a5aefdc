import { describe, expect, test } from 'vitest'
import { Delta } from '#domain/deltas.ts'
import { movePlace, type PendingPlace, plainOf } from '../../../frontend/src/writing/editor/pending-place.ts'

const moved = (start: number, text: string, ...changes: Delta[]): number => {
  let document = new Delta().insert(text)
  let place: PendingPlace = { index: start, removed: [] }
  for (const change of changes) {
    place = movePlace(place, change, plainOf(document))
    document = document.compose(change)
  }
  return place.index
}

describe('the place of an image that is being uploaded', () => {
  const text = 'Five bells of bronze.\n'

  test('moves with text before it and stays before text typed at it', () => {
    expect(moved(5, text, new Delta().insert('All '))).toBe(9)
    expect(moved(5, text, new Delta().retain(5).insert('tall '))).toBe(5)
  })

  test('is where it was after the text around it was undone and redone', () => {
    const undo = new Delta().delete(text.length - 1)
    const redo = new Delta().insert('Five bells of bronze.')
    expect(moved(10, text, undo)).toBe(0)
    expect(moved(10, text, undo, redo)).toBe(10)
  })

  test('is where it was after several steps, with text of another writer between them', () => {
    const undoLast = new Delta().retain(5).delete(16)
    const undoFirst = new Delta().delete(5)
    const other = new Delta().retain(1).insert('Six bells.\n')
    const redoFirst = new Delta().insert('Five ')
    const redoLast = new Delta().retain(5).insert('bells ', { bold: true }).insert('of bronze.')
    expect(moved(10, text, undoLast, undoFirst, other, redoFirst, redoLast)).toBe(10)
  })

  test('is before other text that is typed where text was deleted', () => {
    expect(moved(10, text, new Delta().delete(21), new Delta().insert('Six bells of bronze.'))).toBe(0)
  })
})
