/**
 * Consumes batches of two sources, always of the one with fewer items so far. The next batch of each is fetched while another is
 * processed.
 */
export const consumeAlternately = async <A, B>(
  left: AsyncIterable<readonly A[]>,
  right: AsyncIterable<readonly B[]>,
  handlers: { left(item: A): void; right(item: B): void },
) => {
  const sources = [source(left, handlers.left), source(right, handlers.right)] as const
  for (;;) {
    const [first, second] = sources
    const behind = second.isDone() || (!first.isDone() && first.count() <= second.count()) ? first : second
    if (behind.isDone()) return
    await behind.pull()
  }
}

const source = <T>(batches: AsyncIterable<readonly T[]>, handle: (item: T) => void) => {
  const iterator = batches[Symbol.asyncIterator]()
  const page = () => {
    const pending = iterator.next()
    // A failure is handled where the page is awaited; this catch avoids an unhandled rejection until then.
    pending.catch(() => undefined)
    return pending
  }
  let next = page()
  let count = 0
  let done = false
  return {
    count: () => count,
    isDone: () => done,
    async pull() {
      const { value, done: ended } = await next
      if (ended) {
        done = true
        return
      }
      next = page()
      for (const item of value) handle(item)
      count += value.length
    },
  }
}
