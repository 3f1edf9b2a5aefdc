import { z } from 'zod'
import { BulkReceipt } from '#domain/me.ts'
import { OperationRow } from './operations.ts'

// Separate from the other answers, since browsers load it on demand.

/** `done` of `total` things are in the requested state; each skipped thing has a message for the user. */
export const Operation = OperationRow.extend({
  done: z.int(),
  skipped: BulkReceipt.shape.skipped,
  mayUndo: z.boolean(),
})
export type Operation = z.infer<typeof Operation>
export const OperationList = z.object({ data: z.array(Operation), total: z.int() })
export type OperationList = z.infer<typeof OperationList>
