import type { EventStore, RecordedEvent } from '#eventstore'

/** Maximum concurrent reads, in total and per user. Further reads are queued, and users are served in turn. */
const most = { inAll: 4, each: 2 }

type Turn = () => void

/**
 * Shares reads of the event store fairly among users, since a stream that this process has not cached may be long. Each
 * read is a page (`read-size.ts`), so that turns are short. Appends are not queued.
 */
export const fairReads = (
  store: EventStore,
  who: () => string,
  /** Receives the user and the events of each read. */
  hasRead: (user: string, events: readonly RecordedEvent[]) => void = () => undefined,
): EventStore => {
  /** Queued reads by user, in the order in which users are served. */
  const waiting = new Map<string, Turn[]>()
  const reading = new Map<string, number>()
  let inAll = 0

  const begin = (user: string) => {
    inAll++
    reading.set(user, (reading.get(user) ?? 0) + 1)
  }
  const serve = () => {
    for (const [user, turns] of waiting) {
      if (inAll >= most.inAll) return
      if ((reading.get(user) ?? 0) >= most.each) continue
      waiting.delete(user)
      const turn = turns.shift()
      if (turns.length > 0) waiting.set(user, turns)
      begin(user)
      turn?.()
    }
  }
  const end = (user: string) => {
    inAll--
    const left = (reading.get(user) ?? 1) - 1
    if (left > 0) reading.set(user, left)
    else reading.delete(user)
    serve()
  }

  return {
    ...store,
    async read(stream, options) {
      const user = who()
      await new Promise<void>((turn) => {
        const mine = waiting.get(user)
        if (mine) mine.push(turn)
        else waiting.set(user, [turn])
        serve()
      })
      try {
        const page = await store.read(stream, options)
        hasRead(user, page.events)
        return page
      } finally {
        end(user)
      }
    },
  }
}
