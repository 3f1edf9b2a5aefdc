import type { ImageEdit } from '#domain/image-edit-answers.ts'
import { currentOf, type Line, nameOf, stepsOf } from './line.ts'
import type { Mask, MaskState } from './mask.ts'

/** Label and effect of undo or redo; `run` is undefined if there is nothing to undo or redo. */
export interface Step {
  label: string
  run: (() => void) | undefined
}

export const atRest: Record<'undo' | 'redo', Step> = {
  undo: { label: 'Undo', run: undefined },
  redo: { label: 'Redo', run: undefined },
}

/** Returns the labels and effects of undo and redo: each applies to a stroke if there is one, else to an edit. */
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
