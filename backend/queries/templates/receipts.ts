import type { Viewer } from '#domain/access.ts'
import type { GenerationRow } from '#projections/generations.ts'
import { generatedSegmentId } from '../../commands/generated-segment-id.ts'
import type { Read } from '../../http/snapshot.ts'
import { visible, visibleTo } from '../visible.ts'
import type { Receivable } from '../writings/receipts.ts'

type Row = Pick<
  GenerationRow,
  'id' | 'texts' | 'madeBy' | 'model' | 'inputTokens' | 'outputTokens' | 'cost' | 'used' | 'omitted' | 'requestedAt'
> & { provider: string; writtenAt: string; username: string }

/** Receipts of lore generated from a template: one for each of its texts that the viewer still sees. */
export const generatedTexts = async (read: Read, viewer: Viewer, conjurationId: string): Promise<Receivable[]> => {
  const rows = await read<Row>(
    `select g.*, '' as provider, coalesce(u.name, '') as username
       from generations g left join auth."user" u on u.id = g."userId"::text
      where g."conjurationId" = $1 and g."writtenAt" is not null`,
    [conjurationId],
  )
  if (rows.length === 0) return []
  const seen = await read<{ id: string }>(
    `select s.id from segments s join access a on a.id = s.id
      where s."conjurationId" = @conjurationId and s."deletedAt" is null and ${visible}`,
    { ...visibleTo(viewer), conjurationId },
  )
  return rows.flatMap(({ texts, writtenAt: finishedAt, requestedAt: createdAt, ...row }) =>
    texts.flatMap((_text, n) => {
      const segmentId = generatedSegmentId(row.id, n)
      return seen.some(({ id }) => id === segmentId) ? { ...row, segmentId, finishedAt, createdAt } : []
    }),
  )
}
