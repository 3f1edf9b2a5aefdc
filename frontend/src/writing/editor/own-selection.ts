import { Range } from 'quill/core/selection.js'
import type Quill from 'quill/core.js'
import type { Delta } from '#domain/deltas.ts'

const closest = (node: Node | null) => (node instanceof Element ? node : node?.parentElement)?.closest('[data-written]')

/** A cell of a table has an editor of its own within the text's: what is selected there is not selected in the text. */
export const ownSelection = ({ root, selection }: Quill): void => {
  const normalize = selection.normalizeNative.bind(selection)
  selection.normalizeNative = (range) => (closest(range.startContainer) === root ? normalize(range) : null)
  selection.hasFocus = () => closest(document.activeElement) === root
  // Given back by a dialog, the focus would come to the first letter. A press says itself where it comes.
  root.addEventListener('focus', () => {
    if (!selection.mouseDown) selection.setRange(selection.savedRange, 'silent')
  })
}

/**
 * Takes in what others wrote. Quill moves the caret along only while it is there; to where it was somebody comes back from a cell, a form or
 * a dialog.
 */
export const takeIn = (quill: Quill, change: Delta): void => {
  const { selection } = quill
  const left = quill.getSelection() ? undefined : selection.savedRange
  quill.updateContents(change, 'api')
  if (!left) return
  const start = change.transformPosition(left.index)
  selection.savedRange = new Range(start, change.transformPosition(left.index + left.length) - start)
}
