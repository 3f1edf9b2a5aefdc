import { z } from 'zod'
import type { Op } from '#domain/deltas.ts'
import { ImageRow } from './images.ts'
import { SegmentRow } from './segments.ts'

/**
 * A picture in a gallery; `id` identifies its place there. Lists omit it for viewers who may not see the picture.
 */
export const GallerySegment = z.object({
  id: z.uuid(),
  imageId: z.uuid(),
  sortOrder: z.number(),
  image: ImageRow.pick({
    id: true,
    name: true,
    uri: true,
    width: true,
    height: true,
    nsfw: true,
    createdAt: true,
  }).extend({
    primary: z.boolean(),
    mayEdit: z.boolean(),
  }),
})
export type GallerySegment = z.infer<typeof GallerySegment>

/** A segment in lists, sorted by its order. */
export const SegmentItem = SegmentRow.extend({
  entityType: z.literal('CONJURATION'),
  entityId: z.uuid(),
  mayEdit: z.boolean(),
  gallerySegments: z.array(GallerySegment),
})
export type SegmentItem = z.infer<typeof SegmentItem>
/** A segment with its content: `content` is Markdown; both are null for segments without text, or if not requested. */
export const SegmentAnswer = SegmentItem.extend({
  content: z.string().nullable(),
  delta: z.object({ ops: z.array(z.custom<Op>()) }).nullable(),
  revision: z.int().nullable(),
  storySegment: z.object({ content: z.string() }).nullable(),
})
export type SegmentAnswer = z.infer<typeof SegmentAnswer>
export const SegmentList = z.object({ data: z.array(SegmentAnswer), total: z.int() })
