import { useCallback, useEffect, useState } from 'react'
import type { Heard, Here } from '../../realtime/topics.ts'

/** Where somebody else writes. */
export interface Caret {
  connectionId: string
  name: string
  index: number
  length: number
  /** Nothing was heard for a while: the stitch goes, the face stays. */
  isIdle: boolean
}

interface Known extends Omit<Caret, 'name' | 'isIdle'> {
  userId: string
  at: number
}

const idleMs = 30_000
const lookMs = 5_000

/** The carets of everybody else who writes in a text, as long as they are there. */
export const useCarets = (people: ReadonlyMap<string, string> | undefined) => {
  const [known, setKnown] = useState<readonly Known[]>([])
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (known.length === 0) return
    const timer = setInterval(() => setNow(Date.now()), lookMs)
    return () => clearInterval(timer)
  }, [known.length])

  const hear = useCallback(({ kind, data, from }: Heard) => {
    if (kind !== 'caret' || !from) return
    const { connectionId, userId } = from
    const { index, length } = data
    setNow(Date.now())
    setKnown((all) => [
      ...all.filter((one) => one.connectionId !== connectionId),
      { connectionId, userId, index, length, at: Date.now() },
    ])
  }, [])
  /** They move with what is written before them. */
  const move = useCallback((to: (index: number) => number) => {
    setKnown((all) => (all.length === 0 ? all : all.map((one) => ({ ...one, index: to(one.index) }))))
  }, [])
  const among = ({ here, me }: Here): Caret[] => {
    const there = new Set(here.map(({ connectionId }) => connectionId))
    return known
      .filter(({ connectionId }) => there.has(connectionId) && connectionId !== me)
      .map(({ userId, at, ...caret }) => ({
        ...{ ...caret, name: people?.get(userId) ?? 'Somebody', isIdle: now - at > idleMs },
      }))
  }
  return { hear, move, among }
}
