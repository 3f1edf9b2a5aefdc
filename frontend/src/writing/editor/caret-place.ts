import type Quill from 'quill/core.js'
import type { Place } from '../carets/Stitches.tsx'
import type { Caret } from '../carets/use-carets.ts'

/** Pixels. A selection at least this tall spans several lines: only its end is shown. */
const oneLine = 44

/** Position of another user's caret and its paragraph in an editor. */
export const caretPlace = (quill: Quill, { index, length }: Caret): Place | undefined => {
  const last = quill.getLength() - 1
  const at = Math.min(index, last)
  const [line] = quill.getLine(at)
  const node = line?.domNode
  if (!(node instanceof HTMLElement)) return undefined
  const bounds = quill.getBounds(at, Math.min(length, last - at))
  const end = quill.getBounds(Math.min(at + length, last))
  const shown = bounds && bounds.height < oneLine && length > 0 ? bounds : end
  return {
    top: node.offsetTop,
    height: node.offsetHeight,
    ...(shown && {
      caret: { left: shown.left, top: shown.top, height: shown.height, width: Math.max(2, shown.width) },
    }),
  }
}
