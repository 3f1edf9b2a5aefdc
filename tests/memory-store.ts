import { EventEmitter, on } from 'node:events'
import { type Batch, type EventStore, type NewEvent, type RecordedEvent, RevisionConflict } from '#eventstore'

/** The event store port, kept in memory: for tests that are about something else. */
export const memoryStore = (): EventStore & { log: readonly RecordedEvent[] } => {
  const log: RecordedEvent[] = []
  const streams = new Map<string, RecordedEvent[]>()
  const news = new EventEmitter().setMaxListeners(0)
  const eventsOf = (stream: string) => streams.get(stream) ?? []

  /** The same ids at the same place were appended before: the answer is the first one. */
  const repeated = (stream: string, events: NewEvent[], expected: bigint | 'none' | 'any') => {
    const known = eventsOf(stream)
    const from =
      expected === 'any' ? known.findIndex(({ id }) => id === events[0]?.id) : Number(toRevision(expected)) + 1
    const there = from < 0 ? [] : known.slice(from, from + events.length)
    return events.length > 0 && there.length === events.length && there.every(({ id }, i) => id === events[i]?.id)
      ? there.at(-1)
      : undefined
  }

  const store: EventStore = {
    async read(stream, { from, limit = Number.POSITIVE_INFINITY, backwards = false, pageOnly = false } = {}) {
      const known = eventsOf(stream)
      const events = backwards
        ? known.filter(({ revision }) => from === undefined || revision <= from).reverse()
        : known.filter(({ revision }) => revision >= (from ?? 0n))
      const page = events.slice(0, limit)
      const [last, farthest] = [BigInt(known.length) - 1n, page.at(-1)?.revision]
      return { events: page, revision: pageOnly && page.length === limit && farthest !== undefined ? farthest : last }
    },

    async append(stream, events, expected) {
      const known = eventsOf(stream)
      const last = BigInt(known.length) - 1n
      const first = repeated(stream, events, expected)
      if (first) return { position: first.position, revision: first.revision }
      if (expected !== 'any' && toRevision(expected) !== last) throw new RevisionConflict(stream)
      const recorded = events.map((event, i) => ({
        ...structuredClone(event),
        stream,
        revision: last + 1n + BigInt(i),
        position: BigInt(log.length + i + 1),
        created: new Date(),
      }))
      streams.set(stream, [...known, ...recorded])
      log.push(...recorded)
      news.emit('appended')
      return { position: BigInt(log.length), revision: last + BigInt(events.length) }
    },

    async *readAll({ after = 0n, until }) {
      yield log.filter(({ position }) => position > after && position <= until)
    },

    async *subscribe({ after = 0n, batch = 500, signal }) {
      let seen = Number(after)
      const next = (): Batch => {
        const events = log.slice(seen, seen + batch)
        seen += events.length
        return { events, position: BigInt(seen), live: seen === log.length }
      }
      // Listening begins before the first look, so that nothing falls between.
      const appended = on(news, 'appended', { signal })
      try {
        do yield next()
        while (seen < log.length)
        for await (const _ of appended) while (seen < log.length) yield next()
      } catch (error) {
        if (!signal.aborted) throw error
      }
    },

    head: async () => BigInt(log.length),
    idAt: async (position) => log[Number(position) - 1]?.id,
    guard: () => () => undefined,
    close: async () => undefined,
  }
  return { ...store, log }
}

const toRevision = (expected: bigint | 'none' | 'any') => (expected === 'none' ? -1n : BigInt(expected))
