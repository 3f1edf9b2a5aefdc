import type pg from 'pg'
import { TOMBSTONE } from './event.ts'
import { keyOf } from './names.ts'
import { HEADS } from './schema.ts'
import { metadataOf, metadataStreamOf, type StreamMetadata } from './stream-metadata.ts'

/** The end of a stream. */
export interface Head {
  /** The last revision, -1n when nothing was ever appended, TOMBSTONE when it is gone for good. */
  revision: bigint
  metadata: StreamMetadata
}

export const isSoftDeleted = (head: Head): boolean =>
  head.metadata.truncateBefore >= TOMBSTONE && head.revision !== TOMBSTONE

/** A cache of the committed heads of streams. Evicts those unused for long. */
export interface Heads {
  get(stream: string): Head | undefined
  set(stream: string, head: Head): void
  /** Takes what the database said, unless something newer is known by now. */
  learn(stream: string, head: Head): Head
  clear(): void
}

/** Two generations: when the young one is full it becomes the old one, and what is used again moves back. */
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

/** Heads of streams as the database has them committed. */
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
