import { Rejection } from './decider.ts'
import { delta, lengthOf, type Op, type Ops } from './deltas.ts'
import { composed } from './text-compose.ts'
import type { AuthorRun } from './text-events.ts'
import { tableLimits } from './text-formats.ts'
import { hasTooLargeTable, isSound, mending } from './text-mending.ts'

/** How a change of a text is made to follow what others did meanwhile. */

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

/** Changes that can still be changed by others: what was made on an older revision comes too late. */
export const retainedChanges = 2_000
/** Operations times the changes that came since: about 65 ms of work. */
const mostTransforming = 200_000

/** What is still known of how a text came to be what it is. */
export interface Recent {
  revision: number
  /** Letters of the text now, and before the first of `changes`. */
  length: number
  firstLength: number
  changes: readonly RetainedChange[]
}

/** Letters of the text at a revision, if what came since is still known. */
export const lengthAt = ({ revision, length, firstLength, changes }: Recent, base: number): number => {
  if (base === revision) return length
  if (base > revision) throw new Rejection('text_change_invalid')
  const first = changes[0]
  if (!first || base < first.revision - 1) throw new Rejection('text_too_old')
  return base === first.revision - 1 ? firstLength : (changes[base - first.revision]?.length ?? 0)
}

/** A change made on `base`, as it follows what came since: over each change by itself, and the later one wins. */
export const following = ({ changes, revision }: Recent, base: number, ops: Op[]): Ops => {
  const since = base === revision ? [] : changes.slice(base - revision)
  if (ops.length * since.length > mostTransforming) throw new Rejection('text_too_old')
  return since
    .flatMap(({ ops, fix }) => (fix ? [ops, fix] : [ops]))
    .reduce((mine, theirs) => delta(theirs).transform(mine, false), delta(ops)).ops
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

/** Whose words these changes of one writer took out of the text, if as many come back. */
export const givenBack = ({ changes }: Recent, writer: string, undoes: readonly number[], ops: Ops): AuthorRun[] => {
  const runs = undoes.flatMap((revision) => {
    const undone = changes.find((change) => change.revision === revision)
    return undone?.userId === writer ? (undone.lost ?? []) : []
  })
  const back = lengthOf(ops.filter(({ insert }) => insert !== undefined))
  return back > 0 && runs.reduce((sum, { length }) => sum + length, 0) === back ? [...runs] : []
}

export const isOwn = (runs: readonly AuthorRun[], writer: string) => runs.every(({ userId }) => userId === writer)
