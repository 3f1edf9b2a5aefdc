import type pg from 'pg'
import { TOMBSTONE } from './event.ts'
import { type Head, type Heads, isSoftDeleted, loadHeads } from './heads.ts'
import { keyOf } from './names.ts'
import type { Operation } from './operation.ts'
import { BY_ID, FOLLOWING } from './schema.ts'
import { isMetadataStream, metadataStreamOf } from './stream-metadata.ts'

/** An event in its stream. */
export interface StoredEvent {
  /** UUID, 32 hexadecimal digits. */
  id: string
  revision: bigint
  position: bigint
}

/** The data that must be read from the database before a round can be decided. */
export interface History {
  head(stream: string): Head | undefined
  /**
   * Events in the operation's stream that could be an earlier execution of the operation, in one or several places.
   * Empty if they were not queried.
   */
  priorEvents(operation: Operation): readonly StoredEvent[][]
}

/** A history without a query: the cached heads alone. */
export const remembered = (heads: Heads): History => ({ head: heads.get, priorEvents: () => [] })

/**
 * Returns the first revisions at which an earlier execution of the operation may have been written, according to its expected revision: two
 * revisions if the stream was deleted and restored.
 */
function expectedStarts({ expected }: Operation, { revision, metadata: { truncateBefore } }: Head): bigint[] {
  if (typeof expected === 'bigint') return expected < revision ? [expected + 1n] : []
  if (revision < 0n) return []
  return truncateBefore > 0n && truncateBefore <= revision ? [0n, truncateBefore] : [0n]
}

/** True if the cached heads suffice to decide an operation. */
export function isKnown(operation: Operation, heads: Heads): boolean {
  const head = heads.get(operation.stream)
  if (!head || needsMetadataHead(operation, head) || needsIds(operation, head) || needsFollowing(operation, head))
    return false
  return !isMetadataStream(operation.stream) || heads.get(operation.stream.slice(2)) !== undefined
}

/**
 * Queries the database for the operations' streams: their heads, and earlier executions. A few queries for a whole
 * round.
 */
export async function learnHistory(client: pg.ClientBase, operations: Operation[], heads: Heads): Promise<History> {
  // For a metadata stream, also loads the head of the stream that it describes: otherwise a reader could cache an outdated one.
  const streams = operations.flatMap(({ stream }) => (isMetadataStream(stream) ? [stream, stream.slice(2)] : [stream]))
  await learnHeads(client, heads, streams)
  const head = (stream: string) => heads.get(stream)
  const headOf = (operation: Operation) => heads.get(operation.stream) as Head
  await learnHeads(
    client,
    heads,
    operations.filter((one) => needsMetadataHead(one, headOf(one))).map(({ stream }) => metadataStreamOf(stream)),
  )
  const priorEvents = new Map<Operation, StoredEvent[][]>()
  await findFollowing(
    client,
    operations.filter((one) => needsFollowing(one, headOf(one))),
    headOf,
    priorEvents,
  )
  await findIds(
    client,
    operations.filter((one) => needsIds(one, headOf(one))),
    priorEvents,
  )
  return { head, priorEvents: (operation) => priorEvents.get(operation) ?? [] }
}

async function learnHeads(client: pg.ClientBase, heads: Heads, streams: string[]) {
  const unknown = [...new Set(streams)].filter((stream) => !heads.get(stream))
  if (unknown.length === 0) return
  for (const [stream, head] of await loadHeads(client, unknown)) heads.learn(stream, head)
}

/**
 * True if an operation needs the head of the metadata stream: deleting or restoring a stream writes to it, and a stream
 * with metadata alone exists.
 */
export const needsMetadataHead = ({ kind, expected }: Operation, head: Head): boolean =>
  kind === 'delete' || (kind === 'append' && isSoftDeleted(head)) || (expected === 'exists' && head.revision < 0n)

const needsIds = ({ kind, expected, events }: Operation, head: Head) =>
  kind === 'tombstone'
    ? head.revision === TOMBSTONE
    : kind === 'append' && (expected === 'any' || expected === 'exists') && events.length > 0 && head.revision >= 0n

const needsFollowing = (operation: Operation, head: Head) =>
  operation.kind === 'append' &&
  (operation.expected === 'none' || typeof operation.expected === 'bigint') &&
  operation.events.length > 0 &&
  head.revision !== TOMBSTONE &&
  expectedStarts(operation, head).length > 0

type Found = { stream: string; ask: number; revision: string; position: string; id: string }
const storedEventOf = ({ id, revision, position }: Found) => ({
  id,
  revision: BigInt(revision),
  position: BigInt(position),
})

async function findFollowing(
  client: pg.ClientBase,
  operations: Operation[],
  headOf: (operation: Operation) => Head,
  priorEvents: Map<Operation, StoredEvent[][]>,
) {
  if (operations.length === 0) return
  const lookups = operations.flatMap((operation) =>
    expectedStarts(operation, headOf(operation)).map((start) => ({ operation, start, found: [] as StoredEvent[] })),
  )
  for (const { operation, found } of lookups) priorEvents.set(operation, [...(priorEvents.get(operation) ?? []), found])
  const { rows } = await client.query<Found>({
    name: 'eventstore_following',
    text: FOLLOWING,
    values: [
      lookups.map(({ operation }) => keyOf(operation.stream)),
      lookups.map(({ start }) => start - 1n),
      lookups.map(({ operation }) => operation.events.length),
    ],
  })
  for (const row of rows) lookups[row.ask - 1]?.found.push(storedEventOf(row))
}

async function findIds(client: pg.ClientBase, operations: Operation[], priorEvents: Map<Operation, StoredEvent[][]>) {
  if (operations.length === 0) return
  const ids = operations.flatMap(({ events }) => events.map(({ id }) => id.toString('hex')))
  const { rows } = await client.query<Found>({ name: 'eventstore_by_id', text: BY_ID, values: [ids] })
  // If several events of a stream have the same id, the first one counts.
  const found = new Map<string, StoredEvent>()
  for (const row of rows) {
    const [key, one] = [`${row.id} ${row.stream}`, storedEventOf(row)]
    const known = found.get(key)
    if (!known || one.revision < known.revision) found.set(key, one)
  }
  for (const operation of operations) {
    const stream = keyOf(operation.stream)
    const known = operation.events.map(({ id }) => found.get(`${id.toString('hex')} ${stream}`))
    priorEvents.set(operation, [known.filter((one) => one !== undefined)])
  }
}
