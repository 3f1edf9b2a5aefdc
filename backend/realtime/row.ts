import type pg from 'pg'
import type { Metadata } from '#domain/metadata.ts'

/** A place in the feed: a position may have several lines, the event's own first. */
export interface Place {
  position: bigint
  seq: number
}

/** A line of the feed as clients are told it, and who they are. */
export interface FeedRow extends Place {
  id: string
  type: string
  stream: string
  revision: number
  /** ISO time. */
  at: string
  data: unknown
  metadata: Omit<Metadata, 'requestId' | 'traceparent'>
  /** The trace that its command belongs to, if one is recorded. */
  traceparent: string | null
  channels: string[]
  /** Who listens to one of these is not told. */
  unless: string[]
  users: string[]
}

type Raw = Omit<FeedRow, 'position' | 'revision' | 'at'> & { position: string; revision: string; at: Date }

/** Ids of requests and traces are for those who run this. */
const columns = `position, seq, id, type, stream, revision, at, data, metadata - '{requestId,traceparent}'::text[] as metadata,
  metadata->>'traceparent' as traceparent, channels, "unless", users`

export const isAfter = (one: Place, other: Place): boolean =>
  one.position > other.position || (one.position === other.position && one.seq > other.seq)

/** Lines after one place and up to another, in order. */
export interface Range {
  after: Place
  upTo: Place
  limit: number
}

/** Whom lines are for: listeners to channels, and optionally one who watches a user. */
export interface Ears {
  channels: readonly string[]
  watch: string | undefined
}

export const readLines = async (
  client: Pick<pg.ClientBase, 'query'>,
  { after, upTo, limit }: Range,
  ears?: Ears,
): Promise<FeedRow[]> => {
  const audible = `and ((channels && $6 and not "unless" && $6) or (seq = 0 and users @> $7))`
  const { rows } = await client.query<Raw>(
    `select ${columns} from feed where position >= $1 and (position, seq) > ($1, $2) and (position, seq) <= ($3, $4)
       ${ears ? audible : ''} order by position, seq limit $5`,
    [
      ...[after.position, after.seq, upTo.position, upTo.seq, limit],
      ...(ears ? [ears.channels, ears.watch === undefined ? null : [ears.watch]] : []),
    ],
  )
  return rows.map((row) => ({
    ...row,
    position: BigInt(row.position),
    revision: Number(row.revision),
    at: row.at.toISOString(),
  }))
}
