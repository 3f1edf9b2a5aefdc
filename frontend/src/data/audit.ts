import type { z } from 'zod'
import {
  AccountComparison,
  AccountPast,
  AccountSteps,
  AuditAccounts,
  EmailShown,
  FirstFall,
  LookTaken,
  StepDetail,
  type StepKind,
  VisibilityAudit,
  type VisibilityAuditKind,
} from '#domain/audit-accounts.ts'
import { AccountChain, ChainStatus } from '#domain/audit-chain.ts'
import { AccountReplay, type AccountViewName } from '#domain/audit-replay-answers.ts'
import { api } from '../base/api.ts'

/** Seconds for which data of other users' accounts stays cached after its screen is closed. */
export const keepUnusedDataFor = 60
export const accountsPageSize = 20

/** A moment: a log position or an ISO time; without either, now. */
export interface When {
  position?: string | undefined
  at?: string | undefined
}
export type Of<Params> = { accountId: string } & Params

interface StepsArg extends When {
  direction: 'before' | 'after'
  kind?: StepKind | undefined
  type?: string | undefined
  path?: string | undefined
  limit: number
}

/** Tags all data of one account, which is refetched together. */
export const ofAccount = (_answer: unknown, _refusal: unknown, { accountId }: { accountId: string }) => [
  { type: 'audited' as const, id: accountId },
]

/** Omits empty parameters. */
export const nonEmptyParams = (params: Record<string, string | number | undefined>) =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined && value !== ''))

export const auditApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Rows of one account, compared with a replay of its streams at request time. */
    accountReplay: build.query<AccountReplay, Of<{ view?: AccountViewName }>>({
      query: ({ accountId, ...params }) => ({
        url: `audit/accounts/${accountId}/replay`,
        params: nonEmptyParams(params),
      }),
      transformResponse: (body) => AccountReplay.parse(body),
      keepUnusedDataFor: 0,
      extraOptions: { freshness: 'opened' },
    }),

    auditAccounts: build.query<AuditAccounts, { search: string; offset: number }>({
      query: ({ search, offset }) => ({
        url: 'audit/accounts',
        params: nonEmptyParams({ search, offset, limit: accountsPageSize }),
      }),
      transformResponse: (body) => AuditAccounts.parse(body),
      keepUnusedDataFor,
      extraOptions: { freshness: 'opened' },
    }),
    look: build.mutation<z.infer<typeof LookTaken>, { userId: string; reason: string; position?: string | undefined }>({
      query: (body) => ({ url: 'audit/looks', method: 'POST', body }),
      transformResponse: (body) => LookTaken.parse(body),
    }),
    revealEmail: build.mutation<z.infer<typeof EmailShown>, Of<{ reason: string }>>({
      query: ({ accountId, ...body }) => ({ url: `audit/accounts/${accountId}/email`, method: 'POST', body }),
      transformResponse: (body) => EmailShown.parse(body),
    }),
    accountPast: build.query<AccountPast, Of<When>>({
      query: ({ accountId, ...when }) => ({ url: `audit/accounts/${accountId}`, params: nonEmptyParams({ ...when }) }),
      transformResponse: (body) => AccountPast.parse(body),
      providesTags: ofAccount,
      keepUnusedDataFor,
      extraOptions: { freshness: 'polled' },
    }),
    accountSteps: build.query<AccountSteps, Of<StepsArg>>({
      query: ({ accountId, ...params }) => ({
        url: `audit/accounts/${accountId}/events`,
        params: nonEmptyParams({ ...params }),
      }),
      transformResponse: (body) => AccountSteps.parse(body),
      providesTags: ofAccount,
      keepUnusedDataFor,
      extraOptions: { freshness: 'polled' },
    }),
    accountStep: build.query<StepDetail, Of<{ eventId: string }>>({
      query: ({ accountId, eventId }) => `audit/accounts/${accountId}/events/${eventId}`,
      transformResponse: (body) => StepDetail.parse(body),
      providesTags: ofAccount,
      keepUnusedDataFor,
      extraOptions: { freshness: 'polled' },
    }),
    accountComparison: build.query<AccountComparison, Of<{ a: string; b: string }>>({
      query: ({ accountId, ...params }) => ({ url: `audit/accounts/${accountId}/compare`, params }),
      transformResponse: (body) => AccountComparison.parse(body),
      keepUnusedDataFor,
      extraOptions: { freshness: 'constant' },
    }),
    firstFall: build.query<z.infer<typeof FirstFall>, Of<{ balanceBelow: number; after?: string | undefined }>>({
      query: ({ accountId, ...params }) => ({
        url: `audit/accounts/${accountId}/first`,
        params: nonEmptyParams({ ...params }),
      }),
      transformResponse: (body) => FirstFall.parse(body),
      keepUnusedDataFor,
      extraOptions: { freshness: 'constant' },
    }),
    sight: build.query<VisibilityAudit, Of<When & { kind: VisibilityAuditKind; id: string }>>({
      query: ({ accountId, ...params }) => ({
        url: `audit/accounts/${accountId}/sight`,
        params: nonEmptyParams({ ...params }),
      }),
      transformResponse: (body) => VisibilityAudit.parse(body),
      providesTags: ofAccount,
      keepUnusedDataFor,
      extraOptions: { freshness: 'polled' },
    }),
    chain: build.query<ChainStatus, void>({
      query: () => 'audit/chain',
      transformResponse: (body) => ChainStatus.parse(body),
      keepUnusedDataFor,
      extraOptions: { freshness: 'polled' },
    }),
    accountChain: build.query<AccountChain, string>({
      query: (accountId) => `audit/accounts/${accountId}/chain`,
      transformResponse: (body) => AccountChain.parse(body),
      providesTags: (answer, refusal, accountId) => ofAccount(answer, refusal, { accountId }),
      keepUnusedDataFor,
      extraOptions: { freshness: 'polled' },
    }),
  }),
})

export const {
  useAuditAccountsQuery,
  useLookMutation,
  useRevealEmailMutation,
  useAccountPastQuery,
  useAccountStepsQuery,
  useAccountStepQuery,
  useAccountComparisonQuery,
  useLazyFirstFallQuery,
  useSightQuery,
  useChainQuery,
  useAccountChainQuery,
  useLazyAccountReplayQuery,
} = auditApi
