import { conjurations } from '#domain/conjurations.ts'
import { segmentEvents } from '#domain/segments.ts'
import { segmentImagesView } from '#projections/segment-images.ts'
import { segmentsView } from '#projections/segments.ts'
import { typesOf } from '#projections/trash.ts'
import { convertCommand } from '../commands/segments/convert.ts'
import { segmentGalleryCommands } from '../commands/segments/gallery.ts'
import { segmentCommands } from '../commands/segments/routes.ts'
import type { TrashKind } from '../commands/trash/kind.ts'
import { loreOf } from '../queries/segments/lore-of.ts'
import { segmentQueries } from '../queries/segments/routes.ts'
import type { Thing } from './thing.ts'

const trashedSegments: TrashKind = {
  kind: 'segment',
  table: 'segments',
  name: 'x.title',
  operationId: 'x."operationId"',
  saysOnlyIds: typesOf(segmentEvents, 'SegmentDeleted', 'SegmentRestored'),
  async restore(run, { id: segmentId, operationId }, pool) {
    const conjurationId = await loreOf(pool, segmentId)
    const data = { conjurationId, segmentId, operationId }
    await run.send(conjurations, conjurationId, { type: 'RestoreSegment', data, item: segmentId })
  },
}

export const segmentsThing: Thing = {
  views: [segmentsView, segmentImagesView],
  routes: [segmentQueries, segmentCommands, segmentGalleryCommands, convertCommand],
  trash: trashedSegments,
}
