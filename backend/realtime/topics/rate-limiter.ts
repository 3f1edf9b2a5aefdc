export interface Rate {
  perSecond: number
  /** Maximum of messages at once. */
  burst: number
}

/** A token bucket: `take` returns true if one more may pass. `now` is in milliseconds. */
export const rateLimiter = ({ perSecond, burst }: Rate, now: () => number) => {
  let tokens = burst
  let at = now()
  return {
    take(): boolean {
      const time = now()
      tokens = Math.min(burst, tokens + ((time - at) / 1000) * perSecond)
      at = time
      if (tokens < 1) return false
      tokens -= 1
      return true
    },
  }
}
export type RateLimiter = ReturnType<typeof rateLimiter>
