import { FoundDifferences, Reconciliations } from '#projections/reconciliation-answers.ts'
import { api } from '../base/api.ts'

export const roundsPageSize = 10
export const differencesPageSize = 25

/** Polled while the screen is open, because admins receive no events of other users. */
const reconciliationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    reconciliations: build.query<Reconciliations, { offset: number }>({
      query: ({ offset }) => ({ url: 'admin/reconciliations', params: { offset, limit: roundsPageSize } }),
      transformResponse: (body) => Reconciliations.parse(body),
      providesTags: ['reconciliations'],
      extraOptions: { freshness: 'polled' },
    }),
    differences: build.query<FoundDifferences, { roundId: string; offset: number }>({
      query: ({ roundId, offset }) => ({
        url: `admin/reconciliations/${roundId}/differences`,
        params: { offset, limit: differencesPageSize },
      }),
      transformResponse: (body) => FoundDifferences.parse(body),
      providesTags: ['reconciliations'],
      extraOptions: { freshness: 'polled' },
    }),
    reconcile: build.mutation<unknown, void>({
      query: () => ({ url: 'admin/reconciliations', method: 'POST', body: {} }),
      invalidatesTags: ['reconciliations'],
    }),
  }),
})

export const { useReconciliationsQuery, useDifferencesQuery, useReconcileMutation } = reconciliationsApi
