import type pg from 'pg'
import { editorsChannels, sharesChannel, type Thing } from '#domain/access.ts'
import type { Metadata } from '#domain/metadata.ts'
import { upcast } from '#domain/upcasters.ts'
import type { SeenReference } from '#projections/audience.ts'
import { editorsFields, referencesOf } from '#projections/references.ts'
import { joined, stillSeen, stillVisible } from './past.ts'

/** A position in the feed: a log position may have several rows, the event's own first. */
export interface Place {
  position: bigint
  seq: number
}

/** A feed row with its audience. */
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
  /** Subscribers of these channels are excluded. */
  unless: string[]
  users: string[]
  /** Fields that refer to other things, with the channels that see those. */
  refs: SeenReference[]
}

type Raw = Omit<FeedRow, 'position' | 'revision' | 'at' | 'refs'> & {
  position: string
  revision: string
  at: Date
  refs: SeenReference[] | null
  item: string
}

/** Ids of requests and traces are for operators only. */
const columns = `item, position, seq, id, type, stream, revision, at, data, metadata - '{requestId,traceparent}'::text[] as metadata,
  metadata->>'traceparent' as traceparent, channels, "unless", users, refs`

export const isAfter = (one: Place, other: Place): boolean =>
  one.position > other.position || (one.position === other.position && one.seq > other.seq)

/** Rows after one position and up to another, in order. */
export interface Range {
  after: Place
  upTo: Place
  limit: number
}

/** The audience of rows: subscribers of channels, and optionally an admin who watches a user. */
export interface AudienceFilter {
  channels: readonly string[]
  watch: string | undefined
}

export const readLines = async (
  client: Pick<pg.ClientBase, 'query'>,
  { after, upTo, limit }: Range,
  audience?: AudienceFilter,
): Promise<FeedRow[]> => {
  const visible = `and ((channels && $6 and not "unless" && $6 and ${stillVisible}) or (seq = 0 and users @> $7))`
  const stored = await client.query<Raw>(
    `${audience ? `with ${joined}` : ''} select ${columns} from feed where position >= $1 and (position, seq) > ($1, $2) and (position, seq) <= ($3, $4)
       ${audience ? visible : ''} order by position, seq limit $5`,
    [
      ...[after.position, after.seq, upTo.position, upTo.seq, limit],
      ...(audience ? [audience.channels, audience.watch === undefined ? null : [audience.watch]] : []),
    ],
  )
  const rows = stored.rows.map(upcast)
  const refs = audience ? await seenNow(client, rows, audience.channels) : rows.map(refsOf)
  return rows.map(({ item: _item, ...row }, index) => ({
    ...row,
    position: BigInt(row.position),
    revision: Number(row.revision),
    at: row.at.toISOString(),
    refs: refs[index] ?? [],
  }))
}

/**
 * References as the row stores them. A row of an older projector has none, so its references are hidden from all
 * clients.
 */
const refsOf = (row: Raw): SeenReference[] =>
  row.refs ??
  (row.seq > 0
    ? []
    : [...referencesOf(row, row.item).map(({ at }) => at), ...editorsFields(row.type)].map((at) => ({
        at,
        channels: [],
      })))

/** The items of earlier rows that subscribers of these channels may edit now. */
const editableNow = async (client: Pick<pg.ClientBase, 'query'>, items: readonly string[], mine: readonly string[]) => {
  if (items.length === 0) return new Set<string>()
  const found = await client.query<Thing & { id: string }>(
    'select id, "ownerId", "campaignId", channels from access where id = any($1::uuid[])',
    [[...new Set(items)]],
  )
  return new Set(found.rows.filter((row) => sharesChannel(mine, editorsChannels(row))).map(({ id }) => id))
}

/** Returns, for each of these earlier rows, references for the fields that subscribers of these channels may not see now. */
const seenNow = async (client: Pick<pg.ClientBase, 'query'>, rows: readonly Raw[], mine: readonly string[]) => {
  const named = rows.map((row) => (row.seq > 0 ? [] : referencesOf(row, row.item)))
  const edited = rows.map(({ seq, type }) => (seq > 0 ? [] : editorsFields(type)))
  const ids = [...new Set(named.flat().map(({ id }) => id))]
  const found = ids.length === 0 ? [] : (await client.query<{ id: string }>(stillSeen, [ids, mine])).rows
  const seen = new Set(found.map(({ id }) => id))
  const items = rows.flatMap(({ item }, index) => (edited[index]?.length ? [item] : []))
  const editable = await editableNow(client, items, mine)
  return rows.map(({ item }, index) => {
    const unseen = (named[index] ?? []).filter(({ id }) => !seen.has(id)).map(({ at }) => at)
    const others = editable.has(item) ? [] : (edited[index] ?? [])
    return [...unseen, ...others].map((at) => ({ at, channels: [] }))
  })
}
