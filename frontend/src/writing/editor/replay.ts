import type Quill from 'quill/core.js'
import type { Delta } from '#domain/deltas.ts'
import type { Stretch } from '../reading/place-in.ts'
import type { Stroke } from '../typed-early.ts'
import type { Start } from '../use-opening.ts'
import { changeBetween } from './long-text.ts'

/** Returns the range at which writing begins, transformed over changes since the text was shown. `end` is the last index of the text. */
export const placeOf = (start: Start, text: Delta, end: number): Stretch => {
  if (start === 'start') return { index: 0, length: 0 }
  if (start === 'end') return { index: end, length: 0 }
  const { stretch, over } = start
  const change = over === text.ops ? undefined : changeBetween(over, text.ops)
  const moved = (index: number) => Math.min(change?.transformPosition(index) ?? index, end)
  const index = moved(stretch.index)
  return { ...stretch, index, length: moved(stretch.index + stretch.length) - index }
}

const walks: Record<string, [direction: 'forward' | 'backward' | 'left' | 'right', by: string]> = {
  ArrowLeft: ['left', 'character'],
  ArrowRight: ['right', 'character'],
  ArrowUp: ['backward', 'line'],
  ArrowDown: ['forward', 'line'],
  Home: ['backward', 'lineboundary'],
  End: ['forward', 'lineboundary'],
}

const press = (quill: Quill, { key, isCommand = false, isShifted = false }: Extract<Stroke, { key: string }>) => {
  const held = { ctrlKey: isCommand, metaKey: false, shiftKey: isShifted }
  const isMac = /Mac/i.test(navigator.platform)
  const keys = isMac && isCommand ? { ...held, ctrlKey: false, metaKey: true } : held
  const event = new KeyboardEvent('keydown', { key, ...keys, bubbles: true, cancelable: true })
  quill.root.dispatchEvent(event)
  if (event.defaultPrevented) return
  const [direction, by] = walks[key] ?? []
  if (direction && by)
    document.getSelection()?.modify(isShifted ? 'extend' : 'move', direction, isCommand ? 'documentboundary' : by)
  else if (isCommand && key.toLowerCase() === 'a') quill.setSelection(0, quill.getLength() - 1, 'user')
  else if (key === 'Backspace' || key === 'Delete') document.execCommand(key === 'Delete' ? 'forwardDelete' : 'delete')
  else if (!isCommand && [...key].length === 1) document.execCommand('insertText', false, key)
  // Quill takes over the browser's change before the next stroke.
  quill.update('user')
}

/** Strokes up to the first press that moved the caret, that press, and the strokes after it. */
export const splitAtMove = (strokes: readonly Stroke[]) => {
  const at = strokes.findIndex((stroke) => 'moved' in stroke)
  const stroke = strokes[at]
  if (!stroke || !('moved' in stroke)) return { before: strokes, after: [] }
  return { before: strokes.slice(0, at), moved: stroke.moved, after: strokes.slice(at + 1) }
}

/** Replays keystrokes, pastes and files in the order in which they arrived before the editor was loaded. */
export const replay = async (quill: Quill, strokes: readonly Stroke[]): Promise<void> => {
  for (const stroke of strokes) {
    if ('moved' in stroke) continue
    if ('files' in stroke) quill.uploader.upload(quill.getSelection(true), [...stroke.files])
    else if ('pasted' in stroke) quill.clipboard.onPaste(quill.getSelection(true), stroke.pasted)
    else press(quill, stroke)
    // Typed Markdown becomes formats in a microtask, which must run before the next stroke.
    await Promise.resolve()
  }
}

/** Returns the text that strokes would produce, for a text that has lost the focus since. */
export const lettersOf = (strokes: readonly Stroke[]): string => {
  let letters = ''
  for (const stroke of strokes) {
    if ('files' in stroke || 'moved' in stroke) continue
    if ('pasted' in stroke) letters += stroke.pasted.text
    else if (stroke.key === 'Enter') letters += '\n'
    else if (stroke.key === 'Backspace') letters = letters.slice(0, -1)
    else if (!stroke.isCommand && [...stroke.key].length === 1) letters += stroke.key
  }
  return letters
}
