import type { LedgerEntry } from './ledger-answers.ts'

/** The distribution of a grant: granted credits are left, held, spent, taken back, removed, or have settled a debt. */
export interface Tally {
  granted: number
  left: number
  held: number
  spent: number
  taken: number
  settled: number
  removed: number
}

export const noTally = (): Tally => ({ granted: 0, left: 0, held: 0, spent: 0, taken: 0, settled: 0, removed: 0 })
type Place = Exclude<keyof Tally, 'granted'>

/** The movement of credits within their grants by each kind of entry. */
const moves: Partial<Record<LedgerEntry['kind'], readonly [from: Place, to: Place]>> = {
  hold: ['left', 'held'],
  capture: ['held', 'spent'],
  release: ['held', 'left'],
  'take-back': ['left', 'taken'],
  settlement: ['left', 'settled'],
  removal: ['left', 'removed'],
}

/** The distribution of each grant's credits, by the entries alone. */
export const tallyOf = (entries: readonly LedgerEntry[]): Map<string, Tally> => {
  const tallies = new Map<string, Tally>()
  const tally = (id: string) => {
    const found = tallies.get(id) ?? noTally()
    tallies.set(id, found)
    return found
  }
  /** Credits of each grant that settled a take-back; a reversal of the take-back returns these first. */
  const settledOf = new Map<string, number>()

  for (const { kind, threads } of entries) {
    const grants = threads.filter((thread) => thread.kind === 'grant')
    const takeBacks = threads.filter((thread) => thread.kind === 'take-back')
    const move = moves[kind]
    for (const { id, credits } of grants) {
      const grant = tally(id)
      if (move) {
        grant[move[0]] -= credits
        grant[move[1]] += credits
      } else if (kind === 'give-back') {
        const key = `${takeBacks[0]?.id} ${id}`
        const settled = Math.min(credits, settledOf.get(key) ?? 0)
        settledOf.set(key, (settledOf.get(key) ?? 0) - settled)
        grant.settled -= settled
        grant.taken -= credits - settled
        grant.left += credits
      } else {
        grant.granted += credits
        grant.left += credits
      }
    }
    if (kind === 'settlement')
      for (const { id, credits } of takeBacks) {
        const key = `${id} ${grants[0]?.id}`
        settledOf.set(key, (settledOf.get(key) ?? 0) + credits)
      }
  }
  return tallies
}
