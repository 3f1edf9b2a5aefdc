import { Rejection } from './decider.ts'
import { delta, lengthOf, type Op, type Ops } from './deltas.ts'
import { composed } from './text-compose.ts'
import type { AuthorRun } from './text-events.ts'
import { tableLimits, textLimits } from './text-formats.ts'
import { hasTooLargeTable, isSound, mending } from './text-mending.ts'

/** Transforms a change of a text against concurrent changes of other writers. */

/** A change as it was recorded; what else there is of it belongs to the text's later changes. */
export interface RetainedChange {
  revision: number
  changeId: string
  userId: string
  at: string
  ops: Ops
  fix?: Ops
  lost?: readonly AuthorRun[]
  /** Letters of the text after it. */
  length: number
}

/** Changes that are retained at most. A change on an older revision is rejected. */
export const retainedChanges = 2_000
/** Operations of the retained changes, together: eight of the largest changes, or all of what people type. */
export const retainedOps = 40_000
/** Operations that one change is transformed over at most, its own included each time: about 65 ms of work. */
const mostTransformed = 200_000
/** Operations that a change may have become by then: more would not fit into one event. */
const mostPieces = 2 * textLimits.ops

/** The recent history of a text. */
export interface Recent {
  revision: number
  /** Letters of the text now, and before the first of `changes`. */
  length: number
  firstLength: number
  changes: readonly RetainedChange[]
  /** Operations of `changes`. */
  retainedOps: number
}

const weightOf = ({ ops, fix }: Pick<RetainedChange, 'ops' | 'fix'>): number => ops.length + (fix?.length ?? 0)

/** The retained changes with one more; the oldest are dropped while there are too many of them, or they hold too many operations. */
export const withChange = (
  { changes, firstLength, retainedOps: before }: Pick<Recent, 'changes' | 'firstLength' | 'retainedOps'>,
  change: RetainedChange,
): Pick<Recent, 'changes' | 'firstLength' | 'retainedOps'> => {
  const all = [...changes, change]
  let [from, held, length] = [0, before + weightOf(change), firstLength]
  while (all.length - from > retainedChanges || (held > retainedOps && from < all.length - 1)) {
    const dropped = all[from++] as RetainedChange
    held -= weightOf(dropped)
    length = dropped.length
  }
  return { changes: from > 0 ? all.slice(from) : all, firstLength: length, retainedOps: held }
}

const changesSince = ({ changes, revision }: Pick<Recent, 'changes' | 'revision'>, base: number) =>
  base === revision ? [] : changes.slice(base - revision)

/** Operations that are looked at when a change of so many operations, made on `base`, is transformed over what came since. */
export const transformedOps = (text: Pick<Recent, 'changes' | 'revision'>, base: number, ops: number): number =>
  changesSince(text, base).reduce((sum, change) => sum + ops + weightOf(change), 0)

/** Letters of the text at a revision, if what came since is still known. */
export const lengthAt = ({ revision, length, firstLength, changes }: Recent, base: number): number => {
  if (base === revision) return length
  if (base > revision) throw new Rejection('text_change_invalid')
  const first = changes[0]
  if (!first || base < first.revision - 1) throw new Rejection('text_too_old')
  return base === first.revision - 1 ? firstLength : (changes[base - first.revision]?.length ?? 0)
}

/** A change made on `base`, as it follows what came since: over each change by itself, and the later one wins. */
export const following = (text: Pick<Recent, 'changes' | 'revision'>, base: number, ops: Op[]): Ops => {
  let [mine, transformed] = [delta(ops), 0]
  for (const { ops: theirs, fix } of changesSince(text, base))
    for (const other of fix ? [theirs, fix] : [theirs]) {
      // A change that crosses others falls apart into more operations than it began with.
      transformed += mine.ops.length + other.length
      if (transformed > mostTransformed || mine.ops.length > mostPieces) throw new Rejection('text_too_old')
      mine = delta(other).transform(mine, false)
    }
  if (mine.ops.length > mostPieces) throw new Rejection('text_too_old')
  return mine.ops
}

/** The text after a change, and what mends it. */
export const changed = (text: Ops, ops: Ops): { after: Ops; fix: Ops } => {
  const after = composed(text, ops)
  if (hasTooLargeTable(after, ops)) throw new Rejection('table_too_large', { ...tableLimits })
  if (!isSound(after, ops)) throw new Rejection('text_change_invalid')
  return { after, fix: mending(after, ops) }
}

/** quill-delta throws at what merges with nothing, such as a change of a table where none is. */
export const orInvalid = <Result>(work: () => Result): Result => {
  try {
    return work()
  } catch (error) {
    throw error instanceof Rejection ? error : new Rejection('text_change_invalid')
  }
}

/** The authors of the text that these changes of one writer deleted, if the same length is restored. */
export const givenBack = ({ changes }: Recent, writer: string, undoes: readonly number[], ops: Ops): AuthorRun[] => {
  const runs = undoes.flatMap((revision) => {
    const undone = changes.find((change) => change.revision === revision)
    return undone?.userId === writer ? (undone.lost ?? []) : []
  })
  const back = lengthOf(ops.filter(({ insert }) => insert !== undefined))
  return back > 0 && runs.reduce((sum, { length }) => sum + length, 0) === back ? [...runs] : []
}

export const isOwn = (runs: readonly AuthorRun[], writer: string) => runs.every(({ userId }) => userId === writer)
