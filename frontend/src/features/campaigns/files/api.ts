import { z } from 'zod'
import { type CampaignFileItem, CampaignFileList } from '#projections/answers.ts'
import { type CampaignFileRow, campaignFilesView } from '#projections/campaigns.ts'
import { api, positionOf } from '../../../app/api.ts'
import { upload } from '../../../app/upload.ts'
import { type Following, follow, type Snapshot } from '../../../realtime/follow.ts'
import { type Followed, guessing } from '../../../realtime/guess.ts'

const filesFollowing: Following<CampaignFileItem, string> = {
  joined: true,
  admits: (row, campaignId) => row.campaignId === campaignId,
  sort: (a, b) => b.createdAt.localeCompare(a.createdAt),
}
const followed: Followed[] = [{ endpoint: 'campaignFiles', view: campaignFilesView, following: filesFollowing }]

const filesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Newest first. */
    campaignFiles: build.query<Snapshot<CampaignFileItem>, string>({
      query: (campaignId) => `campaigns/${campaignId}/files`,
      transformResponse: (body, meta) => {
        const { data: rows, total } = CampaignFileList.parse(body)
        return { rows, total, position: positionOf(meta) }
      },
      providesTags: ['files'],
      ...follow<CampaignFileRow, CampaignFileItem, string>(campaignFilesView, filesFollowing),
    }),
    removeFile: build.mutation<unknown, { campaignId: string; fileId: string }>({
      query: ({ campaignId, fileId }) => ({ url: `campaigns/${campaignId}/files/${fileId}`, method: 'DELETE' }),
      onQueryStarted: guessing(followed, (data) => [{ type: 'CampaignFileRemoved', data: { ...data } }]),
      invalidatesTags: (_receipt, refused) => (refused ? ['files'] : []),
    }),
  }),
})

export const { useCampaignFilesQuery, useRemoveFileMutation } = filesApi

export const downloadPath = ({ campaignId, id }: CampaignFileRow): string =>
  `/api/campaigns/${campaignId}/files/${id}/download`

/** Sends a file and tells how far it is, 0 to 1. Its `id` is made here: sending it again is one file. Rejects as `upload` does. */
export const sendFile = async (
  { campaignId, id, file }: { campaignId: string; id: string; file: File },
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> => {
  const body = new FormData()
  body.append('id', id)
  body.append('file', file)
  z.object({ id: z.string() }).parse(await upload(`campaigns/${campaignId}/files`, body, onProgress, signal))
}
