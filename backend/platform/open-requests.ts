/** The requests of users that this process is answering. Work in the background gives way to them. */
export interface OpenRequests {
  /** Counts a request until the returned function is called. Further calls of that do nothing. */
  begin(): () => void
  count(): number
  /** Resolves when no request is open, or after `mostMs` milliseconds. */
  whenNone(mostMs: number): Promise<void>
}

export const openRequests = (): OpenRequests => {
  const waiting = new Set<() => void>()
  let count = 0
  return {
    begin() {
      let isOpen = true
      count++
      return () => {
        if (!isOpen) return
        isOpen = false
        count--
        if (count > 0) return
        for (const resolve of waiting) resolve()
      }
    },
    count: () => count,
    async whenNone(mostMs) {
      if (count === 0) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, mostMs)
      waiting.add(resolve)
      await promise
      waiting.delete(resolve)
      clearTimeout(timer)
    },
  }
}
