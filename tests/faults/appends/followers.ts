import { setImmediate } from 'node:timers/promises'
import { EventStoreDBClient, START } from '@eventstore/db-client'
import type { EventStore } from '#eventstore'
import { type Random, seeded } from '../../../demo/grammar.ts'

/** What a follower was given, in the order it was given: `place@id`, where a place is a position or a revision. */
export interface Followed {
  name: string
  /** The one stream that it follows; all of them when absent. */
  stream?: string
  /** It began after this position or revision. */
  after: bigint
  /** The place it has come to. */
  reached: bigint
  got: string[]
}

export const entry = (place: bigint, id: string) => `${place}@${id}`

interface FollowersOptions {
  url: string
  connect(): EventStore
  streams: readonly string[]
  seed: number
  signal: AbortSignal
}

/**
 * Subscriptions of every kind: to the log from its start and from where it is now, without a break and resumed over and over, and to each
 * stream. `done` resolves when all have ended after `signal` aborts.
 */
export async function follow(options: FollowersOptions): Promise<{ followers: Followed[]; done: Promise<unknown> }> {
  const { connect, streams, url, seed, signal } = options
  const store = connect()
  const now = await store.head()
  const all = (name: string, after: bigint): Followed => ({ name, after, reached: after, got: [] })
  const [begun, joined, resumed] = [all('the log', 0n), all('the log, live', now), all('the log, resumed', 0n)]
  const byStream = streams.map((stream) => ({ ...all(`stream ${stream}`, -1n), stream }))
  const client = url.startsWith('unix:')
    ? new EventStoreDBClient({ endpoint: url }, { insecure: true })
    : EventStoreDBClient.connectionString(url)
  const following = [
    followLog(store, begun, signal),
    followLog(store, joined, signal),
    followInParts(connect, resumed, seeded(seed), signal),
    ...byStream.map((stream) => followStream(client, stream, signal)),
  ]
  const done = Promise.all(following).finally(() => Promise.all([store.close(), client.dispose()]))
  return { followers: [begun, joined, resumed, ...byStream], done }
}

async function followLog(
  store: EventStore,
  followed: Followed,
  signal: AbortSignal,
  batches = Number.POSITIVE_INFINITY,
) {
  const after = followed.reached === 0n ? {} : { after: followed.reached }
  let left = batches
  for await (const { events, position } of store.subscribe({ ...after, batch: 50, signal })) {
    for (const { position, id } of events) followed.got.push(entry(position, id))
    followed.reached = position
    if (--left <= 0) return
  }
}

/** One subscription after another over connections that end, each after what the last one gave. */
async function followInParts(connect: () => EventStore, followed: Followed, random: Random, signal: AbortSignal) {
  while (!signal.aborted) {
    const store = connect()
    await followLog(store, followed, signal, 1 + Math.floor(random() * 20))
    await store.close()
  }
}

/** The client does not resume by itself: whoever follows a stream does. */
async function followStream(client: EventStoreDBClient, followed: Followed & { stream: string }, signal: AbortSignal) {
  while (!signal.aborted) {
    const fromRevision = followed.reached === -1n ? START : followed.reached
    const subscription = client.subscribeToStream(followed.stream, { fromRevision })
    const end = () => void subscription.unsubscribe().catch(() => undefined)
    signal.addEventListener('abort', end)
    try {
      for await (const { event } of subscription) {
        if (!event) continue
        followed.got.push(entry(event.revision, event.id))
        followed.reached = event.revision
      }
    } catch {
      // Broken off: the next one goes on after what was given.
      await setImmediate()
    } finally {
      signal.removeEventListener('abort', end)
    }
  }
}

/** Where what was given first is not what should have been, in words; undefined when it is the same to its end. */
export function deviation(got: readonly string[], expected: readonly string[]): string | undefined {
  const at = got.findIndex((one, index) => one !== expected[index])
  if (at === -1) return got.length === expected.length ? undefined : `ends before ${expected[got.length]}`
  const [found, wanted] = [got[at] as string, expected[at]]
  if (got.indexOf(found) < at) return `${found} again, at ${at}`
  const place = expected.indexOf(found)
  if (place === -1) return `${found}, which is not in the log, at ${at}`
  return got.includes(wanted ?? '') ? `${found} before ${wanted}, at ${at}` : `${wanted} is missing, at ${at}`
}
