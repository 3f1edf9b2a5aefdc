import { conjurations } from '#domain/conjurations.ts'
import { segmentEvents } from '#domain/segments.ts'
import { typesOf } from '#projections/trash.ts'
import { loreOf } from '../../queries/segments/lore-of.ts'
import type { TrashKind } from '../trash/kind.ts'

export const trashedSegments: TrashKind = {
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
