import { z } from 'zod'
import { listOf } from './list-of.ts'

/**
 * The things that one action deleted, or moved to another campaign (`moved`): `id` and `name` are of the folder or the
 * first item; `count` of all items visible to the viewer.
 */
export const TrashLine = z.object({
  operationId: z.uuid(),
  kind: z.enum(['folder', 'lore', 'segment', 'image', 'model', 'transcript', 'file', 'relationship', 'moved']),
  id: z.uuid(),
  name: z.string(),
  deletedAt: z.string(),
  deletedByName: z.string(),
  count: z.int(),
  mayRestore: z.boolean(),
  /** True if it includes files of the viewer's own, which they may delete forever. */
  mayPurge: z.boolean(),
})
export type TrashLine = z.infer<typeof TrashLine>
export const Trash = listOf(TrashLine)
export type Trash = z.infer<typeof Trash>
