import { Operation, OperationList } from '#projections/operation-answers.ts'
import { api } from '../base/api.ts'
import { refetchedBy } from '../realtime/refetched.ts'

/** Returns true if an ended operation neither processed all items nor left the others with a reason. */
export const isIncomplete = ({ total, count, left }: Pick<Operation, 'total' | 'count' | 'left'>): boolean =>
  total !== null && count + left < total

const operationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The user's unfinished operations, including those begun before this page was loaded. */
    runningOperations: build.query<Operation[], string>({
      query: () => 'operations',
      transformResponse: (answer) => OperationList.parse(answer).data,
      keepUnusedDataFor: 0,
      ...refetchedBy<string>([
        ...([
          'OperationBegun',
          'OperationCancelled',
          'OperationEnded',
          'OperationUndoBegun',
          'OperationUndone',
        ] as const),
      ]),
    }),
    /** Progress or result of an operation. */
    operation: build.query<Operation, string>({
      query: (id) => ({ url: `operations/${id}` }),
      transformResponse: (answer) => Operation.parse(answer),
      extraOptions: { freshness: 'screen' },
    }),
    /** Undoes a whole operation; a running one is stopped first. */
    undoOperation: build.mutation<unknown, string>({
      query: (id) => ({ url: `operations/${id}/undo`, method: 'POST', body: {} }),
    }),
  }),
})

export const { useRunningOperationsQuery, useOperationQuery, useUndoOperationMutation } = operationsApi
