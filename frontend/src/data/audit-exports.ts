import { ExportAnswer, ExportList, type ExportRequested } from '#domain/export-answers.ts'
import { api } from '../base/api.ts'
import { keepUnusedDataFor, type Of } from './audit.ts'

export const exportsPageSize = 20

const exportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    exports: build.query<ExportList, { offset: number }>({
      query: ({ offset }) => ({ url: 'audit/exports', params: { offset, limit: exportsPageSize } }),
      transformResponse: (body) => ExportList.parse(body),
      providesTags: ['exports'],
      keepUnusedDataFor,
      extraOptions: { freshness: 'polled' },
    }),
    export: build.query<ExportAnswer, string>({
      query: (id) => `audit/exports/${id}`,
      transformResponse: (body) => ExportAnswer.parse(body),
      providesTags: ['exports'],
      keepUnusedDataFor,
      extraOptions: { freshness: 'polled' },
    }),
    askChainProof: build.mutation<{ exportId: string }, { reason: string }>({
      query: (body) => ({ url: 'audit/exports', method: 'POST', body }),
      invalidatesTags: ['exports'],
    }),
    askExport: build.mutation<{ exportId: string }, Of<ExportRequested>>({
      query: ({ accountId, ...body }) => ({ url: `audit/accounts/${accountId}/exports`, method: 'POST', body }),
      invalidatesTags: ['exports'],
    }),
  }),
})

export const { useExportsQuery, useExportQuery, useAskExportMutation, useAskChainProofMutation } = exportsApi

/** URLs of a finished export and of its detached signature. */
export const exportFile = (id: string): string => `/api/audit/exports/${id}/file`
export const exportSignature = (id: string): string => `/api/audit/exports/${id}/signature`
