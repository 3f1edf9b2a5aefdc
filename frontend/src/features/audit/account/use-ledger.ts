import { useEffect, useMemo, useState } from 'react'
import type { LedgerAnswer, LedgerEntry } from '#domain/ledger-answers.ts'
import { useLedgerQuery } from '../../../data/audit-ledger.ts'
import { isNow, type Moment } from '../moment.ts'
import { entryIn, windowSize } from './ledger-window.ts'

export interface Ledger {
  /** Number of the last entry up to the moment; 0 before the first. */
  entry: number
  total: number
  current: LedgerEntry | undefined
  /** The loaded entries around the moment, in order. */
  entries: readonly LedgerEntry[]
  /** The whole response; its `now` has the balance at the moment that was requested. */
  answer: LedgerAnswer
}

/**
 * Loads the ledger entries around a moment, more than are shown: stepping requests more only near the end of the loaded
 * entries, early enough for the next ones to arrive in time.
 */
export const useLedger = (accountId: string, moment: Moment) => {
  const [anchor, setAnchor] = useState(moment)
  const query = useLedgerQuery({ accountId, ...anchor, limit: windowSize }, { refetchOnMountOrArgChange: true })
  const { data, currentData } = query
  const place = useMemo(
    () => (data ? entryIn(data, moment, currentData !== undefined && isSame(anchor, moment)) : undefined),
    [data, currentData, moment, anchor],
  )

  useEffect(() => {
    if (!data || isSame(anchor, moment)) return
    if (place === undefined || place.isNearEnd) setAnchor(moment)
  }, [data, place, anchor, moment])

  const [last, setLast] = useState(0)
  useEffect(() => {
    if (place) setLast(place.entry)
  }, [place])

  const ledger = useMemo((): Ledger | undefined => {
    if (!data) return undefined
    const entry = place?.entry ?? last
    return {
      entry,
      total: data.total,
      entries: data.entries,
      answer: data,
      current: data.entries.find((each) => each.entry === entry),
    }
  }, [data, place, last])
  return { ledger, error: query.error, refetch: query.refetch, isBehind: place === undefined }
}

const isSame = (a: Moment, b: Moment) => a.position === b.position && a.at === b.at && isNow(a) === isNow(b)
