import type { z } from 'zod'
import {
  ImportBegun,
  type ImportChoices,
  ImportPreview,
  ImportProblems,
  ImportUploaded,
} from '#domain/import-answers.ts'
import { api } from '../base/api.ts'
import { upload } from '../base/upload.ts'

interface Import {
  campaignId: string
  importId: string
}

const importsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The preview of an uploaded archive, available for a day. */
    importPreview: build.query<ImportPreview, Import & { into: string | null }>({
      query: ({ campaignId, importId, into }) => ({
        url: `campaigns/${campaignId}/imports/${importId}`,
        params: into ? { into } : {},
      }),
      transformResponse: (answer) => ImportPreview.parse(answer),
      extraOptions: { freshness: 'constant' },
    }),
    /** Problems from index `from` on; available for a day after the import. */
    importProblems: build.query<ImportProblems, Import & { from: number }>({
      query: ({ campaignId, importId, from }) => `campaigns/${campaignId}/imports/${importId}/problems?from=${from}`,
      transformResponse: (answer) => ImportProblems.parse(answer),
      extraOptions: { freshness: 'constant' },
    }),
    beginImport: build.mutation<z.infer<typeof ImportBegun>, Import & ImportChoices>({
      query: ({ campaignId, importId, ...body }) => ({
        url: `campaigns/${campaignId}/imports/${importId}/begin`,
        method: 'POST',
        body,
      }),
      transformResponse: (answer) => ImportBegun.parse(answer),
    }),
    discardImport: build.mutation<unknown, Import>({
      query: ({ campaignId, importId }) => ({ url: `campaigns/${campaignId}/imports/${importId}`, method: 'DELETE' }),
    }),
  }),
})

export const { useImportPreviewQuery, useLazyImportProblemsQuery, useBeginImportMutation, useDiscardImportMutation } =
  importsApi

/** Returns the URL of the CSV file of everything that an import omits, changes or notes. */
export const problemsFile = ({ campaignId, importId }: Import): string =>
  `/api/campaigns/${campaignId}/imports/${importId}/problems.csv`

/** Uploads an archive and reports the progress from 0 to 1. Returns the preview of its import. Rejects as `upload` does. */
export const sendArchive = async (
  { campaignId, key, file }: { campaignId: string; key: string; file: File },
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<ImportPreview> => {
  const body = new FormData()
  body.append('file', file)
  return ImportUploaded.parse(await upload(`campaigns/${campaignId}/imports`, body, onProgress, signal, key)).import
}
