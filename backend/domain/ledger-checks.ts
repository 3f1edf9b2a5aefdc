import type { Wallet } from './credits.ts'
import type { Ledger, Recorded } from './ledger.ts'
import type { LedgerCheck, LedgerEntry } from './ledger-answers.ts'
import { noTally, tallyOf } from './ledger-tally.ts'

type Rule = LedgerCheck['rule']
const grantsOf = ({ threads }: LedgerEntry) => threads.filter(({ kind }) => kind === 'grant')

/**
 * Invariants of a ledger: the available credits of each event follow from all earlier events; each captured credit has
 * its grant; each hold ends at most once, and only holds end; each credit of each grant is accounted for.
 */
export const checksOf = (events: readonly Recorded[], { entries, wallet }: Ledger): LedgerCheck[] => [
  check('balances_follow', entries, (entry) => entry.available === saidIn(events[entry.entry - 1])),
  check(
    'captures_have_grants',
    entries.filter(isOf('capture')),
    (entry) => sum(grantsOf(entry).map(({ credits }) => credits)) === -entry.credits,
  ),
  holdsEndOnce(entries),
  grantsAddUp(entries, wallet),
]

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
const isOf =
  (...kinds: LedgerEntry['kind'][]) =>
  ({ kind }: LedgerEntry) =>
    kinds.includes(kind)

const check = (rule: Rule, looked: readonly LedgerEntry[], holds: (entry: LedgerEntry) => boolean): LedgerCheck => ({
  rule,
  looked: looked.length,
  broken: looked.filter((entry) => !holds(entry)).map(({ eventId }) => eventId),
})

const saidIn = (event: Recorded | undefined): number | undefined =>
  (event?.data as { balance?: number } | undefined)?.balance

const holdsEndOnce = (entries: readonly LedgerEntry[]): LedgerCheck => {
  const open = new Set<string>()
  return check('holds_end_once', entries.filter(isOf('hold', 'capture', 'release')), ({ kind, threads }) => {
    const id = threads.find((thread) => thread.kind === 'hold')?.id ?? ''
    if (kind !== 'hold') return open.delete(id)
    const isNew = !open.has(id)
    open.add(id)
    return isNew
  })
}

/** Compares the grants by the entries with those by the rules of credits. */
const grantsAddUp = (entries: readonly LedgerEntry[], { grants: had }: Wallet): LedgerCheck => {
  const tallies = tallyOf(entries)
  const leftOf = new Map(had.map(({ id, left }) => [id, left]))
  const grants = entries.filter(isOf('grant', 'purchase', 'admin-grant'))
  const known = new Set(grants.flatMap((entry) => grantsOf(entry).map(({ id }) => id)))
  const unknown = entries.filter((entry) => grantsOf(entry).some(({ id }) => !known.has(id)))
  const sums = check('grants_add_up', grants, (entry) =>
    grantsOf(entry).every(({ id }) => {
      const { granted, ...places } = tallies.get(id) ?? noTally()
      const where = Object.values(places)
      return granted === sum(where) && Math.min(...where) >= 0 && places.left === leftOf.get(id)
    }),
  )
  return { ...sums, broken: [...sums.broken, ...unknown.map(({ eventId }) => eventId)] }
}
