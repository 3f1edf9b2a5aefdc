import { setTimeout as delay } from 'node:timers/promises'
import {
  ANY,
  type EventStoreDBClient,
  type JSONType,
  jsonEvent,
  NO_STREAM,
  StreamDeletedError,
  UnknownError,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import { createAppendLane, LaneError, laneTarget } from './append-lane.ts'
import {
  type Appended,
  type EventStore,
  EventStoreUnavailable,
  type Expected,
  type NewEvent,
  type ReadAllOptions,
  type ReadOptions,
  type RecordedEvent,
  RevisionConflict,
  type StoreObserver,
} from './index.ts'
import { dropLateAnswers } from './late-answers.ts'
import { libraryClient } from './library-client.ts'
import { createProof } from './proof.ts'
import { readPages, readWhole } from './reads.ts'
import { recorded } from './recorded.ts'
import { createRetrier, isTransient } from './retrier.ts'
import { subscribe } from './subscribe.ts'

/**
 * Connects to EventStoreDB: to a cluster by its connection string (`esdb://…`), or to the embedded one by the `url` that
 * `startEmbeddedEventStore` gives (`unix:/…` or `esdb://…`). Does not wait until the store is reachable; calls do.
 */
export function connectEventStore(at: string | { url: string }, observer: StoreObserver = {}): EventStore {
  const url = typeof at === 'string' ? at : at.url
  const client = dropLateAnswers(libraryClient(url))
  const proof = createProof()
  const closing = new AbortController()
  const lost = () => {
    if (closing.signal.aborted) return
    proof.lost()
    retrier.lost()
  }
  const retrier = createRetrier(lost, observer)
  const run = <T>(call: () => Promise<T>): Promise<T> => retrier.read(() => proof.proven().then(call))
  const target = laneTarget(url)
  let lane = target && createAppendLane(target, lost)
  const appendOnce = async (stream: string, events: NewEvent[], expected: Expected): Promise<Appended> => {
    try {
      const appending = lane?.append(stream, events, expected)
      if (appending) return await appending
    } catch (error) {
      if (!(error instanceof LaneError && error.code === UNIMPLEMENTED)) throw error
      lane = undefined
    }
    return append(client, stream, events, expected)
  }
  return {
    read: (stream, options = {}) => run(() => read(client, stream, options)),
    append(stream, events, expected) {
      let tries = 0
      return retrier.write(async () => {
        tries++
        await proof.proven()
        try {
          return await appendOnce(stream, events, expected)
        } catch (error) {
          if (tries === 1 || !(error instanceof RevisionConflict)) throw error
          return appendedBefore(client, stream, events, expected)
        }
      })
    },
    subscribe: (options) =>
      subscribe(client, { ...options, signal: AbortSignal.any([options.signal, closing.signal]) }, { ...proof, lost }),
    readAll: (options) => readAll(options, (from) => run(() => readPage(client, from))),
    head: () => run(() => head(client)),
    // Does not use `run`, which awaits the check of the store: that check itself makes these reads.
    idAt: (position) => retrier.read(() => idAt(client, position)),
    guard(check) {
      proof.guard(check)
      return proof.lost
    },
    async close() {
      closing.abort()
      retrier.close()
      lane?.close()
      // The client may not finish if a stream is no longer being read.
      await Promise.race([client.dispose(), delay(1000, undefined, { ref: false })])
    },
  }
}

/** gRPC's code of a server that is older than `BatchAppend`. */
const UNIMPLEMENTED = 12

async function append(
  client: EventStoreDBClient,
  stream: string,
  events: NewEvent[],
  expected: Expected,
): Promise<Appended> {
  const proposed = events.map(({ id, type, data, metadata }) =>
    jsonEvent({ id, type, data: data as JSONType, metadata }),
  )
  try {
    const result = await client.appendToStream(stream, proposed, {
      expectedRevision: expected === 'none' ? NO_STREAM : expected === 'any' ? ANY : expected,
    })
    return { position: result.position?.commit ?? 0n, revision: result.nextExpectedRevision }
  } catch (error) {
    throw error instanceof WrongExpectedVersionError ? new RevisionConflict(stream) : error
  }
}

async function read(
  client: EventStoreDBClient,
  stream: string,
  options: ReadOptions,
): Promise<{ events: RecordedEvent[]; revision: bigint }> {
  const { from, limit = Number.MAX_SAFE_INTEGER, backwards = false, pageOnly = false } = options
  const events: RecordedEvent[] = []
  try {
    const request = { stream, from: from ?? 'edge', backwards, count: BigInt(limit) } as const
    for await (const page of readPages(client, request)) for (const event of page) events.push(recorded(event))
  } catch (error) {
    if (error instanceof StreamDeletedError) return { events: [], revision: -1n }
    throw error
  }
  const reachedEnd = backwards ? from === undefined : events.length < limit
  const edge = (backwards ? events[0] : events.at(-1))?.revision
  if (reachedEnd && edge !== undefined) return { events, revision: edge }
  // A read from the edge found no event, so the stream is empty.
  if (reachedEnd && !from) return { events, revision: -1n }
  if (pageOnly) return { events, revision: edge ?? (from ?? 0n) - 1n }
  const last = await lastRevision(client, stream)
  // Events appended between the two reads belong to the first one's result.
  const missed = !backwards && reachedEnd && from !== undefined && last >= from
  return missed ? read(client, stream, options) : { events, revision: last }
}

async function lastRevision(client: EventStoreDBClient, stream: string): Promise<bigint> {
  const { events } = await read(client, stream, { backwards: true, limit: 1 })
  return events[0]?.revision ?? -1n
}

async function head(client: EventStoreDBClient): Promise<bigint> {
  const [last] = await readWhole(client, { from: 'edge', backwards: true, count: 1n })
  return last?.position ?? 0n
}

async function idAt(client: EventStoreDBClient, position: bigint): Promise<string | undefined> {
  try {
    // A follower of a cluster may not have it yet.
    const [event] = await readWhole(client, { from: position, count: 1n, requiresLeader: true })
    return event?.position === position ? event.id : undefined
  } catch (error) {
    // Real servers answer UNKNOWN to a position within an event or beyond the log.
    if (isTransient(error) && !(error instanceof UnknownError))
      throw new EventStoreUnavailable(`the event store does not answer: ${(error as Error).message}`, { cause: error })
    return undefined
  }
}

/**
 * Resolves a rejected repeat of an append: its first attempt, whose answer was lost, may be in the stream. A store
 * recognises its own events by id, but only for a limited time. Throws RevisionConflict if the stream has other events
 * there.
 */
async function appendedBefore(
  client: EventStoreDBClient,
  stream: string,
  events: readonly NewEvent[],
  expected: Expected,
): Promise<Appended> {
  if (expected === 'any' || events.length === 0) throw new RevisionConflict(stream)
  // A follower may not have them yet.
  const range = { stream, from: expected === 'none' ? 0n : expected + 1n, count: BigInt(events.length) }
  const found = await readWhole(client, { ...range, requiresLeader: true })
  const last = found.at(-1)
  if (!last || found.length !== events.length || found.some(({ id }, n) => id !== events[n]?.id))
    throw new RevisionConflict(stream)
  return { position: last.position, revision: last.revision }
}

const pageSize = 2000n

/** Reads a page of events from a position (inclusive), including the store's own events. */
const readPage = async (client: EventStoreDBClient, from: bigint | undefined): Promise<RecordedEvent[]> =>
  (await readWhole(client, { from: from ?? 'edge', count: pageSize })).map(recorded)

/** Implements `EventStore.readAll` with pages, each of which begins with the last event of the previous one. */
async function* readAll(
  { after, until }: ReadAllOptions,
  page: (from: bigint | undefined) => Promise<RecordedEvent[]>,
): AsyncGenerator<RecordedEvent[]> {
  for (let at = after; ; ) {
    const events = await page(at)
    const last = events.at(-1)?.position
    const before = at ?? -1n
    yield events.filter(({ position, stream }) => position > before && position <= until && !stream.startsWith('$'))
    if (last === undefined || last === at || last >= until) return
    at = last
  }
}
