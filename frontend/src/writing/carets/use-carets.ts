import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Heard, Here } from '../../realtime/topics.ts'

/** Where somebody else writes. */
export interface Caret {
  connectionId: string
  name: string
  /** Of their colour: their number among the campaign's people, in the order in which they joined. */
  number: number
  index: number
  length: number
  /** Nothing was heard for a while: the stitch goes, the face stays. */
  isIdle: boolean
}

interface Known {
  connectionId: string
  userId: string
  index: number
  length: number
  /** Of the recorded text in which they stand; undefined of an older tab, whose carets are taken as they are. */
  revision: number | undefined
  at: number
  /** Where they stood before, until the text they stand in has come. */
  before: Known | undefined
}

/** Where a place of a revision is in the text that is shown; undefined until that revision has come. */
type Locate = (index: number, revision: number) => number | undefined

const idleMs = 30_000
const lookMs = 5_000

/** Where a caret stands in the text that is shown. One that is ahead of it stands where it stood. */
const located = (known: Known, locate: Locate): { index: number; length: number } | undefined => {
  const { index, length, revision, before } = known
  if (revision === undefined) return { index, length }
  const start = locate(index, revision)
  const end = locate(index + length, revision)
  if (start === undefined || end === undefined) return before && located(before, locate)
  return { index: start, length: end - start }
}

/** As far back as a caret may have to stand: one that is ahead of another that is ahead. */
const shortened = (known: Known | undefined): Known | undefined =>
  known && { ...known, before: known.before && { ...known.before, before: undefined } }

/** The carets of everybody else who writes in a text, as long as they are there. */
export const useCarets = (people: ReadonlyMap<string, string> | undefined) => {
  const [known, setKnown] = useState<readonly Known[]>([])
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (known.length === 0) return
    const timer = setInterval(() => setNow(Date.now()), lookMs)
    return () => clearInterval(timer)
  }, [known.length])
  const order = useMemo(() => [...(people?.keys() ?? [])], [people])

  const hear = useCallback(({ kind, data, from }: Heard) => {
    if (kind !== 'caret' || !from) return
    const { connectionId, userId } = from
    const { index, length, revision } = data
    setNow(Date.now())
    setKnown((all) => {
      const last = all.find((one) => one.connectionId === connectionId)
      const before = last?.revision === revision ? last?.before : last
      const next = { connectionId, userId, index, length, revision, at: Date.now(), before: shortened(before) }
      return [...all.filter((one) => one !== last), next]
    })
  }, [])
  const among = ({ here, me }: Here, locate: Locate): Caret[] => {
    const there = new Set(here.map(({ connectionId }) => connectionId))
    return known
      .filter(({ connectionId }) => there.has(connectionId) && connectionId !== me)
      .flatMap((one) => {
        const place = located(one, locate)
        const { connectionId, userId, at } = one
        const number = Math.max(0, order.indexOf(userId))
        const name = people?.get(userId) ?? 'Somebody'
        return place ? [{ connectionId, name, number, ...place, isIdle: now - at > idleMs }] : []
      })
  }
  return { hear, among }
}
