import type { AccountEvent, Fold } from '#domain/account-folds.ts'
import { happenedAt } from '#domain/happened-at.ts'
import { upcast } from '#domain/upcasters.ts'
import type { EventStore, RecordedEvent } from '#eventstore'
import { lruCache } from '../../platform/lru-cache.ts'

/** Events per page, the unit of reading and caching, and the distance between cached states. */
const pageLength = 500
/** Number of pages read at once, for callers that read a stream page by page. */
const ahead = 4

const toEvent = (recorded: RecordedEvent): AccountEvent => {
  const { id, type, stream, revision, position, data, metadata } = upcast(recorded)
  return {
    eventId: id,
    type,
    stream,
    revision: Number(revision),
    position,
    metadata,
    at: happenedAt(recorded).toISOString(),
    data: (data ?? {}) as AccountEvent['data'],
  }
}

/**
 * The end of a stream: its number of events, the events after its last full page, and the log position up to which this
 * is known.
 */
interface End {
  events: number
  tail: readonly AccountEvent[]
  known: bigint
  /** Cache key of the stream's pages; differs for another log. */
  key: string
}

/**
 * Cached parts of streams. Full pages never change, and `states` holds the state before a page. `underWay` are pages
 * being read: concurrent requests share the read.
 */
interface Cache {
  store: Pick<EventStore, 'read'>
  pages: ReturnType<typeof lruCache<readonly AccountEvent[]>>
  ends: ReturnType<typeof lruCache<End>>
  states: ReturnType<typeof lruCache<{ state: unknown }>>
  underWay: Map<string, Promise<readonly AccountEvent[]>>
}

export type PastStreams = ReturnType<typeof pastStreams>

/**
 * Past states of streams. Full pages never change, so they are cached, together with the state before each: a moment
 * costs the page that contains it, however long the stream is. The cache is bounded and disposable. Positions must not
 * exceed the log's: otherwise the cache would record that nothing happened up to them.
 */
export const pastStreams = (store: Pick<EventStore, 'read'>, { keep = 30_000 }: { keep?: number } = {}) => {
  const cache: Cache = {
    store,
    pages: lruCache<readonly AccountEvent[]>(keep, (page) => page.length),
    ends: lruCache<End>(keep, ({ tail }) => tail.length + 1),
    states: lruCache<{ state: unknown }>(keep / 10, () => 1),
    underWay: new Map(),
  }
  return {
    /** The state after all events up to a position. `name` distinguishes several folds of one stream. */
    async stateAt<State>(stream: string, position: bigint, fold: Fold<State>, name = ''): Promise<State> {
      const end = await findEnd(cache, stream, position)
      const n = await findPage(cache, stream, end, position)
      const { state } = await foldBefore(cache, stream, end, n, fold, name)
      const page = await readPage(cache, stream, end, n)
      const later = page.findIndex((event) => event.position > position)
      return page.slice(0, later < 0 ? undefined : later).reduce(fold.evolve, state)
    },

    /** Events after a position, up to another, in order. */
    async *after(stream: string, position: bigint, until: bigint): AsyncGenerator<AccountEvent> {
      const end = await findEnd(cache, stream, until)
      for (let n = await findPage(cache, stream, end, position); n * pageLength < end.events; n++)
        for (const event of await readPage(cache, stream, end, n)) {
          if (event.position > until) return
          if (event.position > position) yield event
        }
    },

    /** Events before a position, the last first. */
    async *before(stream: string, position: bigint): AsyncGenerator<AccountEvent> {
      const end = await findEnd(cache, stream, position - 1n)
      for (let n = await findPage(cache, stream, end, position); n >= 0; n--)
        for (const event of (await readPage(cache, stream, end, n)).toReversed())
          if (event.position < position) yield event
    },
  }
}

const readEvents = async ({ store }: Cache, stream: string, from: number, limit: number) =>
  limit === 0 ? [] : (await store.read(stream, { from: BigInt(from), limit, pageOnly: true })).events.map(toEvent)

/** Returns the stream's end as of a position or later. A restored log is detected by the last cached event. */
const findEnd = async (cache: Cache, stream: string, position: bigint): Promise<End> => {
  const before = cache.ends.get(stream)
  if (before && before.known >= position) return before
  const { events: newest } = await cache.store.read(stream, { backwards: true, limit: 1 })
  const events = newest[0] ? Number(newest[0].revision) + 1 : 0
  const whole = events - (events % pageLength)
  const last = before?.tail.at(-1)
  const from = last ? Math.min(whole, last.revision) : whole
  const rest = await readEvents(cache, stream, from, events - from)
  const isSame = !last || rest.some(({ eventId }) => eventId === last.eventId)
  const tail = rest.filter(({ revision }) => revision >= whole)
  const missing = tail.length < events - whole ? await readEvents(cache, stream, whole, events - whole) : tail
  const key = isSame && before ? before.key : `${stream}@${newest[0]?.id ?? ''}`
  const end = { events, tail: missing, known: position, key }
  cache.ends.set(stream, end)
  return end
}

const readPage = async (cache: Cache, stream: string, end: End, n: number): Promise<readonly AccountEvent[]> => {
  if (n * pageLength >= end.events - end.tail.length) return end.tail
  const name = `${end.key}/${n}`
  const cached = cache.pages.get(name)
  if (cached) return cached
  const { underWay } = cache
  const reading = underWay.get(name) ?? readAhead(cache, stream, end, n).finally(() => underWay.delete(name))
  underWay.set(name, reading)
  return reading
}

const readAhead = async (cache: Cache, stream: string, end: End, n: number): Promise<readonly AccountEvent[]> => {
  const whole = Math.floor(end.events / pageLength)
  const some = await readEvents(cache, stream, n * pageLength, Math.min(ahead, whole - n) * pageLength)
  for (let at = 0; at < some.length; at += pageLength)
    cache.pages.set(`${end.key}/${n + at / pageLength}`, some.slice(at, at + pageLength))
  return some.slice(0, pageLength)
}

/** Returns the number of the last page that begins at or before a position; 0 if none does. */
const findPage = async (cache: Cache, stream: string, end: End, position: bigint): Promise<number> => {
  let [low, high] = [0, Math.max(0, Math.ceil(end.events / pageLength) - 1)]
  // Most requests are for the present.
  const [latest] = end.tail
  if (latest && latest.position <= position) return high
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const cached =
      cache.pages.get(`${end.key}/${middle}`) ?? (middle * pageLength === end.events - end.tail.length && end.tail)
    const [first] = cached || (await readEvents(cache, stream, middle * pageLength, 1))
    if (first && first.position <= position) low = middle
    else high = middle - 1
  }
  return low
}

/** Folds all events before a page, from the last cached state on. */
const foldBefore = async <State>(
  cache: Cache,
  stream: string,
  end: End,
  n: number,
  fold: Fold<State>,
  name: string,
) => {
  const cached = (page: number) => cache.states.get(`${end.key}/${name}/${page}`) as { state: State } | undefined
  let from = n
  while (from > 0 && !cached(from)) from--
  let known = cached(from) ?? { state: fold.initial }
  for (let page = from; page < n; page++) {
    known = { state: (await readPage(cache, stream, end, page)).reduce(fold.evolve, known.state) }
    cache.states.set(`${end.key}/${name}/${page + 1}`, known)
  }
  return known
}
