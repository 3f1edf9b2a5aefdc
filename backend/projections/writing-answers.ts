import { z } from 'zod'
import { WritingStatus } from './writings.ts'

// Separate from the other answers, since browsers load it on demand.

const NamedSource = z.object({
  kind: z.enum(['lore', 'file', 'campaign', 'transcript']),
  id: z.uuid(),
  name: z.string(),
})

/** The sources of a generated text that its reader may see; hidden ones are only counted. */
export const WritingReceipt = z.object({
  id: z.uuid(),
  /** The segment that holds the text. */
  segmentId: z.uuid().nullable(),
  provider: z.string(),
  model: z.string(),
  madeBy: z.string(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  cost: z.int(),
  used: z.array(NamedSource.extend({ revision: z.int().nullable() })),
  moreUsed: z.int(),
  omitted: z.array(NamedSource.extend({ why: z.enum(['rights', 'budget', 'kind']) })),
  moreOmitted: z.int(),
  username: z.string(),
  finishedAt: z.string(),
})
export type WritingReceipt = z.infer<typeof WritingReceipt>
export const WritingReceipts = z.object({ data: z.array(WritingReceipt), total: z.int() })

/** A generated text, as its requester receives it. */
export const WritingAnswer = z.object({
  id: z.uuid(),
  status: WritingStatus,
  text: z.string().nullable(),
  message: z.string().nullable(),
  receipt: WritingReceipt.nullable(),
})
export type WritingAnswer = z.infer<typeof WritingAnswer>
