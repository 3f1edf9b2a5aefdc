import { Rejection } from './decider.ts'
import { delta, lengthOf, type Op, type Ops } from './deltas.ts'
import { composed } from './text-compose.ts'
import type { AuthorRun } from './text-events.ts'
import { tableLimits, textLimits } from './text-formats.ts'
import { hasTooLargeTable, isSound, mending } from './text-mending.ts'

/** Transforms a change of a text against concurrent changes of other writers. */

/** A recent change, which is retained so that concurrent changes can be transformed over it. */
export interface RetainedChange {
  revision: number
  changeId: string
  userId: string
  at: string
  ops: Ops
  fix?: Ops
  lost?: readonly AuthorRun[]
  /** Length of the text after it. */
  length: number
}

/** Maximum of retained changes. A change based on an older revision is rejected. */
export const retainedChanges = 2_000
/** Maximum of operations in all retained changes: eight of the largest changes, or any amount of typing. */
export const retainedOps = 40_000
/** Maximum of operations that a change is transformed over, its own included each time: about 65 ms of work. */
const mostTransformed = 200_000
/** Maximum of operations of a transformed change: more would exceed the size of an event. */
const mostPieces = 2 * textLimits.ops

/** The recent history of a text. */
export interface Recent {
  revision: number
  /** Length of the text now, and before the first of `changes`. */
  length: number
  firstLength: number
  changes: readonly RetainedChange[]
  /** Operations of `changes`. */
  retainedOps: number
}

const weightOf = ({ ops, fix }: Pick<RetainedChange, 'ops' | 'fix'>): number => ops.length + (fix?.length ?? 0)

/** Adds a change to the retained ones; drops the oldest beyond the limits. */
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

/** Cost of transforming a change of so many operations, based on `base`, over the later changes. */
export const transformedOps = (text: Pick<Recent, 'changes' | 'revision'>, base: number, ops: number): number =>
  changesSince(text, base).reduce((sum, change) => sum + ops + weightOf(change), 0)

/** Length of the text at a revision, if its later changes are retained. */
export const lengthAt = ({ revision, length, firstLength, changes }: Recent, base: number): number => {
  if (base === revision) return length
  if (base > revision) throw new Rejection('text_change_invalid')
  const first = changes[0]
  if (!first || base < first.revision - 1) throw new Rejection('text_too_old')
  return base === first.revision - 1 ? firstLength : (changes[base - first.revision]?.length ?? 0)
}

/** Transforms a change based on `base` over each later change; the transformed one wins conflicts. */
export const transformOverLater = (text: Pick<Recent, 'changes' | 'revision'>, base: number, ops: Op[]): Ops => {
  let [mine, transformed] = [delta(ops), 0]
  for (const { ops: theirs, fix } of changesSince(text, base))
    for (const other of fix ? [theirs, fix] : [theirs]) {
      // A change that interleaves with others splits into more operations.
      transformed += mine.ops.length + other.length
      if (transformed > mostTransformed || mine.ops.length > mostPieces) throw new Rejection('text_too_old')
      mine = delta(other).transform(mine, false)
    }
  if (mine.ops.length > mostPieces) throw new Rejection('text_too_old')
  return mine.ops
}

/** The text after a change, and the follow-up change that mends it. */
export const applyChange = (text: Ops, ops: Ops): { after: Ops; fix: Ops } => {
  const after = composed(text, ops)
  if (hasTooLargeTable(after, ops)) throw new Rejection('table_too_large', { ...tableLimits })
  if (!isSound(after, ops)) throw new Rejection('text_change_invalid')
  return { after, fix: mending(after, ops) }
}

/** Converts errors of quill-delta, which throws for incompatible operations, such as a table change without a table. */
export const orInvalid = <Result>(work: () => Result): Result => {
  try {
    return work()
  } catch (error) {
    throw error instanceof Rejection ? error : new Rejection('text_change_invalid')
  }
}

/** The authors of the text that these changes of one writer deleted, if the same length is restored. */
export const authorsRestoredBy = (
  { changes }: Recent,
  writer: string,
  undoes: readonly number[],
  ops: Ops,
): AuthorRun[] => {
  const runs = undoes.flatMap((revision) => {
    const undone = changes.find((change) => change.revision === revision)
    return undone?.userId === writer ? (undone.lost ?? []) : []
  })
  const back = lengthOf(ops.filter(({ insert }) => insert !== undefined))
  return back > 0 && runs.reduce((sum, { length }) => sum + length, 0) === back ? [...runs] : []
}

export const isOwn = (runs: readonly AuthorRun[], writer: string) => runs.every(({ userId }) => userId === writer)
