import type { z } from 'zod'
import { CreditHistory, type CreditLine } from '#projections/credit-answers.ts'
import { type CreditTransactionRow, creditTransactionsView } from '#projections/credit-transactions.ts'
import { api, positionOf } from '../base/api.ts'
import { follow, type Snapshot } from '../realtime/follow.ts'

/** Rows per page of the history. */
export const pageSize = 10

export interface CreditsArg {
  page: number
  /** Rows per page. */
  size?: number
}

/** A page of the history, newest first, with the balance after its first row. */
export interface Credits extends Snapshot<CreditLine>, Omit<z.infer<typeof CreditHistory>, 'data'> {
  total: number
}

const creditsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A new row shifts the pages and changes the sums, so that the page is refetched. */
    credits: build.query<Credits, CreditsArg>({
      query: ({ page, size = pageSize }) => ({ url: 'users/credits', params: { offset: page * size, limit: size } }),
      transformResponse: (answer, meta: Parameters<typeof positionOf>[0]) => {
        const { data: rows, ...sums } = CreditHistory.parse(answer)
        return { rows, ...sums, position: positionOf(meta) }
      },
      ...follow<CreditTransactionRow, CreditLine, CreditsArg, Credits>(creditTransactionsView, {
        joined: true,
        refetchOn: ({ type }) => type.startsWith('Credits') || type === 'OwedCreditsSettled',
      }),
    }),
  }),
})

export const { useCreditsQuery } = creditsApi
