/**
 * Takes batches from two sources in turn, so that neither gets ahead of the other by more than a batch. The next of each is being fetched
 * while one is worked on.
 */
export const abreast = async <A, B>(
  some: AsyncIterable<readonly A[]>,
  others: AsyncIterable<readonly B[]>,
  take: { some(one: A): void; others(one: B): void },
) => {
  const sources = [source(some, take.some), source(others, take.others)] as const
  for (;;) {
    const [first, second] = sources
    const behind = second.isDone() || (!first.isDone() && first.count() <= second.count()) ? first : second
    if (behind.isDone()) return
    await behind.pull()
  }
}

const source = <T>(batches: AsyncIterable<readonly T[]>, take: (one: T) => void) => {
  const iterator = batches[Symbol.asyncIterator]()
  const page = () => {
    const coming = iterator.next()
    // Its failure is met where it is awaited.
    coming.catch(() => undefined)
    return coming
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
      for (const one of value) take(one)
      count += value.length
    },
  }
}
