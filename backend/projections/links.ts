import { hash } from 'node:crypto'
import type pg from 'pg'
import { isChained } from '#domain/audit-chain.ts'
import { canonical } from '#domain/canonical.ts'
import { happenedAt } from '#domain/happened-at.ts'
import type { RecordedEvent } from '#eventstore'

/** An event's entry in the chain. A link is the SHA-256 of the previous link followed by the event's hash. */
export interface Link {
  /** From 1. */
  n: number
  stream: string
  revision: number
  eventId: string
  /** SHA-256 of the event's canonical form. */
  hash: Buffer
  link: Buffer
}

/** The predecessor of the first link. */
export const noLink: Buffer = Buffer.alloc(32)

type Hashed = Pick<RecordedEvent, 'id' | 'type' | 'stream' | 'revision' | 'data' | 'metadata' | 'created' | 'stored'>

/**
 * The hashed content of an event: all its fields as stored (encrypted, not upcast), and its time. The position and the
 * store's timestamp are excluded, so that a copied log has the same chain: `at` replaces both forms of the time, from
 * the metadata and from the store.
 */
export const canonicalEvent = (event: Hashed): string => {
  const { id, type, stream, revision } = event
  const data = event.stored ?? event.data
  return canonical({
    id,
    type,
    stream,
    revision: Number(revision),
    ...dated(event),
    ...(data instanceof Uint8Array ? { bytes: Buffer.from(data).toString('base64') } : { data }),
  })
}

const dated = (event: Hashed) => {
  const { metadata } = event
  const { at: said, ...others } = metadata
  const at = isPlain(said) ? said : happenedAt(event).toISOString()
  const isSaid = typeof said === 'string' && Date.parse(said) === Date.parse(at)
  return { at, metadata: isSaid ? others : metadata }
}

/**
 * True for times in the format that this program writes, checked without a schema, which would cost as much as hashing.
 */
const isPlain = (said: unknown): said is string =>
  typeof said === 'string' && plain.test(said) && new Date(said).toISOString() === said
const plain = /^(19[7-9]|[2-9]\d\d)\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d\.\d{3}Z$/

const sha256 = (bytes: string | Buffer): Buffer => hash('sha256', bytes, 'buffer')
export const hashOf = (event: Hashed): Buffer => sha256(canonicalEvent(event))
export const linkAfter = (link: Buffer, hash: Buffer): Buffer => sha256(Buffer.concat([link, hash]))

/** The links of these events after a given one. Events at the same log position are distinguished by their ids. */
export const linksAfter = (n: number, last: Buffer, events: readonly Hashed[]): Link[] => {
  let link = last
  return events.map((event, index) => {
    const hash = hashOf(event)
    link = linkAfter(link, hash)
    const { stream, revision, id: eventId } = event
    return { n: n + index + 1, stream, revision: Number(revision), eventId, hash, link }
  })
}

/** The end of the chain, read in a transaction that holds the checkpoint. */
export interface ChainEnd {
  /**
   * The position up to which events from before the chain are linked; null once all are, when the projector continues
   * the chain.
   */
  takenTo: bigint | null
  length: number
  link: Buffer
  /** Ids of the queried events that have a link. */
  known: ReadonlySet<string>
}

export const auditedEvents = <Event extends Hashed>(events: readonly Event[]): Event[] =>
  events.filter(({ stream }) => isChained(stream))

/** Looks up each id by the index: a plan for the whole array would read all links. */
const end = `select c."takenTo", c.length, c.link, array(
    select e.id::text from unnest($1::text[], $2::bigint[], $3::uuid[]) e(stream, revision, id), lateral (
      select from audit.links l where l.stream = e.stream and l.revision = e.revision and l."eventId" = e.id limit 1) found) as known
  from audit.chain c`

/** The chain's end, and the events that are already part of it, since rebuilds replay them. */
export const chainEnd = async (client: pg.ClientBase, events: readonly Hashed[]): Promise<ChainEnd> => {
  const { rows } = await client.query<{ takenTo: string | null; length: string; link: Buffer; known: string[] }>({
    name: 'chain end',
    text: end,
    values: [events.map(({ stream }) => stream), events.map(({ revision }) => revision), events.map(({ id }) => id)],
  })
  const [row] = rows
  if (!row) throw new Error('There is no chain: audit.chain is empty')
  const takenTo = row.takenTo === null ? null : BigInt(row.takenTo)
  return { takenTo, length: Number(row.length), link: row.link, known: new Set(row.known) }
}

/**
 * The statement that appends links for events without one. Valid only in the transaction that read the end, while it
 * holds the checkpoint.
 */
export const linking = ({ length, link, known }: ChainEnd, events: readonly Hashed[]) => {
  const links = linksAfter(
    length,
    link,
    events.filter(({ id }) => !known.has(id)),
  )
  const last = links.at(-1)
  return last ? { name: 'chain links', text: append, values: [...columnsOf(links), last.n, last.link] } : undefined
}

const columnsOf = (links: readonly Link[]) => [
  links.map(({ n }) => n),
  links.map(({ stream }) => stream),
  links.map(({ revision }) => revision),
  links.map(({ eventId }) => eventId),
  links.map(({ hash }) => hash),
  links.map(({ link }) => link),
]

const append = `with added as (
    insert into audit.links (n, stream, revision, "eventId", hash, link)
      select * from unnest($1::bigint[], $2::text[], $3::bigint[], $4::uuid[], $5::bytea[], $6::bytea[]))
  update audit.chain set length = $7, link = $8`
