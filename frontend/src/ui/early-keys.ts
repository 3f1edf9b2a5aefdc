import { segmentTitleLimit } from '#domain/segment-words.ts'

interface Early {
  isSearchWanted: boolean
  typed: string
  stop(): void
}

/** Time limit for a field whose code is loading, in milliseconds. */
const longestMs = 10_000
/** Time limit for a field whose item is still being created, in milliseconds: exceeds any browser's request timeout. */
export const longestRequestMs = 300_000
/** Maximum age, in milliseconds, of a user action that may have requested the part that is loading. */
const recentMs = 1_000

/** The content of a paste. A paste that fits into a title is buffered as letters instead. */
export interface Clip {
  text: string
  html: string
  files: readonly File[]
}
/** Buffered input in order: letters, with a line feed for Enter or Tab, and pastes. */
export type EarlyInput = readonly (string | Clip)[]

let typed: EarlyInput | undefined
/** Input that was buffered until the user pressed another element. */
let left: EarlyInput = []
/** The text field from which another field was opened: further input belongs to the new field. */
let origin: Element | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let actedAt = Number.NEGATIVE_INFINITY
let isSearchWanted = false
let isSearchReady = false
/** True if the buffered input is the rest of a title's input: the text below the title inserts it on focus. */
let isForText = false

const isTextField = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches(
      'textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=range], [type=file])',
    ))

const isEmpty = (inputs: EarlyInput) => inputs.every((input) => input === '')

/** Appends letters or a paste; letters join those before them. */
const add = (input: string | Clip) => {
  const last = typed?.at(-1)
  typed =
    typeof last === 'string' && typeof input === 'string'
      ? [...(typed ?? []).slice(0, -1), last + input]
      : [...(typed ?? []), input]
}
const deleteLetter = () => {
  const last = typed?.at(-1)
  if (typeof last === 'string') typed = [...(typed ?? []).slice(0, -1), last.slice(0, -1)]
}

/** Stops buffering: input goes to the focused element again. Returns the buffered input. */
export const stopBuffering = (): EarlyInput => {
  const inputs = typed ?? []
  typed = undefined
  isForText = false
  origin = null
  clearTimeout(timer)
  return inputs
}

/**
 * Buffers typed keys for the next text field that gets the focus: the one that was just opened and is loading. `before`
 * is the input of an earlier attempt to open it. Buffering ends after `mostMs` at the latest.
 */
export const bufferKeys = (before: EarlyInput = [], mostMs = longestMs): void => {
  typed ??= before
  left = []
  origin = document.activeElement
  clearTimeout(timer)
  timer = setTimeout(stopBuffering, mostMs)
}

/** Removes and returns the input that was buffered until the user pressed another element. */
export const takeLeftInput = (): EarlyInput => {
  const inputs = left
  left = []
  return inputs
}

/** Returns true while input is buffered for a field that will get the focus: until then, no text may take the focus. */
export const isFieldAwaited = (): boolean => typed !== undefined

/** Removes and returns the input that is buffered for the text below a title. */
export const takeInputForText = (): EarlyInput => (isForText ? stopBuffering() : [])

/** Buffers typed keys if a recent press or shortcut may have opened the loading part. */
export const bufferKeysAfterAction = (): void => {
  if (performance.now() - actedAt < recentMs && !isTextField(document.activeElement)) bufferKeys()
}

/** Ends the buffering shortly after a part has loaded, unless a field in it gets the focus before. */
export const stopBufferingSoon = (): void => {
  if (typed === undefined) return
  clearTimeout(timer)
  timer = setTimeout(stopBuffering, recentMs)
}

/** Returns true, once, if Ctrl+K was pressed before the search could be opened. Its caller handles later presses itself. */
export const takeSearchWanted = (): boolean => {
  const isWanted = isSearchWanted
  isSearchWanted = false
  isSearchReady = true
  return isWanted
}
/** Called when the component that opens the search is unmounted: Ctrl+K is buffered for the next one. */
export const awaitSearch = (): void => {
  isSearchReady = false
}

const onKey = (event: KeyboardEvent) => {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  // Ignores synthetic events, such as the Enter of `pressEnter`.
  if (!event.isTrusted || event.isComposing || event.defaultPrevented) return
  if (ctrlKey !== metaKey || key === 'Enter') actedAt = performance.now()
  if (!isSearchReady && ctrlKey !== metaKey && !altKey && key.toLowerCase() === 'k' && !isTextField(event.target)) {
    isSearchWanted = true
    stopBuffering()
    bufferKeys()
    event.preventDefault()
    return
  }
  if (typed === undefined || (isTextField(event.target) && event.target !== origin)) return
  const isLeaving = key === 'Tab' && (shiftKey || isEmpty(typed))
  if (key === 'Escape' || isLeaving) return void stopBuffering()
  if (ctrlKey || metaKey || altKey) return
  if (key === 'Backspace') deleteLetter()
  else if ([...key].length === 1) add(key)
  // The key belongs to the buffered input, not to the button that still has the focus.
  else if (key === 'Tab' || (key === 'Enter' && !isEmpty(typed))) add('\n')
  else return
  event.preventDefault()
  event.stopPropagation()
}

