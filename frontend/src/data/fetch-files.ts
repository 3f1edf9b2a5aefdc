import { type CampaignFileItem, CampaignFileList } from '#projections/answers.ts'
import type { Following, Snapshot } from '../realtime/follow.ts'
import { type Answered, fetchPages, type Request } from '../realtime/pages.ts'
import { parseList } from './answers.ts'

export const filePageSize = 100

/** `want` is the number of requested files; lists that differ in it alone share one cache entry, which only grows. */
export interface FilesArg {
  campaignId: string
  want: number
}

export type Files = Snapshot<CampaignFileItem>

const newestFirst = (a: CampaignFileItem, b: CampaignFileItem) =>
  b.createdAt.localeCompare(a.createdAt) || a.id.localeCompare(b.id)

export const filesFollowing: Following<CampaignFileItem, FilesArg> = {
  joined: true,
  admits: (row, { campaignId }) => row.campaignId === campaignId && row.deletedAt === null,
  sort: newestFirst,
  refetchOn: ({ type }) => type === 'CampaignFileRestored',
}

/** Fetches the files of a campaign, newest first. */
export const fetchFiles = (
  { campaignId, want }: FilesArg,
  cached: () => Files | undefined,
  request: Request,
): Promise<Answered<Files>> =>
  fetchPages<CampaignFileItem, Files>({
    want,
    pageSize: filePageSize,
    cached,
    sort: newestFirst,
    async page(offset) {
      const answer = await request({ url: `campaigns/${campaignId}/files`, params: { offset, limit: filePageSize } })
      return answer.error ? { error: answer.error } : { data: parseList(CampaignFileList)(answer.data, answer.meta) }
    },
  })
