import type { LedgerAnswer, LedgerEntry } from '#domain/ledger-answers.ts'
import { isNow, type Moment } from '../moment.ts'

/** Entries per request. */
export const windowSize = 100
/** More entries are requested if fewer than this number are left on either side of the moment. */
const near = 12
/** Numbers of entries shown before and after the moment. */
const [shownBefore, shownAfter] = [8, 3]

/**
 * Returns the number of a moment's entry, and whether it is near an end of the response's entries; undefined if the response
 * does not include it. `isOwnMoment`: the response was requested for exactly this moment.
 */
export const entryIn = (
  { entries, entry: ownEntry, total }: Pick<LedgerAnswer, 'entries' | 'entry' | 'total'>,
  moment: Moment,
  isOwnMoment: boolean,
): { entry: number; isNearEnd: boolean } | undefined => {
  const [first, last] = [entries[0]?.entry ?? 1, entries.at(-1)?.entry ?? 0]
  const found = (entry: number) => ({
    entry,
    isNearEnd: (first > 1 && entry - first < near) || (last < total && last - entry < near),
  })
  if (isOwnMoment) return found(ownEntry)
  if (isNow(moment)) return last === total ? found(total) : undefined
  if (moment.position === undefined) return undefined
  const at = BigInt(moment.position)
  const passed = entries.findLast(({ position }) => BigInt(position) <= at)
  if (!passed) return first === 1 ? found(0) : undefined
  return passed.entry === last && last < total ? undefined : found(passed.entry)
}

/** Returns the entries to show around `entry`: `shownBefore + shownAfter` of the loaded ones, if there are so many. */
export const visibleEntries = (entries: readonly LedgerEntry[], entry: number): LedgerEntry[] => {
  const passed = entries.filter((each) => each.entry <= entry)
  const later = entries.filter((each) => each.entry > entry)
  const size = shownBefore + shownAfter
  const after = later.slice(0, Math.max(shownAfter, size - passed.length))
  return [...passed.slice(-(size - after.length)), ...after]
}
