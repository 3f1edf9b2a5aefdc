import type { Delta } from '#domain/deltas.ts'

/** Where an image that is being uploaded is inserted. */
export interface PendingPlace {
  index: number
  /** Text that was deleted around it, the last deletion first: undo brings it back on both sides. */
  removed: readonly { before: string; after: string }[]
}

/** The text of changes or documents, with a character for each embed, so that its length is theirs. */
export const plainOf = ({ ops }: Delta): string =>
  ops.map(({ insert }) => (typeof insert === 'string' ? insert : insert ? '\uFFFC' : '')).join('')

/**
 * Moves a place by a change of a document with this text. Text that is inserted at the place goes behind the image,
 * unless it is what was deleted there: then the image keeps its position within it.
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
