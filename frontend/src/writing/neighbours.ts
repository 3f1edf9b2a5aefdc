/**
 * Selects the texts of a page, including those still loading. Keys move the focus between texts and the titles above
 * them, independently of the components.
 */
const texts = '[role="textbox"][aria-multiline="true"], [data-text-awaited]'
const titles = 'h1 textarea, h2 textarea'

const isBefore = (one: Element, other: Element) =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

/** Moves the focus from a title to the beginning of the first text below it, within a part of the page. Returns false where there is none. */
export const focusTextBelow = (title: Element, within: ParentNode = document): boolean => {
  const text = [...within.querySelectorAll<HTMLElement>(texts)].find((each) => isBefore(title, each))
  if (!text) return false
  // Read by `TextEditor`, whose caret otherwise starts at the end.
  text.dataset.caret = 'start'
  text.focus()
  delete text.dataset.caret
  // An open editor would restore its last selection instead.
  if (text.isContentEditable) document.getSelection()?.collapse(text.firstElementChild ?? text, 0)
  return true
}

/** Returns true for keys that move from a title to the text below: Enter, or Tab forward. */
export const leadsBelow = ({
  key,
  shiftKey,
  nativeEvent,
}: {
  key: string
  shiftKey: boolean
  nativeEvent: KeyboardEvent
}) => !nativeEvent.isComposing && (key === 'Enter' || (key === 'Tab' && !shiftKey))

/** Moves the focus from a text to the end of the title above it. Returns false where there is none. */
export const focusTitleAbove = (text: Element): boolean => {
  const title = [...document.querySelectorAll<HTMLTextAreaElement>(titles)].findLast((each) => isBefore(each, text))
  if (!title) return false
  title.focus()
  title.setSelectionRange(title.value.length, title.value.length)
  return true
}
