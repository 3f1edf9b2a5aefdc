import type { ImageEdit, ImageEditing } from '#domain/image-edit-answers.ts'
import { tools } from './tools.ts'

export type Line = Pick<ImageEditing, 'edits' | 'branches' | 'currentEditId'>

export const nameOf = ({ tool }: Pick<ImageEdit, 'tool'>): string => (tool === null ? 'Original' : tools[tool].label)

/** All that the picture has been. */
export const allEdits = ({ edits, branches }: Line): ImageEdit[] => [...edits, ...branches.flat()]

export const currentOf = (line: Line): ImageEdit | undefined =>
  allEdits(line).find(({ id }) => id === line.currentEditId)

/** Where the pointer goes when the last edit is taken back, or done again; undefined at either end. */
export const stepsOf = ({
  edits,
  currentEditId,
}: Line): { undo: ImageEdit | undefined; redo: ImageEdit | undefined } => {
  const at = edits.findIndex(({ id }) => id === currentEditId)
  return { undo: at > 0 ? edits[at - 1] : undefined, redo: at < 0 ? undefined : edits[at + 1] }
}

/** `6 made, 1 to redo`. The original was not made by an edit. */
export const tally = (line: Line): string => {
  const made = allEdits(line).filter(({ tool }) => tool !== null).length
  const at = line.edits.findIndex(({ id }) => id === line.currentEditId)
  const toRedo = line.edits.length - 1 - at
  if (made === 0) return 'None yet'
  return toRedo > 0 && at >= 0 ? `${made} made, ${toRedo} to redo` : `${made} made`
}

/**
 * The place in the row of what came to nothing: behind the edit that it was asked for on, or the nearest before that which the row
 * still has, so that it stays where it is whatever is made afterwards.
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
  /** Of the one that it leaves: its place in the row that is shown; undefined where that is in a branch itself. */
  from: number | undefined
  /** Columns from the left, in that row's measure. */
  column: number
  edits: ImageEdit[]
}

/** Columns of a row that a branch's edit takes, and those its words do. */
const share = 0.63
const words = 1.2

/** The branches as one row below: each under where it leaves, and further right where another is in the way. */
export const branchesOf = ({ edits, branches }: Line): Branch[] => {
  const places = branches
    .map((branch) => ({ edits: branch, from: edits.findIndex(({ id }) => id === branch[0]?.parentId) }))
    .toSorted((a, b) => a.from - b.from)
  let free = 0
  return places.map(({ edits, from }) => {
    const column = Math.max(free, from + 1)
    free = column + edits.length * share + words
    return { edits, column, from: from < 0 ? undefined : from }
  })
}
