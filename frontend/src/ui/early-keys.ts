interface Early {
  isSearchWanted: boolean
  typed: string
  stop(): void
}

/** Longer than any field takes to come, in milliseconds. */
const longestMs = 10_000
/** What a person did so recently may have asked for what is loaded now, in milliseconds. */
const recentMs = 1_000

let typed: string | undefined
/** The text field from which another one was asked for: what is typed there is meant for that one. */
let origin: Element | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let actedAt = Number.NEGATIVE_INFINITY
let isSearchWanted = false

const isTextField = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches(
      'textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=range], [type=file])',
    ))

/** The field does not come: what is typed goes where the focus is. */
export const stopBuffering = (): void => {
  typed = undefined
  origin = null
  clearTimeout(timer)
}

/** Stores what is typed from now on for the next text field that gets the focus: the one that was just asked for, and is on its way. */
export const bufferKeys = (): void => {
  typed ??= ''
  origin = document.activeElement
  clearTimeout(timer)
  timer = setTimeout(stopBuffering, longestMs)
}

/** Stores what is typed if a press or a shortcut asked, just now, for what is being loaded. */
export const bufferKeysAfterAction = (): void => {
  if (performance.now() - actedAt < recentMs && !isTextField(document.activeElement)) bufferKeys()
}

/** What was loaded is there: if it has a field, that gets the focus now. */
export const stopBufferingSoon = (): void => {
  if (typed === undefined) return
  clearTimeout(timer)
  timer = setTimeout(stopBuffering, recentMs)
}

/** Whether Ctrl+K was pressed before the program was there. True once. */
export const takeSearchWanted = (): boolean => {
  const isWanted = isSearchWanted
  isSearchWanted = false
  return isWanted
}

const onKey = (event: KeyboardEvent) => {
  const { key, ctrlKey, metaKey, altKey } = event
  if (event.isComposing || event.defaultPrevented) return
  if (ctrlKey !== metaKey || key === 'Enter') actedAt = performance.now()
  if (typed === undefined || (isTextField(event.target) && event.target !== origin)) return
  if (key === 'Escape' || key === 'Tab') return stopBuffering()
  if (ctrlKey || metaKey || altKey) return
  if (key === 'Backspace') typed = typed.slice(0, -1)
  else if ([...key].length === 1) typed += key
  // The key belongs to what was typed, not to the button that still has the focus.
  else if (key !== 'Enter' || typed === '') return
  event.preventDefault()
  event.stopPropagation()
}

const onFocus = ({ target }: FocusEvent) => {
  if (typed === undefined || !isTextField(target) || target === origin) return
  const letters = typed
  stopBuffering()
  // As if they were typed now: the field hears of them, and what is selected in it is written over.
  if (letters !== '') queueMicrotask(() => document.execCommand('insertText', false, letters))
}

if (typeof window !== 'undefined') {
  addEventListener('keydown', onKey, true)
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
