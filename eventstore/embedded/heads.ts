import type pg from 'pg'
import { TOMBSTONE } from './event.ts'
import { keyOf } from './names.ts'
import { HEADS } from './schema.ts'
import { metadataOf, metadataStreamOf, type StreamMetadata } from './stream-metadata.ts'

/** The end of a stream. */
export interface Head {
  /** The last revision; -1n if no event was ever appended, TOMBSTONE if the stream is deleted for ever. */
  revision: bigint
  metadata: StreamMetadata
}

export const isSoftDeleted = (head: Head): boolean =>
  head.metadata.truncateBefore >= TOMBSTONE && head.revision !== TOMBSTONE

/** A cache of the committed heads of streams. Evicts those unused for long. */
export interface Heads {
  get(stream: string): Head | undefined
  set(stream: string, head: Head): void
  /** Caches a head read from the database, unless the stream has a cached, possibly newer head by now. Returns the cached head. */
  learn(stream: string, head: Head): Head
  clear(): void
}

/** Has two generations: a full young one becomes the old one, and heads that are used again move back to the young one. */
export function createHeads(capacity: number): Heads {
  let young = new Map<string, Head>()
  let old = new Map<string, Head>()
  const set = (stream: string, head: Head) => {
    young.set(stream, head)
    if (young.size < capacity) return
    old = young
    young = new Map()
  }
  const get = (stream: string) => {
    const head = young.get(stream)
    if (head) return head
    const older = old.get(stream)
    if (older) set(stream, older)
    return older
  }
  return {
    get,
    set,
    learn(stream, head) {
      const known = get(stream)
      if (!known) set(stream, head)
      return known ?? head
    },
    clear() {
      young = new Map()
      old = new Map()
    },
  }
}

/** Loads the committed heads of streams from the database. */
export async function loadHeads(client: pg.ClientBase | pg.Pool, streams: string[]): Promise<Map<string, Head>> {
  const { rows } = await client.query<{ ask: number; revision: string | null; metadata: Buffer | null }>({
    name: 'eventstore_heads',
    text: HEADS,
    values: [streams.map(keyOf), streams.map((stream) => keyOf(metadataStreamOf(stream)))],
  })
  return new Map(
    rows.map((row) => {
      const stream = streams[row.ask - 1] as string
      return [stream, { revision: BigInt(row.revision ?? -1), metadata: metadataOf(stream, row.metadata) }]
    }),
  )
}
