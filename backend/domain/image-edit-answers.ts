import { z } from 'zod'
import { EditTool, Growth } from './image-edit-tools.ts'
import { Source } from './image-models.ts'
import { Receipt } from './me.ts'

/** Answers of the edit routes for editors of a picture; the browser reads the same schemas. */

const By = z.object({ id: z.uuid(), username: z.string() })

/** Parameters of a requested edit. */
const requested = {
  prompt: z.string(),
  searchPrompt: z.string(),
  premium: z.boolean(),
  /** Pixels added on each side, for extending edits. */
  growth: Growth.nullable(),
  /** Address of the mask: white areas changed; as large as the edited picture. */
  maskUri: z.string().nullable(),
  provider: z.string().nullable(),
  createdAt: z.string(),
  by: By,
  /** Credits, positive. */
  cost: z.int(),
}

/** A version of a picture. The original has no tool and no parent. */
export const ImageEdit = z.object({
  id: z.uuid(),
  uri: z.string(),
  width: z.int(),
  height: z.int(),
  /** The version that the edit began from. */
  parentId: z.uuid().nullable(),
  tool: EditTool.nullable(),
  ...requested,
})
export type ImageEdit = z.infer<typeof ImageEdit>

/** An edit that is queued or running. */
export const PendingEdit = z.object({
  id: z.uuid(),
  tool: EditTool,
  status: z.enum(['IN_QUEUE', 'IN_PROGRESS', 'RETRYING']),
  /** The start of the edit, from which its deadline counts. */
  startedAt: z.string().nullable(),
  ...requested,
})
export type PendingEdit = z.infer<typeof PendingEdit>

export const ImageEditing = z.object({
  /** The current branch: from the original through the current version to the end of redo. */
  edits: z.array(ImageEdit),
  /** The other branches, each from its fork (its first version's `parentId`) to its end. */
  branches: z.array(z.array(ImageEdit)),
  /** The version that all viewers see; null until there is a picture. */
  currentEditId: z.uuid().nullable(),
  /** In queue order. */
  pendingEdits: z.array(PendingEdit),
  /** The versions that the current one was chosen from, including itself; empty without a choice. */
  candidates: z.array(z.object({ id: z.uuid(), uri: z.string() })),
})
export type ImageEditing = z.infer<typeof ImageEditing>

/** The answer to every request for an edit: the result follows as an event. */
export const EditReceipt = Receipt.extend({ editId: z.uuid() })
export type EditReceipt = z.infer<typeof EditReceipt>

/** The answer to requests that choose the current version. */
export const CurrentEditReceipt = Receipt.extend({ currentEditId: z.uuid().nullable() })
export type CurrentEditReceipt = z.infer<typeof CurrentEditReceipt>

/** The offered tools and their providers. The first provider of a tool is the default. Costs are credits. */
export const EditingOffer = z.object({
  tools: z.array(
    z.object({
      tool: EditTool,
      source: Source,
      provider: z.string(),
      cost: z.int(),
      /** Null without a premium mode. */
      premiumCost: z.int().nullable(),
    }),
  ),
})
export type EditingOffer = z.infer<typeof EditingOffer>
