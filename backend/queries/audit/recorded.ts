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

/** Reads the events of a stream from a revision on, decrypted and upcast. The next page is read while the caller processes this one. */
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
    // A failure is handled where the page is awaited; this catch avoids an unhandled rejection if it is not.
    reading.catch(() => undefined)
    yield events.map(recorded)
    if (isLast) return
  }
}

/** Reads all events of a stream, which must fit into memory. */
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

/** Maximum number of cached events of all accounts, and the cache time, after which later alterations of the log are noticed. */
const remembered = 100_000
const rememberedMs = 60_000
const nothing: Account = { events: [], ledger: ledgerOf([]) }

/**
 * Reads ledgers from the streams, never from views. A cached ledger is continued from its last event. If the stream no longer has that
 * event, the log was restored since, and the stream is read from the beginning.
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
