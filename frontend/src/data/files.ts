import { z } from 'zod'
import { type CampaignFileItem, CampaignFileList } from '#projections/answers.ts'
import { type CampaignFileRow, campaignFilesView } from '#projections/campaigns.ts'
import { api } from '../base/api.ts'
import { upload } from '../base/upload.ts'
import { follow } from '../realtime/follow.ts'
import { guessing } from '../realtime/guess.ts'
import { growing } from '../realtime/pages.ts'
import { parseList, refetchOnFailure } from './answers.ts'
import { type Files, type FilesArg, fetchFiles, filePageSize, filesFollowing } from './fetch-files.ts'

const followed = [{ endpoint: 'campaignFiles', view: campaignFilesView, following: filesFollowing }]

const filesApi = api.injectEndpoints({
  endpoints: (build) => ({
    campaignFiles: build.query<Files, FilesArg>({
      ...growing,
      queryFn: (arg, { getState }, _extra, request) => fetchFiles(arg, () => cachedFiles(getState(), arg), request),
      providesTags: ['files'],
      ...follow<CampaignFileRow, CampaignFileItem, FilesArg>(campaignFilesView, filesFollowing),
    }),
    /** Removed files that this user may restore. */
    removedFiles: build.query<Files, string>({
      query: (campaignId) => `campaigns/${campaignId}/files?deleted=1&limit=${filePageSize}`,
      transformResponse: parseList(CampaignFileList),
      providesTags: ['files'],
      ...follow<CampaignFileRow, CampaignFileItem, string>(campaignFilesView, {
        joined: true,
        admits: (row, campaignId) => row.campaignId === campaignId && row.deletedAt !== null,
        refetchOn: ({ type }) => type === 'CampaignFileRemoved',
      }),
    }),
    restoreFile: build.mutation<unknown, { campaignId: string; fileId: string }>({
      query: ({ campaignId, fileId }) => ({ url: `campaigns/${campaignId}/files/${fileId}/restore`, method: 'POST' }),
      invalidatesTags: ['files'],
    }),
    removeFile: build.mutation<unknown, { campaignId: string; fileId: string }>({
      query: ({ campaignId, fileId }) => ({ url: `campaigns/${campaignId}/files/${fileId}`, method: 'DELETE' }),
      onQueryStarted: guessing(followed, (data) => [{ type: 'CampaignFileRemoved', data }]),
      invalidatesTags: refetchOnFailure('files'),
    }),
  }),
})

const cachedFiles = (state: unknown, arg: FilesArg): Files | undefined =>
  filesApi.endpoints.campaignFiles.select(arg)(state as never).data

export const { useCampaignFilesQuery, useRemovedFilesQuery, useRemoveFileMutation, useRestoreFileMutation } = filesApi

export const downloadPath = ({ campaignId, id }: CampaignFileRow): string =>
  `/api/campaigns/${campaignId}/files/${id}/download`

/**
 * Uploads a file and reports its progress from 0 to 1. `key` identifies the file, so that a repeated upload stores it
 * once. Rejects as `upload` does.
 */
export const sendFile = async (
  { campaignId, key, file }: { campaignId: string; key: string; file: File },
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> => {
  const body = new FormData()
  body.append('file', file)
  z.object({ id: z.string() }).parse(await upload(`campaigns/${campaignId}/files`, body, onProgress, signal, key))
}
