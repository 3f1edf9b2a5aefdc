import { z } from 'zod'

/** What a lore item's contents are, for the rules and for screens, which need no rules. */
export const SegmentType = z.enum(['STORY', 'RELATIONSHIPS', 'GALLERY'])
export type SegmentType = z.infer<typeof SegmentType>

export const defaultTitles: Readonly<Record<SegmentType, string>> = {
  STORY: 'New Text',
  RELATIONSHIPS: 'Relationships',
  GALLERY: 'Image Gallery',
}

export const segmentTitleLimit = 255
