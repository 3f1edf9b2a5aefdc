import type { Viewer } from '#domain/access.ts'
import { can } from '#domain/rights.ts'
import type { SegmentType } from '#domain/segment-words.ts'
import type { segmentEvents } from '#domain/segments.ts'
import { upcast } from '#domain/upcasters.ts'
import { findHistoryBeginnings } from '../../http/history-beginning.ts'
import type { Read } from '../../http/snapshot.ts'
import { isCopy, visible, visibleTo } from '../visible.ts'
import { type RecordedLine, recordedLine } from './versions.ts'

/** A section of lore that its reader sees, in the Trash or not. */
export interface Section {
  id: string
  type: SegmentType
  title: string
  /** The operation that deleted it. */
  deletedIn: string | null
  /** True if the reader may write in it, and so restore it. */
  mayWrite: boolean
  /** The log position at which the reader's history of it begins. */
  position: string
}

/** Returns the sections that the viewer sees. Purged sections have no access row. */
export const sectionsOf = async (read: Read, viewer: Viewer, conjurationId: string): Promise<Section[]> => {
  const rows = await read<{
    id: string
    type: SegmentType
    title: string
    deletedIn: string | null
    ownerId: string
    campaignId: string | null
    channels: string[]
    isOpen: boolean
    isCopy: boolean
  }>(
    `select s.id, s.type, s.title, s."operationId" as "deletedIn", a."ownerId", a."campaignId", a.channels, a."isOpen",
        ${isCopy('a."campaignId"')} as "isCopy"
       from segments s join access a on a.id = s.id where s."conjurationId" = @conjurationId and ${visible}`,
    { ...visibleTo(viewer), conjurationId },
  )
  if (rows.length === 0) return []
  const beginnings = await findHistoryBeginnings(
    read,
    viewer,
    rows.map(({ id }) => id),
  )
  return rows.flatMap(({ id, type, title, deletedIn, isCopy, ...access }) => {
    const beginning = beginnings.get(id)
    const mayWrite = !isCopy && can(viewer, 'write', access)
    return beginning ? [{ id, type, title, deletedIn, mayWrite, position: beginning.position }] : []
  })
}

type EventType = keyof typeof segmentEvents

/** Event types with a line of their own; changes that follow the lore appear in the line of the lore. */
const lineTypes: readonly EventType[] = [
  'SegmentAdded',
  'SegmentRetitled',
  'SegmentMoved',
  'SegmentKeptForDms',
  'SegmentShown',
  'SegmentDeleted',
  'SegmentRestored',
]
const naming: readonly EventType[] = ['SegmentAdded', 'SegmentRetitled', 'SegmentMovedToCampaign']
/** A command that places a section may renumber the others; their events follow these, and are not listed. */
const placing: readonly EventType[] = ['SegmentAdded', 'SegmentRestored', 'SegmentMoved']

export interface SectionLine extends RecordedLine {
  sectionId: string
  previousTitle: string | null
}

/** The last changes of these sections before a position of the log, newest first. */
export const sectionLines = async (
  read: Read,
  conjurationId: string,
  sections: readonly Section[],
  { before, limit }: { before: string; limit: number },
): Promise<SectionLine[]> => {
  if (sections.length === 0) return []
  const lines = await read<SectionLine>(
    `with f as (
       select feed.* from feed join unnest(@ids::text[], @positions::bigint[]) s(id, "from") on s.id = feed.item
        where feed.seq = 0 and feed.stream = 'conjurations-' || @conjurationId and feed.type = any(@lineTypes)
          and feed.position < @before::bigint and feed.position >= s."from"
          and not (feed.type = 'SegmentMoved' and exists (select from feed p where p."correlationId" = feed."correlationId" and p.seq = 0
            and p.stream = feed.stream and p.revision = feed.revision - 1 and p.type = any(@placing)))
        order by feed.position desc limit @limit)
     select ${recordedLine}, f.item as "sectionId", case when f.type = 'SegmentRetitled' then (
         select coalesce(n.data->>'title', n.data->'words'->>'title') from feed n
          where n.item = f.item and n.seq = 0 and n.type = any(@naming) and n.position < f.position order by n.position desc limit 1
       ) end as "previousTitle"
       from f order by f.position desc`,
    {
      ids: sections.map(({ id }) => id),
      positions: sections.map(({ position }) => position),
      conjurationId,
      before,
      limit,
      lineTypes,
      naming,
      placing,
    },
  )
  return lines.map(upcast)
}
