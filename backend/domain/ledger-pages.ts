import type { Wallet } from './credits.ts'
import { owedIn } from './ledger.ts'
import type { Amounts, CurveStep, EntryRef, Figure, LedgerEntry } from './ledger-answers.ts'

/** The figure to which each kind of entry contributes. */
export const figureOf: Record<LedgerEntry['kind'], Figure> = {
  grant: 'granted',
  purchase: 'granted',
  'admin-grant': 'granted',
  hold: 'held',
  capture: 'captured',
  release: 'released',
  'take-back': 'takenBack',
  settlement: 'settled',
  'give-back': 'givenBack',
  removal: 'removed',
}

export const refTo = ({ entry, eventId, position, at, kind, credits, for: what }: LedgerEntry): EntryRef => ({
  entry,
  eventId,
  position,
  at,
  kind,
  credits,
  for: what,
})

/** Number of entries up to a log position. */
export const countAt = (entries: readonly Pick<LedgerEntry, 'position'>[], position: bigint): number => {
  let [low, high] = [0, entries.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (BigInt(entries[middle]?.position ?? 0) <= position) low = middle + 1
    else high = middle
  }
  return low
}

/** The amounts after so many entries. */
export const amountsAfter = (entries: readonly LedgerEntry[], count: number): Amounts => {
  const { balance = 0, held = 0, available = 0, owed = 0 } = entries[count - 1] ?? {}
  return { balance, held, available, owed }
}

export const amountsOf = ({ available, open, ...wallet }: Wallet): Amounts => {
  const held = Object.values(open).reduce((sum, { amount }) => sum + amount, 0)
  return { balance: available + held, held, available, owed: owedIn({ available, open, ...wallet }) }
}

interface Meant {
  figure?: Figure | undefined
  source?: string | undefined
  purpose?: string | undefined
  /** `2026-11`. */
  month?: string | undefined
}

/** True if an entry contributes to the selected figure of the sums. */
export const isCounted = (
  { kind, work, threads, at }: LedgerEntry,
  { figure, source, purpose, month }: Meant,
): boolean =>
  (figure === undefined || figureOf[kind] === figure) &&
  (source === undefined || threads.some((thread) => thread.source === source)) &&
  (purpose === undefined || work?.kind === purpose) &&
  (month === undefined || at.startsWith(month))

interface Around {
  /** The last entry up to the moment: most of a page precedes it. */
  entry: number
  before?: number | undefined
  after?: number | undefined
  limit: number
}

/** The share of a page that shows entries after the moment. */
const later = 0.25

/** A page of entries, in order: those before a number, after one, or around the moment. */
export const pageAround = (entries: readonly LedgerEntry[], { entry, before, after, limit }: Around): LedgerEntry[] => {
  if (after !== undefined) return entries.filter((each) => each.entry > after).slice(0, limit)
  const passed = entries.filter((each) => each.entry < (before ?? entry + 1))
  if (before !== undefined) return passed.slice(-limit)
  const to = Math.min(entries.length, Math.max(limit, passed.length + Math.floor(limit * later)))
  return entries.slice(Math.max(0, to - limit), to)
}

const stepsShown = 600
/** Steps per bucket: the first, lowest, highest and last. */
const perBucket = 4

/** The steps of a curve, thinned to a displayable number without losing a peak or a trough. */
export const curveOf = (entries: readonly LedgerEntry[]): CurveStep[] => {
  if (entries.length <= stepsShown) return entries.map((entry) => step(entry, 1))
  const size = Math.ceil(entries.length / (stepsShown / perBucket))
  return Array.from({ length: Math.ceil(entries.length / size) }, (_, bucket) => {
    const all = entries.slice(bucket * size, (bucket + 1) * size)
    const lowest = all.reduce((least, each) => (each.balance < least.balance ? each : least))
    const highest = all.reduce((most, each) => (each.balance > most.balance ? each : most))
    const shown = new Set([all[0], lowest, highest, all.at(-1)])
    return all
      .flatMap((each, index) => (shown.has(each) ? [{ each, index }] : []))
      .map(({ each, index }, at, chosen) => step(each, index - (chosen[at - 1]?.index ?? -1)))
  }).flat()
}

const step = ({ entry, eventId, position, at, kind, balance, held, available }: LedgerEntry, entries: number) => ({
  entry,
  eventId,
  position,
  at,
  kind,
  balance,
  held,
  available,
  entries,
})
