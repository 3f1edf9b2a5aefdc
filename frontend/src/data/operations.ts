import { Operation, OperationList } from '#projections/operation-answers.ts'
import { api } from '../app/api.ts'
import { refetchedBy } from '../realtime/refetched.ts'

const operationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** What somebody began and has not ended, also before this page was loaded. */
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
    /** How far it is, or how it ended. */
    operation: build.query<Operation, string>({
      query: (id) => ({ url: `operations/${id}` }),
      transformResponse: (answer) => Operation.parse(answer),
      extraOptions: { freshness: 'screen' },
    }),
    /** Takes all of it back; what still runs stops first. */
    undoOperation: build.mutation<unknown, string>({
      query: (id) => ({ url: `operations/${id}/undo`, method: 'POST', body: {} }),
    }),
  }),
})

export const { useRunningOperationsQuery, useOperationQuery, useUndoOperationMutation } = operationsApi
