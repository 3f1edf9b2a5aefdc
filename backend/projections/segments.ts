import { z } from 'zod'
import { SegmentType } from '#domain/segment-words.ts'
import type { segmentEvents } from '#domain/segments.ts'
import { view } from './view.ts'

/**
 * A part of a lore item below its description. The content of a text is in the text's stream, which has the same id.
 */
export const SegmentRow = z.object({
  id: z.uuid(),
  conjurationId: z.uuid(),
  campaignId: z.uuid().nullable(),
  type: SegmentType,
  title: z.string(),
  sortOrder: z.number(),
  /** Only the campaign's DMs and the lore's owner see it. */
  isForDms: z.boolean(),
  createdAt: z.string(),
  createdBy: z.string(),
  deletedAt: z.string().nullable(),
  deletedBy: z.string().nullable(),
  operationId: z.uuid().nullable(),
})
export type SegmentRow = z.infer<typeof SegmentRow>

const present = { deletedAt: null, deletedBy: null, operationId: null }

export const segmentsView = view(SegmentRow)<typeof segmentEvents>({
  table: 'segments',
  on: {
    SegmentAdded: ({ segmentId: id, ownerId: _owner, ...segment }, { at, metadata: { actor } }) => ({
      put: { id, ...segment, createdAt: at, createdBy: actor, ...present },
    }),
    SegmentRetitled: ({ segmentId: id, title }) => ({ update: { title }, where: { id } }),
    SegmentMoved: ({ segmentId: id, sortOrder }) => ({ update: { sortOrder }, where: { id } }),
    SegmentKeptForDms: ({ segmentId: id }) => ({ update: { isForDms: true }, where: { id } }),
    SegmentShown: ({ segmentId: id }) => ({ update: { isForDms: false }, where: { id } }),
    SegmentMovedToCampaign: ({ segmentId: id, campaignId, words }) => ({
      update: { campaignId, ...words },
      where: { id },
    }),
    SegmentDeleted: ({ segmentId: id, operationId }, { at: deletedAt, metadata: { actor } }) => ({
      update: { deletedAt, deletedBy: actor, operationId },
      where: { id },
    }),
    SegmentRestored: ({ segmentId: id }) => ({ update: present, where: { id } }),
  },
})
