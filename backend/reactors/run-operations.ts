import type pg from 'pg'
import { operationEvents, operations } from '#domain/operations.ts'
import { deedsOf, type Kinds, perform, type ReportProgress } from '../commands/operations/perform.ts'
import { reactor } from './reactor.ts'

/**
 * Runs operations of the given kinds, and their undos. The reactor of another event runs those of other kinds, such as `empty-collections`
 * for `CollectionDeleted`.
 */
export const runOperations = (pool: pg.Pool, kinds: Kinds, onProgress?: ReportProgress) =>
  reactor(operationEvents, {
    name: 'run-operations',
    isOperation: true,
    attempts: 25,
    on: {
      async OperationBegun({ operationId, kind, arguments: given }, reaction) {
        const found = kinds[kind]
        if (!found) return
        await perform(pool, reaction, { operationId, kind, ends: 'EndOperation', onProgress }, (run) =>
          found.run(run, found.arguments.parse(given)),
        )
      },

      async OperationUndoBegun({ operationId }, reaction) {
        const { begun } = await reaction.stateOf(operations, operationId)
        const found = begun && kinds[begun.kind]
        const undo = found?.undo
        if (!undo) return
        const deeds = (types: readonly string[]) => deedsOf(pool, operationId, types, reaction.event.position)
        await perform(pool, reaction, { operationId, ends: 'EndUndo', onProgress }, (run) => undo(run, deeds))
      },
    },
  })
