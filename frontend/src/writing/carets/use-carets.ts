import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { Heard, Here } from '../../realtime/topics.ts'

/** The position of another user's caret. */
export interface Caret {
  connectionId: string
  name: string
  /** Number of the user among the campaign's members in the order of joining, which selects the colour. */
  number: number
  index: number
  length: number
  /** No activity for a while: the mark is hidden, the avatar stays. */
  isIdle: boolean
}

interface Known {
  connectionId: string
  userId: string
  index: number
  length: number
  /**
   * Revision of the text that the position refers to; undefined from an older client, whose positions are used
   * unchanged.
   */
  revision: number | undefined
  at: number
  /** The previous position, used until that revision has arrived. */
  before: Known | undefined
}

/** Converts an index of a revision into one of the shown text; undefined until that revision has arrived. */
type Locate = (index: number, revision: number) => number | undefined

const idleMs = 30_000
const lookMs = 5_000

/** Position of a caret in the shown text. A caret of a later revision stays at its previous position. */
const located = (known: Known, locate: Locate): { index: number; length: number } | undefined => {
  const { index, length, revision, before } = known
  if (revision === undefined) return { index, length }
  const start = locate(index, revision)
  const end = locate(index + length, revision)
  if (start === undefined || end === undefined) return before && located(before, locate)
  return { index: start, length: end - start }
}

/** Limits the chain of previous positions. */
const shortened = (known: Known | undefined): Known | undefined =>
  known && { ...known, before: known.before && { ...known.before, before: undefined } }

/** The carets of all other users in a text, while they are present. */
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

interface Range {
  index: number
  length: number
}
/** Milliseconds between two reports of the user's own caret. */
const reportMs = 100

/** Reports the user's own caret: the first position at once, then the last one of each interval. */
export const useCaretReports = (publish: (range: Range) => void): ((range: Range) => void) => {
  const publishNow = useEffectEvent(publish)
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; range: Range }>(undefined)
  useEffect(() => () => clearTimeout(waiting.current?.timer), [])
  const report = (range: Range) => {
    if (waiting.current) {
      waiting.current.range = range
      return
    }
    publishNow(range)
    const later = () => {
      const last = waiting.current?.range
      waiting.current = undefined
      if (last && last !== range) report(last)
    }
    waiting.current = { timer: setTimeout(later, reportMs), range }
  }
  return report
}
