import { useMemo } from 'react'
import type { AccountPast } from '#domain/audit-accounts.ts'
import type { Now } from '../chart/now.ts'
import { isNow, type Moment } from '../moment.ts'
import { longDayOf, timeOf } from '../utc.ts'
import type { Ledger } from './use-ledger.ts'

/** A position after all events: the largest signed 64-bit integer. */
const endOfLog = String(2n ** 63n - 1n)
const nothing = { balance: 0, held: 0, available: 0 }

/** Returns the moment with its ledger data, without waiting for the account's other data if the ledger entry is loaded. */
export const useNow = (past: AccountPast, ledger: Ledger | undefined, moment: Moment): Now | undefined =>
  useMemo(() => {
    if (!ledger) return undefined
    const { current, entry, total, answer } = ledger
    const { balance, held, available } = current ?? (entry === 0 ? nothing : answer.now)
    const at = timeIn(past, current, moment)
    return {
      at,
      entry,
      total,
      balance,
      held,
      available,
      words: `${longDayOf(at)}, ${timeOf(at)}`,
      position: isNow(moment) ? endOfLog : (moment.position ?? positionAt(past, current, moment)),
    }
  }, [past, ledger, moment])

type Current = Ledger['current']

const timeIn = (past: AccountPast, current: Current, moment: Moment): string => {
  const now = new Date().toISOString()
  // A future time is limited to now.
  if (isNow(moment) || (moment.at !== undefined && moment.at > now)) return now
  if (moment.at !== undefined) return moment.at
  const isStep = current !== undefined && current.position === moment.position
  return isStep && moment.position !== past.position ? current.at : past.at
}

/** Returns the log position of a time: from the account's response once that is loaded, until then from the ledger entry. */
const positionAt = (past: AccountPast, current: Current, { at }: Moment): string =>
  past.at === at ? past.position : (current?.position ?? '0')
