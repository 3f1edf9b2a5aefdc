import { segmentTitleLimit } from '#domain/segment-words.ts'
import { type Clip, splitAtTitle, takeLeftInput } from '../ui/early-keys.ts'
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

/** Returns true for keys that write, delete or format: on a selection of read-only text, they open the editor there. */
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

/** Keystrokes between the press on a text and the arrival of its editor. They survive a reload of the page, which the editor may need. */
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
      // Input that is too large for the storage remains in memory, and is lost only with the page.
    }
  }
  const add = (stroke: Stroke) => put([...(waiting() ?? []), stroke])
  return {
    /** True if the editor must open by itself: the user pressed the text, and may have typed already. */
    isWaiting: () => waiting() !== undefined,
    wait: () => put(waiting() ?? []),
    /** Returns true if it is a keystroke of an editor, which is then stored. */
    hear(event: Key): boolean {
      const stroke = strokeOf(event)
      if (stroke) add(stroke)
      return stroke !== undefined
    },
    /** Stores input from before the editor was requested: letters, with a line feed for Enter, or pasted text or files. */
    add(input: string | Clip) {
      if (typeof input === 'string') for (const key of input) add({ key: key === '\n' ? 'Enter' : key })
      else if (input.files.length > 0) add({ files: input.files })
      else add({ pasted: { text: input.text, ...(input.html && { html: input.html }) } })
    },
    /** Later strokes are written at this stretch. */
    move: (moved: ShownStretch) => add({ moved }),
    /** All strokes are written from this stretch on. */
    beginAt: (moved: ShownStretch) => put([{ moved }, ...(waiting() ?? [])]),
    /** Returns the strokes to the editor, and removes them. */
    take(): Stroke[] {
      const taken = waiting() ?? []
      strokes = undefined
      shelf.removeItem(keyOf(textId))
      return taken
    },
  }
}

/**
 * Stores input for a new text from before the user pressed another element: the editor of the text inserts it.
 * Returns the first line, the title of a section or the name of lore, cut to the limit of titles.
 */
export const storeLeftInput = (storage: Shelf, textId: string): string => {
  const { title, body = [] } = splitAtTitle(takeLeftInput())
  const early = typedEarly(storage, textId)
  for (const input of body) early.add(input)
  return title.trim().slice(0, segmentTitleLimit).toWellFormed().trim()
}
