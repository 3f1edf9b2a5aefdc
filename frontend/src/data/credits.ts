import { z } from 'zod'
import { CreditTransactionRow, creditTransactionsView } from '#projections/credit-transactions.ts'
import { api } from '../app/api.ts'
import { follow, type Snapshot } from '../realtime/follow.ts'
import { listed } from './answers.ts'

const Credits = z.object({ data: z.array(CreditTransactionRow), total: z.int(), balance: z.int() })

/** Lines on a page of the history. */
export const pageSize = 10

const creditsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A page of the history, newest first. Later pages shift as lines arrive, so only the first is folded. */
    credits: build.query<Snapshot<CreditTransactionRow>, { page: number }>({
      query: ({ page }) => ({ url: 'users/credits', params: { offset: page * pageSize, limit: pageSize } }),
      transformResponse: listed(Credits),
      ...follow<CreditTransactionRow, CreditTransactionRow, { page: number }>(creditTransactionsView, {
        joined: true,
      }),
    }),
  }),
})

export const { useCreditsQuery } = creditsApi
