/** Thrown when the queue of a client is full, or when a wait for slots timed out or was aborted. */
export class NoSlot extends Error {}

export interface SlotLimits {
  /** Slots of each client. */
  slots: number
  /** Milliseconds after which work returns its slots before its end, since it then waits for something other than this process. */
  heldMs: number
  /** Maximum number of tasks of one client in progress, including those that have returned their slots. */
  inProgress: number
  /** Maximum number of tasks of one client that wait for slots, and the maximum wait of each in milliseconds. */
  waiting: number
  waitMs: number
}

/** Ends the work that holds slots. Further calls do nothing. */
type End = () => void

interface Waiting {
  slots: number
  begin: (end: End) => void
}

interface Client {
  free: number
  inProgress: number
  /** In the order of arrival. */
  waiting: Waiting[]
}

/** Limits the concurrent work of each client, so that a client with many requests delays only its own. */
export const clientSlots = ({ slots: all, heldMs, ...most }: SlotLimits) => {
  /** Clients with work. */
  const clients = new Map<string, Client>()

  const hasRoom = (client: Client, slots: number) => client.free >= slots && client.inProgress < most.inProgress

  const hold = (key: string, client: Client, slots: number): End => {
    let held = slots
    client.free -= slots
    client.inProgress++
    const returnSlots = () => {
      client.free += held
      held = 0
      serve(key, client)
    }
    const timer = setTimeout(returnSlots, heldMs)
    timer.unref()
    let hasEnded = false
    return () => {
      if (hasEnded) return
      hasEnded = true
      clearTimeout(timer)
      client.inProgress--
      returnSlots()
    }
  }

  const serve = (key: string, client: Client) => {
    for (let [next] = client.waiting; next && hasRoom(client, next.slots); [next] = client.waiting) {
      client.waiting.shift()
      next.begin(hold(key, client, next.slots))
    }
    if (client.inProgress === 0 && client.waiting.length === 0) clients.delete(key)
  }

  const wait = (key: string, client: Client, slots: number, signal: AbortSignal | undefined): Promise<End> => {
    const { promise, resolve, reject } = Promise.withResolvers<End>()
    const item: Waiting = { slots, begin: resolve }
    client.waiting.push(item)
    const giveUp = () => {
      client.waiting = client.waiting.filter((each) => each !== item)
      reject(new NoSlot('No slot became free in time'))
      serve(key, client)
    }
    const timer = setTimeout(giveUp, most.waitMs)
    timer.unref()
    signal?.addEventListener('abort', giveUp)
    return promise.finally(() => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
    })
  }

  return {
    /** Resolves once `wanted` slots of the client are free, in the order of calls. An aborted `signal` ends the wait. Throws `NoSlot`. */
    async acquire(key: string, wanted = 1, signal?: AbortSignal): Promise<End> {
      const slots = Math.min(wanted, all)
      const client = clients.get(key) ?? { free: all, inProgress: 0, waiting: [] }
      clients.set(key, client)
      if (client.waiting.length === 0 && hasRoom(client, slots)) return hold(key, client, slots)
      if (client.waiting.length >= most.waiting || signal?.aborted) throw new NoSlot('The queue of this client is full')
      return wait(key, client, slots, signal)
    },
  }
}
