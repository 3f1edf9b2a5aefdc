/** A time in which calls of the store had to be made again, from the first such call to the answer of the last. */
export interface Outage {
  /** Milliseconds from the first loss, or from the first call that waited too long, to the end. */
  ms: number
  /** Calls that were made more than once, and how often all of them were made again. */
  calls: number
  repeats: number
  /** Of these calls, those that were given up in the end. */
  givenUp: number
  /** Milliseconds that the one waited that waited longest. */
  longest: number
}

/** What a connection tells of itself, for logs and metrics. It must not throw. */
export interface StoreObserver {
  /** The store is out of reach, or was: told once until it answers again. */
  lost?(): void
  /** A call is made again: the one before failed, or is not answered yet. */
  repeated?(): void
  /** Calls had to be made again, and all of them are settled. */
  recovered?(outage: Outage): void
}

/** Sums up what befell calls at the same time as one outage. */
export function createOutages({ recovered }: StoreObserver) {
  let open = 0
  let outage: Outage | undefined
  let since = 0
  return {
    /** A call that began at `began` is made for the second time. */
    began(began: number) {
      if (open++ === 0) {
        since = began
        outage = { ms: 0, calls: 0, repeats: 0, givenUp: 0, longest: 0 }
      }
    },
    /** Such a call is settled. */
    settled({ began, repeats, givenUp }: { began: number; repeats: number; givenUp: boolean }) {
      const now = performance.now()
      if (!outage) return
      outage.calls++
      outage.repeats += repeats
      if (givenUp) outage.givenUp++
      outage.longest = Math.max(outage.longest, now - began)
      if (--open > 0) return
      outage.ms = now - since
      recovered?.(outage)
      outage = undefined
    },
  }
}
