import { type TrashLine, Trash as TrashPage } from '#projections/trash-answers.ts'
import type { Snapshot } from '../realtime/follow.ts'
import { type Answered, fetchPages, type Request } from '../realtime/pages.ts'
import { parseList } from './answers.ts'

export const trashPageSize = 50

/** `want` is the number of requested rows; lists that differ in it alone share one cache entry, which only grows. */
export interface TrashArg {
  campaignId: string
  want: number
}

export type Trash = Snapshot<TrashLine>

const newestFirst = (a: TrashLine, b: TrashLine) => b.deletedAt.localeCompare(a.deletedAt)

/** Fetches the deletions in a campaign, one row per action. */
export const fetchTrash = (
  { campaignId, want }: TrashArg,
  cached: () => Trash | undefined,
  request: Request,
): Promise<Answered<Trash>> =>
  fetchPages<TrashLine, Trash>({
    want,
    pageSize: trashPageSize,
    cached,
    sort: newestFirst,
    async page(offset) {
      const answer = await request({ url: `campaigns/${campaignId}/trash`, params: { offset, limit: trashPageSize } })
      return answer.error ? { error: answer.error } : { data: parseList(TrashPage)(answer.data, answer.meta) }
    },
  })
