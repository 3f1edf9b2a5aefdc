import type { ImageEdit } from '#domain/image-edit-answers.ts'
import { currentOf, type Line, nameOf, stepsOf } from './line.ts'
import type { Mask, MaskState } from './mask.ts'

/** One way, back or forth: what it does, if there is anything to do. */
export interface Step {
  label: string
  run: (() => void) | undefined
}

export const atRest: Record<'undo' | 'redo', Step> = {
  undo: { label: 'Undo', run: undefined },
  redo: { label: 'Redo', run: undefined },
}

/** What the keys and the buttons take back: a stroke where there is one, else an edit. */
export const undoing = (
  line: Line,
  strokes: { mask: Mask; state: MaskState } | null,
  show: (edit: ImageEdit) => void,
): Record<'undo' | 'redo', Step> => {
  const edits = stepsOf(line)
  const current = currentOf(line)
  const step = (
    what: string,
    stroke: (() => void) | undefined,
    to: ImageEdit | undefined,
    of: ImageEdit | undefined,
  ) => {
    if (stroke) return { label: `${what} stroke`, run: stroke }
    return to && of ? { label: `${what} ${nameOf(of)}`, run: () => show(to) } : { label: what, run: undefined }
  }
  return {
    undo: step('Undo', strokes?.state.canUndo ? strokes.mask.undo : undefined, edits.undo, current),
    redo: step('Redo', strokes?.state.canRedo ? strokes.mask.redo : undefined, edits.redo, edits.redo),
  }
}
