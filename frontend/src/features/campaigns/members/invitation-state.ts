import { useEffect, useState } from 'react'
import type { Invitation } from '#projections/answers.ts'

/** Derived from the row, so that events and the clock update it. `now` is in milliseconds. */
export const stateOf = ({ revokedAt, expiresAt }: Pick<Invitation, 'revokedAt' | 'expiresAt'>, now: number) => {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && Date.parse(expiresAt) <= now ? 'expired' : 'open'
}

/** Longer waits than this overflow a timer. */
const longestMs = 2 ** 31 - 1

/** Milliseconds now, which moves on when the next of these times is there. */
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
