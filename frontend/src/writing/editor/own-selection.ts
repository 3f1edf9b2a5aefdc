import { Range } from 'quill/core/selection.js'
import type Quill from 'quill/core.js'
import type { Delta } from '#domain/deltas.ts'

const closest = (node: Node | null) => (node instanceof Element ? node : node?.parentElement)?.closest('[data-written]')

/** Ignores selections in table cells, whose editors are inside of the text's editor, and corrects focus and triple clicks. */
export const ownSelection = (quill: Quill): void => {
  const { root, selection } = quill
  const normalize = selection.normalizeNative.bind(selection)
  selection.normalizeNative = (range) => (closest(range.startContainer) === root ? normalize(range) : null)
  selection.hasFocus = () => closest(document.activeElement) === root
  // When a dialog returns the focus, the caret would move to the start. A press sets its own position.
  root.addEventListener('focus', () => {
    if (!selection.mouseDown) selection.setRange(selection.savedRange, 'silent')
  })
  // A browser's triple click ends in the next paragraph: text typed over it would join the two.
  root.addEventListener('click', ({ detail }) => {
    const range = detail >= 3 ? quill.getSelection() : null
    if (range && range.length > 0 && quill.getText(range.index, range.length).endsWith('\n'))
      quill.setSelection(range.index, range.length - 1, 'user')
  })
}

/**
 * Applies another user's change. Quill moves the caret only while it has one; the saved range, to which the caret
 * returns from a cell, form or dialog, is moved here.
 */
export const applyRemote = (quill: Quill, change: Delta): void => {
  const { selection } = quill
  const left = quill.getSelection() ? undefined : selection.savedRange
  quill.updateContents(change, 'api')
  if (!left) return
  const start = change.transformPosition(left.index)
  selection.savedRange = new Range(start, change.transformPosition(left.index + left.length) - start)
}
