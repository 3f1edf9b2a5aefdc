import { useEffect, useState } from 'react'
import type { Invitation } from '#projections/answers.ts'

/** Derives an invitation's state from its row and from `now` in milliseconds, so that events and the clock update it. */
export const stateOf = ({ revokedAt, expiresAt }: Pick<Invitation, 'revokedAt' | 'expiresAt'>, now: number) => {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && Date.parse(expiresAt) <= now ? 'expired' : 'open'
}

/** The longest delay of `setTimeout`: longer ones overflow, and the timer fires at once. */
const longestMs = 2 ** 31 - 1

/** Returns the current time in milliseconds, and renders again when the next of `times` has passed. */
export const useNow = (times: readonly (string | null)[]): number => {
  const [now, setNow] = useState(Date.now)
  const next = Math.min(...times.map((time) => (time === null ? Infinity : Date.parse(time))).filter((at) => at > now))
  useEffect(() => {
    if (next === Infinity) return
    const timer = setTimeout(() => setNow(Date.now()), Math.min(longestMs, Math.max(0, next - Date.now()) + 1))
    return () => clearTimeout(timer)
  }, [next, now])
  return now
}
