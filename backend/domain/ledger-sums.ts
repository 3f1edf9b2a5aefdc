import { type Ledger, ledgerOf, type Recorded } from './ledger.ts'
import { type CreditSums, Figure, type LedgerEntry, type Sum, type SumLine, type SumsBy } from './ledger-answers.ts'
import { checksOf } from './ledger-checks.ts'
import { amountsOf, figureOf } from './ledger-pages.ts'

/** The part of an entry that counts towards the line with this key. */
interface Part {
  key: string
  credits: number
}
interface Way {
  /** The lines to which an entry contributes. */
  parts: (entry: LedgerEntry) => readonly Part[]
  /**
   * The amounts by key according to the rules of credits rather than the entries, so that both are verified against
   * each other.
   */
  amounts: (ledger: Ledger) => readonly Part[]
  plus: readonly Figure[]
  minus: readonly Figure[]
}

/** The month of an entry, `2026-11`. */
export const monthOf = ({ at }: Pick<LedgerEntry, 'at'>): string => at.slice(0, 7)
/** The key of credits whose grant is missing, which `checksOf` reports as well. */
const unknown = 'unknown'

const ofBalance = { plus: ['granted', 'givenBack'], minus: ['captured', 'takenBack', 'settled', 'removed'] } as const
const whole = (key: string) => (entry: LedgerEntry) => [{ key, credits: Math.abs(entry.credits) }]
const held = ({ wallet }: Ledger) => Object.values(wallet.open)

const bySource: Way = {
  ...ofBalance,
  parts: ({ threads }) =>
    threads.flatMap(({ kind, source, credits }) => (kind === 'grant' ? [{ key: source ?? unknown, credits }] : [])),
  amounts(ledger) {
    const threads = ledger.entries.flatMap((entry) => entry.threads)
    const sources = new Map(threads.flatMap(({ id, source }) => (source ? [[id, source] as const] : [])))
    const part = (grantId: string, credits: number): Part => ({ key: sources.get(grantId) ?? unknown, credits })
    return [
      ...ledger.wallet.grants.map(({ id, left }) => part(id, left)),
      ...held(ledger).flatMap(({ from }) => from.map(({ grantId, amount }) => part(grantId, amount))),
    ]
  },
}

const byPurpose: Way = {
  plus: ['held'],
  minus: ['captured', 'released'],
  parts: (entry) => (entry.work ? whole(entry.work.kind)(entry) : []),
  amounts: (ledger) => held(ledger).map(({ purpose, amount }) => ({ key: purpose.kind, credits: amount })),
}

const inAll: Way = {
  ...ofBalance,
  parts: whole('all'),
  amounts: ({ wallet }) => [{ key: 'all', credits: amountsOf(wallet).balance }],
}

const noSum = (): Sum => ({ credits: 0, entries: 0, first: null, last: null })
const noFigures = () => Object.fromEntries(Figure.options.map((figure) => [figure, noSum()])) as SumLine['figures']

const count = (sum: Sum, { entry, eventId, position }: LedgerEntry, credits: number) => {
  const isAnother = sum.last?.eventId !== eventId
  sum.credits += credits
  if (isAnother) sum.entries++
  sum.first ??= { entry, eventId, position }
  sum.last = { entry, eventId, position }
}

const amountsByKey = ({ amounts }: Way, ledger: Ledger) => {
  const sums = new Map<string, number>()
  for (const { key, credits } of amounts(ledger)) sums.set(key, (sums.get(key) ?? 0) + credits)
  return sums
}

/** One line for each key with an opening or closing amount, or with an entry that counts towards it. */
const linesOf = (way: Way, entries: readonly LedgerEntry[], before: Ledger, after: Ledger): SumLine[] => {
  const [opening, closing] = [amountsByKey(way, before), amountsByKey(way, after)]
  const lines = new Map<string, SumLine['figures']>(
    [...opening.keys(), ...closing.keys()].map((key) => [key, noFigures()]),
  )
  for (const entry of entries)
    for (const { key, credits } of way.parts(entry)) {
      const figures = lines.get(key) ?? noFigures()
      lines.set(key, figures)
      count(figures[figureOf[entry.kind]], entry, credits)
    }
  return [...lines]
    .map(([key, figures]) =>
      line(way, { key, figures, opening: opening.get(key) ?? 0, closing: closing.get(key) ?? 0 }),
    )
    .toSorted((one, other) => one.key.localeCompare(other.key))
}

const line = ({ plus, minus }: Way, { figures, ...about }: Omit<SumLine, 'unaccounted'>): SumLine => {
  const sum = (names: readonly Figure[]) => names.reduce((all, name) => all + figures[name].credits, 0)
  return { ...about, figures, unaccounted: about.opening + sum(plus) - sum(minus) - about.closing }
}

/** One line per month, from the amounts before its first entry to those after its last. */
const linesByMonth = (events: readonly Recorded[], entries: readonly LedgerEntry[], before: Ledger): SumLine[] => {
  let opening = before
  return [...Map.groupBy(entries, monthOf)].flatMap(([month, all]) => {
    const first = (all[0] as LedgerEntry).entry - 1
    const closing = ledgerOf(events.slice(first, first + all.length), opening)
    const lines = linesOf(inAll, all, opening, closing).map((each) => ({ ...each, key: month }))
    opening = closing
    return lines
  })
}

/** The total of held credits, for the last line. */
const inAllHeld: Way = {
  ...byPurpose,
  parts: (entry) => (entry.work ? whole('all')(entry) : []),
  amounts: ({ wallet }) => [{ key: 'all', credits: amountsOf(wallet).held }],
}

interface Period {
  /** Numbers of events before the period, and at its end. */
  from: number
  to: number
  by: SumsBy
}

/** Sums of a period of the user's ledger, line by line, with unaccounted amounts. */
export const sumsOf = (events: readonly Recorded[], { from, to, by }: Period): CreditSums => {
  const before = ledgerOf(events.slice(0, from))
  const after = ledgerOf(events.slice(from, to), before)
  const entries = after.entries.slice(before.entries.length)
  const all = by === 'purpose' ? inAllHeld : inAll
  const nothing = line(all, { key: 'all', figures: noFigures(), opening: 0, closing: 0 })
  const [total = nothing] = linesOf(all, entries, before, after)
  const lines =
    by === 'period'
      ? linesByMonth(events, entries, before)
      : linesOf(by === 'source' ? bySource : byPurpose, entries, before, after)
  const [opening, closing] = [amountsOf(before.wallet), amountsOf(after.wallet)]
  return { by, opening, closing, lines, total, checks: checksOf(events, after) }
}
