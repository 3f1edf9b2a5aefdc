import {
  CurveAnswer,
  type Figure,
  LedgerAnswer,
  PaymentsAnswer,
  SumsAnswer,
  type SumsBy,
  TraceAnswer,
} from '#domain/ledger-answers.ts'
import { api } from '../base/api.ts'
import { keepUnusedDataFor, nonEmptyParams, type Of, ofAccount, type When } from './audit.ts'

/** `before` and `after` are entry numbers; without them the page is around the moment. The others select the entries of a figure. */
interface LedgerArg extends When {
  before?: number | undefined
  after?: number | undefined
  limit: number
  figure?: Figure | undefined
  source?: string | undefined
  purpose?: string | undefined
  month?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

const ledgerApi = api.injectEndpoints({
  endpoints: (build) => ({
    ledger: build.query<LedgerAnswer, Of<LedgerArg>>({
      query: ({ accountId, ...params }) => ({
        url: `audit/accounts/${accountId}/ledger`,
        params: nonEmptyParams({ ...params }),
      }),
      transformResponse: (body) => LedgerAnswer.parse(body),
      providesTags: ofAccount,
      keepUnusedDataFor,
      extraOptions: { freshness: 'polled' },
    }),
    curve: build.query<CurveAnswer, Of<{ from?: string | undefined; to?: string | undefined }>>({
      query: ({ accountId, ...params }) => ({
        url: `audit/accounts/${accountId}/curve`,
        params: nonEmptyParams({ ...params }),
      }),
      transformResponse: (body) => CurveAnswer.parse(body),
      providesTags: ofAccount,
      keepUnusedDataFor,
      extraOptions: { freshness: 'polled' },
    }),
    trace: build.query<TraceAnswer, Of<{ of: string; position?: string | undefined }>>({
      query: ({ accountId, ...params }) => ({
        url: `audit/accounts/${accountId}/trace`,
        params: nonEmptyParams({ ...params }),
      }),
      transformResponse: (body) => TraceAnswer.parse(body),
      providesTags: ofAccount,
      keepUnusedDataFor,
      extraOptions: { freshness: 'polled' },
    }),
    sums: build.query<SumsAnswer, Of<{ by: SumsBy; from?: string | undefined; to?: string | undefined }>>({
      query: ({ accountId, ...params }) => ({
        url: `audit/accounts/${accountId}/sums`,
        params: nonEmptyParams({ ...params }),
      }),
      transformResponse: (body) => SumsAnswer.parse(body),
      providesTags: ofAccount,
      keepUnusedDataFor,
      extraOptions: { freshness: 'polled' },
    }),
    payments: build.query<PaymentsAnswer, Of<When>>({
      query: ({ accountId, ...when }) => ({
        url: `audit/accounts/${accountId}/payments`,
        params: nonEmptyParams({ ...when }),
      }),
      transformResponse: (body) => PaymentsAnswer.parse(body),
      providesTags: ofAccount,
      keepUnusedDataFor,
      extraOptions: { freshness: 'polled' },
    }),
  }),
})

export const { useLedgerQuery, useCurveQuery, useTraceQuery, useSumsQuery, usePaymentsQuery } = ledgerApi
