import type { Viewer } from '#domain/access.ts'
import type { imageEvents } from '#domain/images.ts'
import { findHistoryBeginnings } from '../../http/history-beginning.ts'
import type { Read } from '../../http/snapshot.ts'
import { visible, visibleTo } from '../visible.ts'
import { type RecordedLine, recordedLine } from './versions.ts'

/** A picture of lore that its reader sees, in the Trash or not. */
export interface Picture {
  id: string
  name: string | null
  isDeleted: boolean
  /** The log position from which its events are part of the reader's history of the lore. */
  position: string
}

type EventType = keyof typeof imageEvents
const linked = 'ImageLinked' satisfies EventType

/** Returns the visible pictures that have a file, unlike failed and unfinished requests. Purged pictures have no access row. */
export const picturesOf = async (read: Read, viewer: Viewer, conjurationId: string): Promise<Picture[]> => {
  const rows = await read<{ id: string; name: string | null; isDeleted: boolean; linkedAt: string }>(
    `select i.id, i.name, i."deletedAt" is not null as "isDeleted",
        coalesce((select max(l.position) from feed l where l.item = i.id::text and l.seq = 0 and l.type = @linked
          and l.data->>'conjurationId' = @conjurationId), 0)::text as "linkedAt"
       from images i join access a on a.id = i.id
      where i."conjurationId" = @conjurationId::uuid and i.file is not null and ${visible}`,
    { ...visibleTo(viewer), conjurationId, linked },
  )
  if (rows.length === 0) return []
  const beginnings = await findHistoryBeginnings(
    read,
    viewer,
    rows.map(({ id }) => id),
  )
  return rows.flatMap(({ linkedAt, ...picture }) => {
    const beginning = beginnings.get(picture.id)
    if (!beginning) return []
    const { position } = beginning
    return [{ ...picture, position: BigInt(linkedAt) > BigInt(position) ? linkedAt : position }]
  })
}

/** Event types with a line of their own. */
const lineTypes: readonly EventType[] = ['ImageUploaded', 'ImageGenerated', linked, 'ImageDeleted', 'ImageRestored']

export interface PictureLine extends RecordedLine {
  pictureId: string
}

/**
 * Returns the last events of these pictures before a log position, newest first. The actor of a generated picture is the user who
 * requested it.
 */
export const pictureLines = (
  read: Read,
  pictures: readonly Picture[],
  { before, limit }: { before: string; limit: number },
): Promise<PictureLine[]> =>
  pictures.length === 0
    ? Promise.resolve([])
    : read<PictureLine>(
        `with f as (
           select feed.* from feed join unnest(@ids::text[], @positions::bigint[]) p(id, "from") on p.id = feed.item
            where feed.seq = 0 and feed.stream = 'images-' || feed.item and feed.type = any(@lineTypes)
              and feed.position < @before::bigint and feed.position >= p."from"
            order by feed.position desc limit @limit),
         lines as (select ${recordedLine}, item as "pictureId" from f)
         select position, revision, at, type, data, "impersonatorId", "pictureId",
             case when type = 'ImageGenerated' then data->>'userId' else "actorId" end as "actorId"
           from lines order by position::bigint desc`,
        {
          ids: pictures.map(({ id }) => id),
          positions: pictures.map(({ position }) => position),
          before,
          limit,
          lineTypes,
        },
      )
