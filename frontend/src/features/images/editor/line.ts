import type { ImageEdit, ImageEditing } from '#domain/image-edit-answers.ts'
import { tools } from './tools.ts'

export type Line = Pick<ImageEditing, 'edits' | 'branches' | 'currentEditId'>

export const nameOf = ({ tool }: Pick<ImageEdit, 'tool'>): string => (tool === null ? 'Original' : tools[tool].label)

/** All edits, including branches. */
export const allEdits = ({ edits, branches }: Line): ImageEdit[] => [...edits, ...branches.flat()]

export const currentOf = (line: Line): ImageEdit | undefined =>
  allEdits(line).find(({ id }) => id === line.currentEditId)

/** The edits that undo and redo select; undefined at either end. */
export const stepsOf = ({
  edits,
  currentEditId,
}: Line): { undo: ImageEdit | undefined; redo: ImageEdit | undefined } => {
  const at = edits.findIndex(({ id }) => id === currentEditId)
  return { undo: at > 0 ? edits[at - 1] : undefined, redo: at < 0 ? undefined : edits[at + 1] }
}

/** Summarises the edits: `6 made, 1 to redo`. The original is not counted. */
export const tally = (line: Line): string => {
  const made = allEdits(line).filter(({ tool }) => tool !== null).length
  const at = line.edits.findIndex(({ id }) => id === line.currentEditId)
  const toRedo = line.edits.length - 1 - at
  if (made === 0) return 'None yet'
  return toRedo > 0 && at >= 0 ? `${made} made, ${toRedo} to redo` : `${made} made`
}

/**
 * Returns the index of the edit after which a failed edit is shown: its base edit, or the base edit's nearest ancestor in
 * the row. Later edits do not move it.
 */
export const placeAfter = (line: Line, from: string | null): number => {
  const byId = new Map(allEdits(line).map((edit) => [edit.id, edit]))
  for (let edit = byId.get(from ?? ''); edit; edit = byId.get(edit.parentId ?? '')) {
    const place = line.edits.indexOf(edit)
    if (place >= 0) return place
  }
  return 0
}

export interface Branch {
  /** The row position of the branch's base edit; undefined if that edit is in a branch itself. */
  from: number | undefined
  /** Columns from the left of the row. */
  column: number
  edits: ImageEdit[]
}

/** Widths of a branch's edit and of its text, in columns of the row. */
const editWidth = 0.63
const textWidth = 1.2

/** Arranges the branches in one row: each one column to the right of its base edit, or further right if that column is taken. */
export const branchesOf = ({ edits, branches }: Line): Branch[] => {
  const places = branches
    .map((branch) => ({ edits: branch, from: edits.findIndex(({ id }) => id === branch[0]?.parentId) }))
    .toSorted((a, b) => a.from - b.from)
  let free = 0
  return places.map(({ edits, from }) => {
    const column = Math.max(free, from + 1)
    free = column + edits.length * editWidth + textWidth
    return { edits, column, from: from < 0 ? undefined : from }
  })
}
