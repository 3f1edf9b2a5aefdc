import { z } from 'zod'
import type { segmentEvents } from '#domain/segments.ts'
import { view } from './view.ts'

/** A picture's place in a gallery, visible to users who see both. */
export const SegmentImageRow = z.object({
  id: z.uuid(),
  segmentId: z.uuid(),
  imageId: z.uuid(),
  sortOrder: z.number(),
})
export type SegmentImageRow = z.infer<typeof SegmentImageRow>

export const segmentImagesView = view(SegmentImageRow)<typeof segmentEvents>({
  table: 'segment_images',
  on: {
    SegmentImageAdded: ({ segmentImageId: id, segmentId, imageId, sortOrder }) => ({
      put: { id, segmentId, imageId, sortOrder },
    }),
    SegmentImageMoved: ({ segmentImageId: id, sortOrder }) => ({ update: { sortOrder }, where: { id } }),
    SegmentImageRemoved: ({ segmentImageId: id }) => ({ remove: { id } }),
  },
})
