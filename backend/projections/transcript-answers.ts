import { z } from 'zod'
import { TranscriptRow } from './transcripts.ts'

// Separate from the other answers, since browsers load it on demand.

/** A recap or a transcript as its viewer sees it, without its lines. */
export const TranscriptItem = TranscriptRow.omit({
  speakers: true,
  members: true,
  characters: true,
  key: true,
  size: true,
  deletedAt: true,
  deletedBy: true,
}).extend({
  /** The name of the member who added it. */
  username: z.string(),
  /** True if the viewer may rename and delete it, assign speakers, and change its visibility. */
  mayEdit: z.boolean(),
  /** The beginning of the text, or the first line that matches a search. */
  excerpt: z.string(),
})
export type TranscriptItem = z.infer<typeof TranscriptItem>

/** Sorted by the date of the session, newest first; items without a date by the time at which they were added. */
export const TranscriptList = z.object({ data: z.array(TranscriptItem), total: z.int() })
export type TranscriptList = z.infer<typeof TranscriptList>

/** `label` is the name in the file. Members and characters that the viewer does not see are null. */
export const Speaker = z.object({
  label: z.string(),
  userId: z.uuid().nullable(),
  username: z.string().nullable(),
  conjurationId: z.uuid().nullable(),
  conjurationName: z.string().nullable(),
})
export type Speaker = z.infer<typeof Speaker>

export const TranscriptDetail = TranscriptItem.omit({ excerpt: true }).extend({ speakers: z.array(Speaker) })
export type TranscriptDetail = z.infer<typeof TranscriptDetail>

export const TranscriptLines = z.object({
  data: z.array(z.object({ n: z.int(), speaker: z.int().nullable(), at: z.int().nullable(), text: z.string() })),
  total: z.int(),
  /** Lore that these lines name and that the viewer sees, the longest names first. */
  lore: z.array(z.object({ id: z.uuid(), name: z.string() })),
})
export type TranscriptLines = z.infer<typeof TranscriptLines>