export const clipOf = (data: DataTransfer): Clip => ({
  text: data.getData('text/plain').trim(),
  html: data.getData('text/html'),
  files: [...data.files],
})
/** Returns true for a paste with files, with several lines, or longer than a title. */
export const isForBody = ({ text, files }: Clip): boolean =>
  files.length > 0 || text.includes('\n') || text.length > segmentTitleLimit

/** Buffers a paste that no field and no opening text has handled. */
const onPaste = (event: ClipboardEvent) => {
  const { target, clipboardData } = event
  if (typed === undefined || event.defaultPrevented || !clipboardData) return
  if (isTextField(target) && target !== origin) return
  const clip = clipOf(clipboardData)
  add(isForBody(clip) ? clip : clip.text)
  event.preventDefault()
}

/** Inserts letters as if they were typed now: the field gets input events, and its selection is replaced. */
const insert = (letters: string) => {
  if (letters !== '') document.execCommand('insertText', false, letters)
}
const pressEnter = (field: HTMLElement) =>
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))

const pasteInto = (field: HTMLElement, { text, html, files }: Clip) => {
  const clipboardData = new DataTransfer()
  if (text !== '') clipboardData.setData('text/plain', text)
  if (html !== '') clipboardData.setData('text/html', html)
  for (const file of files) clipboardData.items.add(file)
  field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}
const typeIntoText = (field: HTMLElement, input: string | Clip) => {
  if (typeof input !== 'string') return pasteInto(field, input)
  for (const [n, line] of input.split('\n').entries()) {
    if (n > 0) pressEnter(field)
    insert(line)
  }
}
/** Joins the input into a single line; files are dropped. */
const flatten = (inputs: EarlyInput) =>
  inputs.map((input) => (typeof input === 'string' ? input : input.text).replaceAll(/\s*\n\s*/g, ' ')).join('')

/** Moves the focus from a title to the text below it, which receives the input. Without such a text, the title receives it. */
export const typeBelow = (title: HTMLTextAreaElement, inputs: EarlyInput): void => {
  bufferKeys()
  typed = inputs
  isForText = true
  pressEnter(title)
  if (document.activeElement !== title) return
  stopBuffering()
  insert(flatten(inputs))
}

/** Divides input at the first line break, or before a paste that a title cannot hold. `body` is undefined without either. */
export const splitAtTitle = ([first = '', ...others]: EarlyInput): { title: string; body?: EarlyInput } => {
  if (typeof first !== 'string') return { title: '', body: [first, ...others] }
  const [title = '', ...lines] = first.split('\n')
  if (lines.length > 0) return { title, body: [lines.join('\n'), ...others] }
  return others.length > 0 ? { title, body: others } : { title }
}

/** Types buffered input. In a title, the rest from a line break or a large paste on is typed into the text below. */
const typeInto = (field: HTMLElement, inputs: EarlyInput) => {
  if (field.isContentEditable) for (const input of inputs) typeIntoText(field, input)
  else if (field instanceof HTMLTextAreaElement) {
    const { title, body } = splitAtTitle(inputs)
    insert(title)
    if (body) typeBelow(field, body)
  } else insert(flatten(inputs))
}

const onFocus = ({ target }: FocusEvent) => {
  if (typed === undefined || !isTextField(target) || target === origin) return
  const keys = typed
  stopBuffering()
  queueMicrotask(() => typeInto(target, keys))
}

/** Stops buffering when the user presses another element; `takeLeftInput` returns the input. */
const leave = () => {
  if (typed !== undefined) left = stopBuffering()
}

if (typeof window !== 'undefined') {
  addEventListener('keydown', onKey, true)
  addEventListener('paste', onPaste)
  addEventListener('focusin', onFocus)
  // `pointerdown` precedes the focus of the pressed field, which must not receive the input.
  addEventListener('pointerdown', leave, true)
  addEventListener(
    'click',
    () => {
      actedAt = performance.now()
      leave()
    },
    true,
  )
  const page = window as { earlyKeys?: Early }
  const early = page.earlyKeys
  early?.stop()
  delete page.earlyKeys
  if (early?.isSearchWanted) {
    isSearchWanted = true
    bufferKeys()
    typed = [early.typed]
  }
}
