/** What callers did together. */
export interface Load {
  calls: number
  perSecond: number
  /** Milliseconds that each call took. */
  latencies: number[]
}

/** So many callers at once, each with its next call as soon as the last is answered, for so long. A call that fails fails all. */
export async function load(
  callers: number,
  milliseconds: number,
  call: (caller: number) => Promise<void>,
): Promise<Load> {
  const latencies: number[] = []
  const since = performance.now()
  const end = since + milliseconds
  const caller = async (number: number) => {
    for (let begun = performance.now(); begun < end; ) {
      await call(number)
      const now = performance.now()
      latencies.push(now - begun)
      begun = now
    }
  }
  await Promise.all(Array.from({ length: callers }, (_, number) => caller(number)))
  const seconds = (performance.now() - since) / 1000
  return { calls: latencies.length, perSecond: latencies.length / seconds, latencies }
}
