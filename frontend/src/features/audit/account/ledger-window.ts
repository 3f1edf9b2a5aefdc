import type { LedgerAnswer, LedgerEntry } from '#domain/ledger-answers.ts'
import { isNow, type Moment } from '../moment.ts'

/** So many entries are asked for at once. */
export const windowSize = 100
/** Fewer than these left on a side, and the next are asked for. */
const near = 12
/** So many are shown: what led to the moment, and a few of what comes. */
const [shownBefore, shownAfter] = [8, 3]

/**
 * Which entry of an answer a moment is after, and whether that is near the end of what was answered; undefined where it is not
 * among them. `isAsked`: the answer was asked for this very moment.
 */
export const entryIn = (
  { entries, entry: asked, total }: Pick<LedgerAnswer, 'entries' | 'entry' | 'total'>,
  moment: Moment,
  isAsked: boolean,
): { entry: number; isNearEnd: boolean } | undefined => {
  const [first, last] = [entries[0]?.entry ?? 1, entries.at(-1)?.entry ?? 0]
  const found = (entry: number) => ({
    entry,
    isNearEnd: (first > 1 && entry - first < near) || (last < total && last - entry < near),
  })
  if (isAsked) return found(asked)
  if (isNow(moment)) return last === total ? found(total) : undefined
  if (moment.position === undefined) return undefined
  const at = BigInt(moment.position)
  const passed = entries.findLast(({ position }) => BigInt(position) <= at)
  if (!passed) return first === 1 ? found(0) : undefined
  return passed.entry === last && last < total ? undefined : found(passed.entry)
}

/** The rows that are shown of what is there. */
export const shownOf = (entries: readonly LedgerEntry[], entry: number): LedgerEntry[] => {
  const passed = entries.filter((each) => each.entry <= entry)
  const later = entries.filter((each) => each.entry > entry)
  const size = shownBefore + shownAfter
  const after = later.slice(0, Math.max(shownAfter, size - passed.length))
  return [...passed.slice(-(size - after.length)), ...after]
}
