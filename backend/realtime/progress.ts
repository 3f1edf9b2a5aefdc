/** The views' position as known by this process. */
export interface Progress {
  /** Log position; 0n before the first event. */
  position(): bigint
  /** Resolves to true once the views have reached `position`, to false after `timeoutMs`. */
  waitFor(position: bigint, timeoutMs: number): Promise<boolean>
}

export const progress = (start: bigint): Progress & { reach(position: bigint): void } => {
  let reached = start
  const waiting = new Set<{ position: bigint; resolve: (came: boolean) => void }>()
  return {
    position: () => reached,

    waitFor: (position, timeoutMs) =>
      new Promise((resolve) => {
        if (position <= reached) return resolve(true)
        const waiter = {
          position,
          resolve(came: boolean) {
            clearTimeout(timer)
            waiting.delete(waiter)
            resolve(came)
          },
        }
        const timer = setTimeout(waiter.resolve, timeoutMs, false)
        waiting.add(waiter)
      }),

    reach(position) {
      reached = position
      for (const waiter of waiting) if (waiter.position <= position) waiter.resolve(true)
    },
  }
}
