import { type AccessRow, followedBy, resolvedAccess } from '#domain/access-row.ts'
import type { AccountEvent } from '#domain/account-folds.ts'
import type { VisibilityAuditKind } from '#domain/audit-accounts.ts'
import { collections, deletionOf } from '#domain/collections.ts'
import { stateOf } from '#domain/decider.ts'
import { Metadata } from '#domain/metadata.ts'
import { accessView } from '#projections/access.ts'
import { fold } from '#projections/view.ts'
import type { Read } from '../../http/snapshot.ts'
import type { PastStreams } from './past-streams.ts'

/** A thing as of a position, with the access that viewers had by the events up to then. */
export interface ThingPast {
  /** Access row, with the channels of the thing whose visibility it followed; undefined before the thing was created. */
  row: AccessRow | undefined
  inTrash: boolean
  /** The event that gave it this access, or moved it to the Trash. */
  by: AccountEvent | undefined
  /** The event that gave the followed thing its access. */
  followed: AccountEvent | undefined
}

type Row = AccessRow | undefined

/** The stream that holds a thing's events: segments are in their lore's stream, all folders of a campaign in one. */
const streamOf: Record<VisibilityAuditKind, (id: string, known: Row) => string | undefined> = {
  campaign: (id) => `campaigns-${id}`,
  lore: (id) => `conjurations-${id}`,
  image: (id) => `images-${id}`,
  model: (id) => `models-${id}`,
  relationship: (id) => `relationships-${id}`,
  transcript: (id) => `transcripts-${id}`,
  segment: (_id, known) => (known?.sameAs ? `conjurations-${known.sameAs}` : undefined),
  folder: (_id, known) => (known?.campaignId ? `collections-${known.campaignId}` : undefined),
}

const goes: Record<Exclude<VisibilityAuditKind, 'folder'>, { gone: string; back: string; of: string }> = {
  campaign: { gone: 'CampaignDeleted', back: 'CampaignRestored', of: 'campaignId' },
  lore: { gone: 'ConjurationDeleted', back: 'ConjurationRestored', of: 'conjurationId' },
  segment: { gone: 'SegmentDeleted', back: 'SegmentRestored', of: 'segmentId' },
  image: { gone: 'ImageDeleted', back: 'ImageRestored', of: 'imageId' },
  model: { gone: 'ModelDeleted', back: 'ModelRestored', of: 'modelId' },
  relationship: {
    gone: 'ConjurationRelationshipDeleted',
    back: 'ConjurationRelationshipRestored',
    of: 'relationshipId',
  },
  transcript: { gone: 'TranscriptDeleted', back: 'TranscriptRestored', of: 'transcriptId' },
}

const lastGoing = (events: readonly AccountEvent[], kind: Exclude<VisibilityAuditKind, 'folder'>, id: string) => {
  const { gone, back, of } = goes[kind]
  const last = events.findLast(({ type, data }) => (type === gone || type === back) && data[of] === id)
  return last?.type === gone ? last : undefined
}

/** Returns the deletion of a folder, which may be that of an ancestor. */
const folderGoing = (events: readonly AccountEvent[], id: string) => {
  const operation = deletionOf(stateOf(collections, events), id)
  if (operation === null) return undefined
  return events.findLast(({ type, data }) => type === 'CollectionDeleted' && data.operationId === operation)
}

interface Followed {
  rows: ReadonlyMap<string, AccessRow>
  /** The last event that changed each row, by the row's id. */
  by: ReadonlyMap<string, AccountEvent>
}

/** Returns the access rows with these ids after these events, without the channels of followed things. */
const rowsAfter = (events: readonly AccountEvent[], ids: ReadonlySet<string>): Followed => {
  let rows: AccessRow[] = []
  const by = new Map<string, AccountEvent>()
  for (const event of events) {
    if (!(event.type in accessView.on)) continue
    const before = rows
    const metadata = Metadata.catch({ actor: 'system', commandId: '', correlationId: '' }).parse(event.metadata)
    rows = fold(accessView, rows, { ...event, id: event.eventId, position: String(event.position), metadata }).filter(
      ({ id }) => ids.has(id),
    )
    for (const row of rows) if (!before.includes(row)) by.set(row.id, event)
  }
  return { rows: new Map(rows.map((row) => [row.id, row])), by }
}

const inOrder = (events: AccountEvent[]) => events.sort((a, b) => (a.position < b.position ? -1 : 1))

export async function thingAt(
  { read, streams }: { read: Read; streams: PastStreams },
  kind: VisibilityAuditKind,
  id: string,
  position: bigint,
): Promise<ThingPast | undefined> {
  // The stream is found by the present view; the past state comes from the stream.
  const [known] = await read<AccessRow>('select * from access where id = $1', [id])
  const stream = streamOf[kind](id, known)
  if (stream === undefined) return undefined
  const eventsOf = async (name: string) => {
    const events: AccountEvent[] = []
    for await (const event of streams.after(name, -1n, position)) events.push(event)
    return events
  }
  const own = await eventsOf(stream)
  if (own.length === 0 && !known) return undefined
  const said = rowsAfter(own, new Set([id])).rows.get(id)
  const followedIds = followedBy.flatMap((column) => said?.[column] ?? [])
  // Things follow lore; segments are in its stream already.
  const others = kind === 'segment' ? [] : await Promise.all(followedIds.map((of) => eventsOf(`conjurations-${of}`)))
  const all = inOrder([...own, ...others.flat()])
  const { rows, by } = rowsAfter(all, new Set([id, ...followedIds]))
  const row = rows.get(id)
  const followed = followedBy.map((column) => {
    const followedRow = row?.[column] ? rows.get(row[column]) : undefined
    return followedRow && resolvedAccess(followedRow, [])
  })
  const gone = kind === 'folder' ? folderGoing(own, id) : lastGoing(own, kind, id)
  // Segments and relationships are in the Trash with their lore; a picture is not.
  const along = kind === 'segment' || kind === 'relationship' ? followedIds : []
  const goneAlong = along.map((of) => lastGoing(all, 'lore', of)).find((event) => event !== undefined)
  return {
    row: row && resolvedAccess(row, followed),
    inTrash: gone !== undefined || goneAlong !== undefined,
    by: gone ?? goneAlong ?? by.get(id),
    followed: followedIds.map((of) => by.get(of)).find((event) => event !== undefined),
  }
}
