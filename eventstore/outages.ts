import type { Outage, StoreObserver } from './index.ts'

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
