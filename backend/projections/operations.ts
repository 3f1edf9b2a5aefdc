import { z } from 'zod'
import { LeftOut, OperationKind, type operationEvents } from '#domain/operations.ts'
import { view } from './view.ts'

export const OperationStatus = z.enum(['RUNNING', 'CANCELLED', 'ENDED', 'UNDOING', 'UNDONE'])

/** Work that spans streams. `count`, `left` and `skipped` are of the latest completed part: the work, or its undo. */
export const OperationRow = z.object({
  id: z.uuid(),
  kind: OperationKind,
  userId: z.uuid(),
  campaignId: z.uuid().nullable(),
  total: z.int().nullable(),
  status: OperationStatus,
  count: z.int(),
  left: z.int(),
  skipped: z.array(LeftOut),
  begunAt: z.string(),
  endedAt: z.string().nullable(),
})
export type OperationRow = z.infer<typeof OperationRow>

export const operationsView = view(OperationRow)<typeof operationEvents>({
  table: 'operations',
  on: {
    OperationBegun: ({ operationId: id, kind, userId, campaignId, total }, { at: begunAt }) => ({
      put: {
        id,
        kind,
        userId,
        campaignId,
        total,
        begunAt,
        status: 'RUNNING',
        endedAt: null,
        count: 0,
        left: 0,
        skipped: [],
      },
    }),
    OperationCancelled: ({ operationId: id }) => ({ update: { status: 'CANCELLED' }, where: { id } }),
    OperationEnded: ({ operationId: id, count, left, skipped }, { at: endedAt }) => ({
      update: { status: 'ENDED', endedAt, count, left, skipped },
      where: { id },
    }),
    OperationUndoBegun: ({ operationId: id }) => ({ update: { status: 'UNDOING' }, where: { id } }),
    OperationUndone: ({ operationId: id, count, left, skipped }, { at: endedAt }) => ({
      update: { status: 'UNDONE', endedAt, count, left, skipped },
      where: { id },
    }),
  },
})
