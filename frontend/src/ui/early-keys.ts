interface Early {
  isSearchWanted: boolean
  typed: string
  stop(): void
}

/** Longer than any field takes to appear, in milliseconds. */
const longestMs = 10_000
/** A user action this recent may have requested the part that is loading, in milliseconds. */
const recentMs = 1_000

let typed: string | undefined
/** The text field from which another field was opened: further input belongs to the new field. */
let origin: Element | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let actedAt = Number.NEGATIVE_INFINITY
let isSearchWanted = false
/** The keys are the rest of what was typed into a title: the text below it awaits them. */
let isForText = false

const isTextField = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches(
      'textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=range], [type=file])',
    ))

/** The field does not appear: input goes to the focused element again. */
export const stopBuffering = (): void => {
  typed = undefined
  isForText = false
  origin = null
  clearTimeout(timer)
}

/** Buffers typed keys for the next text field that gets the focus: the one that was just opened and is loading. */
export const bufferKeys = (): void => {
  typed ??= ''
  origin = document.activeElement
  clearTimeout(timer)
  timer = setTimeout(stopBuffering, longestMs)
}

/** Returns true while a field that is not a text below a title is to have the focus: no text takes it. */
export const isFieldAwaited = (): boolean => typed !== undefined && !isForText

/** Removes and returns the keys that are buffered for the text below a title. A line feed stands for Enter. */
export const takeKeysForText = (): string => {
  const keys = (isForText && typed) || ''
  if (isForText) stopBuffering()
  return keys
}

/** Buffers typed keys if a recent press or shortcut may have opened the loading part. */
export const bufferKeysAfterAction = (): void => {
  if (performance.now() - actedAt < recentMs && !isTextField(document.activeElement)) bufferKeys()
}

/** The part is loaded: a field in it gets the focus now. */
export const stopBufferingSoon = (): void => {
  if (typed === undefined) return
  clearTimeout(timer)
  timer = setTimeout(stopBuffering, recentMs)
}

/** Returns true, once, if Ctrl+K was pressed before the app was loaded. */
export const takeSearchWanted = (): boolean => {
  const isWanted = isSearchWanted
  isSearchWanted = false
  return isWanted
}

const onKey = (event: KeyboardEvent) => {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  // An Enter that is pressed here again comes from no user.
  if (!event.isTrusted || event.isComposing || event.defaultPrevented) return
  if (ctrlKey !== metaKey || key === 'Enter') actedAt = performance.now()
  if (typed === undefined || (isTextField(event.target) && event.target !== origin)) return
  const isLeaving = key === 'Tab' && (shiftKey || typed === '')
  if (key === 'Escape' || isLeaving) return stopBuffering()
  if (ctrlKey || metaKey || altKey) return
  if (key === 'Backspace') typed = typed.slice(0, -1)
  else if ([...key].length === 1) typed += key
  // The key belongs to the buffered input, not to the button that still has the focus.
  else if (key === 'Tab' || (key === 'Enter' && typed !== '')) typed += '\n'
  else return
  event.preventDefault()
  event.stopPropagation()
}

/** Buffers a paste that neither a field nor an opening text has taken. A title has one line; a text below it, several. */
const onPaste = (event: ClipboardEvent) => {
  if (typed === undefined || event.defaultPrevented || (isTextField(event.target) && event.target !== origin)) return
  const pasted = event.clipboardData?.getData('text/plain').trim() ?? ''
  typed += pasted.replaceAll(/\s*\n\s*/g, isForText ? '\n' : ' ')
  event.preventDefault()
}

/** Inserts letters as if they were typed now: the field gets input events, and its selection is replaced. */
const insert = (letters: string) => {
  if (letters !== '') document.execCommand('insertText', false, letters)
}
const pressEnter = (field: HTMLElement) =>
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))

/** Types buffered keys, among which Tab is as Enter. That leads from a title to the field below, which receives the rest; elsewhere it is a line of a text, or nothing. */
const typeInto = (field: HTMLElement, keys: string) => {
  const [first = '', ...lines] = keys.split('\n')
  insert(first)
  if (lines.length === 0) return
  if (field instanceof HTMLTextAreaElement) {
    bufferKeys()
    typed = lines.join('\n')
    isForText = true
    pressEnter(field)
    if (document.activeElement !== field) return
    stopBuffering()
    insert(lines.join(''))
  } else
    for (const line of lines) {
      if (field.isContentEditable) pressEnter(field)
      insert(line)
    }
}

const onFocus = ({ target }: FocusEvent) => {
  if (typed === undefined || !isTextField(target) || target === origin) return
  const keys = typed
  stopBuffering()
  queueMicrotask(() => typeInto(target, keys))
}

if (typeof window !== 'undefined') {
  addEventListener('keydown', onKey, true)
  addEventListener('paste', onPaste)
  addEventListener('focusin', onFocus)
  addEventListener(
    'click',
    () => {
      actedAt = performance.now()
      stopBuffering()
    },
    true,
  )
  const early = (window as { earlyKeys?: Early }).earlyKeys
  early?.stop()
  if (early?.isSearchWanted) {
    isSearchWanted = true
    bufferKeys()
    typed = early.typed
  }
}
