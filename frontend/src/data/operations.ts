import { Operation } from '#projections/operation-answers.ts'
import { api } from '../app/api.ts'

const operationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** How far it is, or how it ended. */
    operation: build.query<Operation, string>({
      query: (id) => ({ url: `operations/${id}` }),
      transformResponse: (answer) => Operation.parse(answer),
    }),
    /** Takes all of it back; what still runs stops first. */
    undoOperation: build.mutation<unknown, string>({
      query: (id) => ({ url: `operations/${id}/undo`, method: 'POST', body: {} }),
    }),
  }),
})

export const { useOperationQuery, useUndoOperationMutation } = operationsApi
