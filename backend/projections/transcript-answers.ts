import { z } from 'zod'
import { TranscriptRow } from './transcripts.ts'

// Apart from the other answers: a browser loads it when it needs it.

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
  /** Rename, assign speakers, change who sees it, delete. */
  mayEdit: z.boolean(),
  /** The first words of it, or those around what was searched for. */
  excerpt: z.string(),
})
export type TranscriptItem = z.infer<typeof TranscriptItem>

/** By the date of the session, newest first; those without a date by when they were added. */
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
