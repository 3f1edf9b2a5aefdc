import { Range } from 'quill/core/selection.js'
import type Quill from 'quill/core.js'
import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { isFieldAwaited } from '../../ui/early-keys.ts'
import type { Stretch } from '../reading/place-in.ts'
import type { Session } from '../session/session.ts'
import type { Stroke } from '../typed-early.ts'
import type { Start } from '../use-opening.ts'
import { TableBlot } from './blots.ts'
import { lettersOf, placeOf, replay, splitAtMove } from './replay.ts'

interface Options {
  session: Session
  start: Start
  /** Returns the keystrokes from before the editor was loaded; empty on further calls. */
  takeTyped: () => Stroke[]
  /** Returns the files that were dropped before the editor was loaded; empty on further calls. */
  takeDropped: () => readonly File[]
}

/** Inserts the text of strokes without moving the focus, which is in another field. Sets the caret for its return behind that text. */
const insertLetters = (
  quill: Quill,
  place: Stretch,
  strokes: readonly Stroke[],
  find: (start: Start) => Stretch,
): void => {
  const { before, moved, after } = splitAtMove(strokes)
  const letters = lettersOf(before)
  if (letters) quill.insertText(place.index, letters, 'user')
  if (!place.cell) {
    quill.selection.savedRange = letters
      ? new Range(place.index + letters.length, 0)
      : new Range(place.index, place.length)
  }
  if (moved) insertLetters(quill, find(moved), after, find)
}

/**
 * Places the caret where the text was pressed, and replays the keystrokes and files from before the editor arrived.
 * Returns a function for the editor of a table's cell, which replays the keystrokes that belong to the cell.
 */
export const useStart = (
  quill: Quill | null,
  bring: (place: Stretch, files: readonly File[]) => void,
  { session, start, takeTyped, takeDropped }: Options,
) => {
  /** Keystrokes for the cell in which the user begins to type. */
  const forCell = useRef<readonly Stroke[]>([])
  /** Returns the range in the current text, at most at the newline that ends it. */
  const find = (at: Start) => placeOf(at, session.text(), session.text().length() - 1)
  /** Replays strokes in an editor, and those after a press at the index to which that press moved the caret. */
  const write = async (editor: Quill, strokes: readonly Stroke[], text: Quill) => {
    const { before, moved, after } = splitAtMove(strokes)
    await replay(editor, before)
    if (moved) writeAt(text, find(moved), after)
  }
  const writeAt = (text: Quill, place: Stretch, strokes: readonly Stroke[]) => {
    text.setSelection(place.index, place.length, 'user')
    const [line] = text.getLine(place.index)
    if (place.cell && line instanceof TableBlot) {
      forCell.current = strokes
      line.enterCell(place.cell)
    } else void write(text, strokes, text)
  }
  const begin = useEffectEvent((text: Quill) => {
    const strokes = takeTyped()
    const files = takeDropped()
    const isElsewhere =
      isFieldAwaited() || ![null, document.body].includes(document.activeElement as HTMLElement | null)
    const place = find(start)
    if (isElsewhere) {
      bring(place, files)
      insertLetters(text, place, strokes, find)
      return
    }
    text.focus({ preventScroll: true })
    bring(place, files)
    writeAt(text, place, strokes)
  })
  // With the first frame of the editor, so that keystrokes right after the press go there.
  useLayoutEffect(() => {
    if (quill) begin(quill)
  }, [quill])
  return (cell: Quill) => {
    const strokes = forCell.current
    if (!quill || strokes.length === 0) return
    forCell.current = []
    void write(cell, strokes, quill)
  }
}
