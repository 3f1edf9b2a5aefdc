import { useMemo } from 'react'
import type { AccountPast } from '#domain/audit-accounts.ts'
import type { Now } from '../chart/now.ts'
import { isNow, type Moment } from '../moment.ts'
import { longDayOf, timeOf } from '../utc.ts'
import type { Ledger } from './use-ledger.ts'

/** After everything that there is. */
const endOfLog = String(2n ** 63n - 1n)
const nothing = { balance: 0, held: 0, available: 0 }

/** The moment with what the ledger says of it, at once where its entry is there: the account's other facts follow. */
export const useNow = (past: AccountPast, ledger: Ledger | undefined, moment: Moment): Now | undefined =>
  useMemo(() => {
    if (!ledger) return undefined
    const { current, entry, total, answer } = ledger
    const { balance, held, available } = current ?? (entry === 0 ? nothing : answer.now)
    const at = timeIn(past, current, moment)
    return {
      ...{ at, entry, total, balance, held, available, words: `${longDayOf(at)}, ${timeOf(at)}` },
      position: isNow(moment) ? endOfLog : (moment.position ?? positionAt(past, current, moment)),
    }
  }, [past, ledger, moment])

type Current = Ledger['current']

const timeIn = (past: AccountPast, current: Current, moment: Moment): string => {
  const now = new Date().toISOString()
  // What is to come is not known: later than now is now.
  if (isNow(moment) || (moment.at !== undefined && moment.at > now)) return now
  if (moment.at !== undefined) return moment.at
  const isStep = current !== undefined && current.position === moment.position
  return isStep && moment.position !== past.position ? current.at : past.at
}

/** Of a time: the account's answer says it once it is there. */
const positionAt = (past: AccountPast, current: Current, { at }: Moment): string =>
  past.at === at ? past.position : (current?.position ?? '0')
