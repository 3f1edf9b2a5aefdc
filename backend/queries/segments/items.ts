import type { Viewer } from '#domain/access.ts'
import { can } from '#domain/rights.ts'
import type { GallerySegment, SegmentItem } from '#projections/segment-answers.ts'
import { SegmentRow } from '#projections/segments.ts'
import type { Read } from '../../http/snapshot.ts'
import { editable, isCopy, visible, visibleAs, visibleTo } from '../visible.ts'

const columns = Object.keys(SegmentRow.shape).map((column) => `s."${column}"`)

/** Visible segments, unless they or their lore are in the Trash. */
const seen = `from segments s join access a on a.id = s.id
    join conjurations l on l.id = s."conjurationId" and l."deletedAt" is null
  where s."deletedAt" is null and ${visible}`

type Row = SegmentRow & { ownerId: string; channels: string[]; isOpen: boolean; isCopy: boolean }

const withRights = ({ ownerId, channels, isOpen, isCopy, ...row }: Row, viewer: Viewer) => ({
  ...row,
  entityType: 'CONJURATION' as const,
  entityId: row.conjurationId,
  mayEdit: !isCopy && can(viewer, 'write', { ownerId, campaignId: row.campaignId, channels, isOpen }),
})

type Picture = Omit<GallerySegment, 'image'> & GallerySegment['image'] & { segmentId: string; placeId: string }

/** The galleries' pictures visible to the viewer. */
const picturesOf = async (read: Read, viewer: Viewer, segmentIds: readonly string[]) => {
  if (segmentIds.length === 0) return new Map<string, GallerySegment[]>()
  const rows = await read<Picture>(
    `select g.id as "placeId", g."segmentId", g."imageId", g."sortOrder", i.id, i.name, i.uri, i.width, i.height, i.nsfw, i."createdAt", i."primary",
        ${editable} and not ${isCopy('a."campaignId"')} as "mayEdit"
       from segment_images g join access p on p.id = g.id join images i on i.id = g."imageId" and i."deletedAt" is null
       join access a on a.id = i.id
      where g."segmentId" = any(@segmentIds::uuid[]) and ${visibleAs('p')} order by g."sortOrder", g.id`,
    { ...visibleTo(viewer), segmentIds },
  )
  const slots = rows.map(({ segmentId, placeId: id, imageId, sortOrder, ...image }) => ({
    segmentId,
    slot: { id, imageId, sortOrder, image },
  }))
  return new Map(
    [...Map.groupBy(slots, ({ segmentId }) => segmentId)].map(([id, all]) => [id, all.map(({ slot }) => slot)]),
  )
}

/** Segments of one or several lore items, or one by its id, as far as visible to the viewer. */
export async function segmentItems(
  read: Read,
  viewer: Viewer,
  by: { conjurationId: string } | { conjurationIds: readonly string[] } | { id: string },
): Promise<SegmentItem[]> {
  const ofLore =
    'conjurationIds' in by ? 's."conjurationId" = any(@conjurationIds::uuid[])' : 's."conjurationId" = @conjurationId'
  const which = 'id' in by ? 's.id = @id' : ofLore
  const rows = await read<Row>(
    `select ${columns}, a."ownerId", a.channels, a."isOpen", ${isCopy('a."campaignId"')} as "isCopy" ${seen} and ${which} order by s."sortOrder", s.id`,
    { ...visibleTo(viewer), ...by },
  )
  const galleries = rows.filter(({ type }) => type === 'GALLERY').map(({ id }) => id)
  const pictures = await picturesOf(read, viewer, galleries)
  return rows.map((row) => ({ ...withRights(row, viewer), gallerySegments: pictures.get(row.id) ?? [] }))
}
