import type { Delta } from '#domain/deltas.ts'

/** The position at which an image is inserted once it is uploaded. */
export interface PendingPlace {
  index: number
  /** Text that was deleted around it, the last deletion first: undo brings it back on both sides. */
  removed: readonly { before: string; after: string }[]
}

/** Returns the text of a change or document, with one character per embed, so that indexes are the same. */
export const plainOf = ({ ops }: Delta): string =>
  ops.map(({ insert }) => (typeof insert === 'string' ? insert : insert ? '\uFFFC' : '')).join('')

/**
 * Transforms a position over a change of a document with this text. Text inserted at the position follows the image,
 * unless it restores the text that was deleted there: then the image keeps its position within that text.
 */
export const movePlace = (place: PendingPlace, change: Delta, text: string): PendingPlace => {
  let { removed } = place
  let at = 0
  let inserted = ''
  for (const op of change.ops) {
    if (op.insert !== undefined) {
      if (at === place.index) inserted += typeof op.insert === 'string' ? op.insert : '\uFFFC'
      continue
    }
    const end = at + (op.delete ?? (typeof op.retain === 'number' ? op.retain : 1))
    if (op.delete !== undefined && at < place.index && place.index <= end)
      removed = [{ before: text.slice(at, place.index), after: text.slice(place.index, end) }, ...removed]
    at = end
  }
  const index = change.transformPosition(place.index, true)
  const [last, ...earlier] = place.removed
  if (last && inserted === last.before + last.after) return { index: index + last.before.length, removed: earlier }
  return { index, removed }
}
