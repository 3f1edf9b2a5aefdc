import {
  type LoreExport,
  LoreExportList,
  type LoreExportRequested,
  LoreExportSize,
} from '#domain/lore-export-answers.ts'
import { api } from '../base/api.ts'
import { refetchedBy } from '../realtime/refetched.ts'

interface Scope {
  campaignId: string
  collectionId?: string | undefined
  conjurationId?: string | undefined
}

const loreExportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The size of an export, for its dialog. */
    loreExportSize: build.query<LoreExportSize, Scope>({
      query: (params) => ({ url: 'exports/size', params }),
      keepUnusedDataFor: 0,
      transformResponse: (body) => LoreExportSize.parse(body),
      ...refetchedBy<Scope>([
        ...(['ConjurationCreated', 'ConjurationDeleted', 'ConjurationRestored', 'ConjurationMoved'] as const),
        ...(['ConjurationVisibilityChanged', 'ImageUploaded', 'ImageGenerated', 'ImageDeleted'] as const),
      ]),
    }),
    /** The user's exports that run or wait; each is an operation. */
    loreExports: build.query<LoreExport[], void>({
      query: () => 'exports',
      keepUnusedDataFor: 0,
      transformResponse: (body) => LoreExportList.parse(body).data,
      ...refetchedBy<void>(['OperationBegun', 'OperationEnded', 'OperationUndoBegun', 'OperationUndone']),
    }),
    askLoreExport: build.mutation<{ operationId: string }, Partial<LoreExportRequested> & { campaignId: string }>({
      query: (body) => ({ url: 'exports', method: 'POST', body }),
    }),
    askAccountExport: build.mutation<{ operationId: string }, void>({
      query: () => ({ url: 'exports/account', method: 'POST', body: {} }),
    }),
  }),
})

export const { useLoreExportSizeQuery, useLoreExportsQuery, useAskLoreExportMutation, useAskAccountExportMutation } =
  loreExportsApi

/** Returns the URL of a finished export. */
export const exportFile = (id: string): string => `/api/exports/${id}/file`
