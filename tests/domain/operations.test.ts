import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { MessageOf } from '#domain/decider.ts'
import { namedLimit, type operationEvents, operations } from '#domain/operations.ts'
import { given } from '../given.ts'

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const operationId = id(1)
const begun: z.infer<typeof operationEvents.OperationBegun> = {
  operationId,
  kind: 'move-conjurations',
  userId: id(2),
  campaignId: id(3),
  total: 2,
  arguments: { ids: [id(4), id(5)] },
}
const outcome = { operationId, count: 1, left: 1, skipped: [{ id: id(5), code: 'forbidden', facts: {} }] }

type Event = MessageOf<typeof operationEvents>
const isBegun: Event = { type: 'OperationBegun', data: begun }
const isCancelled: Event = { type: 'OperationCancelled', data: { operationId } }
const isEnded: Event = { type: 'OperationEnded', data: outcome }
const undoIsBegun: Event = { type: 'OperationUndoBegun', data: { operationId } }
const isUndone: Event = { type: 'OperationUndone', data: outcome }

const begin = { type: 'BeginOperation', data: begun } as const
const end = { type: 'EndOperation', data: outcome } as const
const undo = { type: 'UndoOperation', data: { operationId } } as const
const endUndo = { type: 'EndUndo', data: outcome } as const
const after = given(operations)

describe('an operation', () => {
  it('begins once and ends once', () => {
    after().when(begin).emits(isBegun)
    after(isBegun).when(begin).emitsNothing()
    after(isBegun).when(end).emits(isEnded)
    after(isBegun, isEnded).when(end).emitsNothing()
    after(isBegun, isEnded).when(begin).emitsNothing()
    after().when(end).emitsNothing()
  })

  it('is undone once it has ended', () => {
    after(isBegun, isEnded).when(undo).emits(undoIsBegun)
    after(isBegun, isEnded, undoIsBegun).when(undo).emitsNothing()
    after(isBegun, isEnded, undoIsBegun).when(endUndo).emits(isUndone)
    after(isBegun, isEnded, undoIsBegun, isUndone).when(endUndo).emitsNothing()
    after(isBegun, isEnded, undoIsBegun, isUndone).when(undo).emitsNothing()
    after(isBegun, isEnded).when(endUndo).emitsNothing()
  })

  it('stops first when it is undone while it runs, and what it did till then is undone', () => {
    after(isBegun).when(undo).emits(isCancelled)
    after(isBegun, isCancelled).when(undo).emitsNothing()
    after(isBegun, isCancelled).when(end).emits(isEnded, undoIsBegun)
    after(isBegun, isCancelled, isEnded, undoIsBegun).when(end).emitsNothing()
  })

  it('cannot be undone where there is none, or none that can be taken back', () => {
    after().when(undo).rejects('operation_missing')
    after({ type: 'OperationBegun', data: { ...begun, kind: 'empty-collections' } })
      .when(undo)
      .rejects('operation_not_undoable')
  })

  it('names so many of those that were left, and counts all', () => {
    const skipped = Array.from({ length: namedLimit + 1 }, (_, n) => ({ id: id(n), code: 'forbidden', facts: {} }))
    expect(operations.commands.EndOperation.safeParse({ ...outcome, skipped }).success).toBe(false)
  })
})
