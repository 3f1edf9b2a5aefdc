/** Work was not begun: the queue is full, too slow or closed, or the requester is gone. */
export class QueueFull extends Error {}

export interface QueueLimits {
  /** Maximum number of waiting items, of all owners and of each owner. */
  inAll: number
  each: number
  /** Maximum number of bytes that all waiting items hold in memory. */
  bytes: number
  /** Milliseconds after which a waiting item is rejected. */
  waitMs: number
}

interface Waiting {
  bytes: number
  begin: () => void
  refuse: (error: Error) => void
}

/** Runs one item at a time. Owners alternate, so that a user with many items delays only their own. */
export const fairQueue = (limits: QueueLimits) => {
  /** Waiting items by owner, in the order in which the owners are served. */
  const waiting = new Map<string, Waiting[]>()
  let isBusy = false
  let [count, bytes] = [0, 0]

  const remove = (owner: string, item: Waiting) => {
    const items = waiting.get(owner) ?? []
    const left = items.filter((each) => each !== item)
    if (left.length === items.length) return
    if (left.length > 0) waiting.set(owner, left)
    else waiting.delete(owner)
    count--
    bytes -= item.bytes
  }

  const serveNext = () => {
    const [first] = waiting
    const [owner, [item, ...rest]] = first ?? ['', []]
    if (!item) {
      isBusy = false
      return
    }
    remove(owner, item)
    waiting.delete(owner)
    if (rest.length > 0) waiting.set(owner, rest)
    item.begin()
  }

  const turn = (owner: string, size: number, signal: AbortSignal | undefined) => {
    if ((waiting.get(owner)?.length ?? 0) >= limits.each || count >= limits.inAll || bytes + size > limits.bytes)
      return Promise.reject(new QueueFull('The queue is full'))
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const item: Waiting = { bytes: size, begin: resolve, refuse: reject }
    waiting.set(owner, [...(waiting.get(owner) ?? []), item])
    count++
    bytes += size
    const giveUp = (reason: string) => {
      remove(owner, item)
      reject(new QueueFull(reason))
    }
    const timer = setTimeout(() => giveUp('The queue is too slow'), limits.waitMs)
    const cancel = () => giveUp('The requester is gone')
    signal?.addEventListener('abort', cancel)
    return promise.finally(() => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', cancel)
    })
  }

  return {
    /** An aborted `signal` removes work that waits; work that has begun is finished. */
    async run<T>(owner: string, size: number, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      if (signal?.aborted) throw new QueueFull('The requester is gone')
      if (isBusy) await turn(owner, size, signal)
      else isBusy = true
      try {
        return await work()
      } finally {
        serveNext()
      }
    },
    /** Rejects waiting entries; running ones continue. */
    clear() {
      const all = [...waiting.values()].flat()
      waiting.clear()
      ;[count, bytes] = [0, 0]
      for (const { refuse } of all) refuse(new QueueFull('The queue is closed'))
    },
  }
}
