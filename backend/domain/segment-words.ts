import { z } from 'zod'

/** Schemas and limits of a lore item's segments, shared with screens, which do not load the rules. */
export const SegmentType = z.enum(['STORY', 'RELATIONSHIPS', 'GALLERY'])
export type SegmentType = z.infer<typeof SegmentType>

export const defaultTitles: Readonly<Record<SegmentType, string>> = {
  STORY: 'New Text',
  RELATIONSHIPS: 'Relationships',
  GALLERY: 'Image Gallery',
}

export const segmentTitleLimit = 255
