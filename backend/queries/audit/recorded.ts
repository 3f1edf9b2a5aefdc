import { happenedAt } from '#domain/happened-at.ts'
import { type Ledger, ledgerFold, ledgerOf, type Recorded } from '#domain/ledger.ts'
import { upcast } from '#domain/upcasters.ts'
import type { EventStore, RecordedEvent } from '#eventstore'
import { lruCache } from '../../platform/lru-cache.ts'

const page = 2_000

const recorded = (event: RecordedEvent): Recorded => {
  const { id, position, revision, metadata } = event
  const { type, data } = upcast(event)
  const at = happenedAt(event).toISOString()
  return { id, type, data, position: String(position), revision: Number(revision), at, metadata }
}

/** Events of a stream from a revision on, opened and lifted. The store reads the next page while this one is worked on. */
export async function* recordedIn(
  store: Pick<EventStore, 'read'>,
  stream: string,
  first = 0,
): AsyncGenerator<Recorded[]> {
  const readPage = (from: bigint) => store.read(stream, { from, limit: page, pageOnly: true })
  let from = BigInt(first)
  for (let reading = readPage(from); ; ) {
    const { events } = await reading
    from += BigInt(page)
    const isLast = events.length < page
    if (!isLast) reading = readPage(from)
    // Met when it is waited for, if anybody does.
    reading.catch(() => undefined)
    yield events.map(recorded)
    if (isLast) return
  }
}

/** A stream that is short enough to be had whole. */
export const allIn = async (store: Pick<EventStore, 'read'>, stream: string): Promise<Recorded[]> => {
  const all: Recorded[] = []
  for await (const events of recordedIn(store, stream)) all.push(...events)
  return all
}

/** A user's credits: their events, and the ledger folded from them. */
export interface Account {
  events: readonly Recorded[]
  ledger: Ledger
}
export type Accounts = (userId: string) => Promise<Account>

/** Entries that are remembered, of all accounts together, and for how long: what was altered in the log since is seen then. */
const remembered = 100_000
const rememberedMs = 60_000
const nothing: Account = { events: [], ledger: ledgerOf([]) }

/**
 * Ledgers by the streams themselves, never by views. One that was read before is read on from its last event, which must still be there:
 * else it is of a log that was restored since.
 */
export const ledgerReader = (store: Pick<EventStore, 'read'>, now: () => number = Date.now): Accounts => {
  const cache = lruCache<Account & { since: number }>(remembered, ({ events }) => 1 + events.length)

  const readOn = async (stream: string, { events, ledger }: Account): Promise<Account | undefined> => {
    const last = events.at(-1)
    const all = [...events]
    let fold: ReturnType<typeof ledgerFold> | undefined
    for await (const batch of recordedIn(store, stream, last?.revision ?? 0)) {
      const isFirst = all.length === events.length
      if (last && isFirst && batch[0]?.id !== last.id) return undefined
      for (const event of last && isFirst ? batch.slice(1) : batch) {
        all.push(event)
        fold ??= ledgerFold(ledger)
        fold.add(event)
      }
    }
    return { events: all, ledger: fold?.end() ?? ledger }
  }

  return async (userId) => {
    const stream = `credits-${userId}`
    const known = cache.get(stream)
    const since = known && now() - known.since < rememberedMs ? known.since : undefined
    const further = known && since !== undefined ? await readOn(stream, known) : undefined
    const read = further ?? (await readOn(stream, nothing)) ?? nothing
    cache.set(stream, { ...read, since: further && since !== undefined ? since : now() })
    return read
  }
}
