import type { ShownStretch } from './reading/place-in.ts'

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing'>

interface Pasted {
  text: string
  html?: string
}

/** An input that precedes the editor: a key, a paste, files, or a press that moved the caret. */
export type Stroke =
  | { key: string; isCommand?: boolean; isShifted?: boolean }
  | { pasted: Pasted }
  | { files: readonly File[] }
  | { moved: ShownStretch }

const keyOf = (textId: string) => `loreloom.typed.${textId}`

const writing = new Set(['Enter', 'Backspace', 'Delete'])
const walking = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'])
/** With Ctrl, or on a Mac with Command: bold, italic, underline, a link. */
const commands = new Set(['b', 'i', 'u', 'k'])
const isLetter = (key: string) => [...key].length === 1

/** Whether a key writes, deletes or formats: pressed on a selection that is only read, it begins to write there. */
export const isWritingKey = ({ key, ctrlKey, metaKey, altKey, isComposing }: Key): boolean => {
  if (isComposing || (altKey && !ctrlKey)) return false
  if (ctrlKey !== metaKey && !altKey) return commands.has(key.toLowerCase())
  return writing.has(key) || isLetter(key)
}

const strokeOf = (event: Key): Stroke | undefined => {
  const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = event
  const isCommand = ctrlKey !== metaKey && !altKey
  if (isCommand && ['a', 'z', 'y', 'home', 'end'].includes(key.toLowerCase()))
    return { key, isCommand, isShifted: shiftKey }
  if (!isWritingKey(event) && (isComposing || isCommand || altKey || !walking.has(key))) return undefined
  return { key, ...(isCommand && { isCommand }), ...(shiftKey && { isShifted: true }) }
}

/** Strokes of a text between its touch and the arrival of its editor. They outlive loading the page anew, which may be needed for that. */
export const typedEarly = (shelf: Shelf, textId: string) => {
  let strokes: Stroke[] | undefined
  const waiting = (): Stroke[] | undefined => {
    const stored = strokes ? null : shelf.getItem(keyOf(textId))
    if (stored !== null) strokes = JSON.parse(stored)
    return strokes
  }
  const put = (all: Stroke[]) => {
    strokes = all
    try {
      shelf.setItem(keyOf(textId), JSON.stringify(all.filter((stroke) => !('files' in stroke))))
    } catch {
      // What is too large for the shelf, as files are, is lost with the page alone.
    }
  }
  const add = (stroke: Stroke) => put([...(waiting() ?? []), stroke])
  return {
    /** Whether the editor is to open by itself: somebody asked for it, and maybe typed already. */
    isWaiting: () => waiting() !== undefined,
    wait: () => put(waiting() ?? []),
    /** Answers whether it is a stroke of an editor, and kept. */
    hear(event: Key): boolean {
      const stroke = strokeOf(event)
      if (stroke) add(stroke)
      return stroke !== undefined
    },
    paste: (pasted: Pasted) => add({ pasted }),
    pasteFiles: (files: readonly File[]) => add({ files }),
    /** Later strokes are written at this stretch. */
    move: (moved: ShownStretch) => add({ moved }),
    /** For the editor, once. */
    take(): Stroke[] {
      const taken = waiting() ?? []
      strokes = undefined
      shelf.removeItem(keyOf(textId))
      return taken
    },
  }
}
