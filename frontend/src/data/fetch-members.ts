import { type Member, MemberList } from '#projections/answers.ts'
import type { Following, Snapshot } from '../realtime/follow.ts'
import { type Answered, fetchPages, type Request } from '../realtime/pages.ts'
import { parseList } from './answers.ts'

export const memberPageSize = 25
/** The server's limit. */
const mostAtOnce = 100

/** `want` is the number of requested members; lists that differ in it alone share one cache entry, which only grows. */
export interface MembersArg {
  campaignId: string
  want: number
}

export type Members = Snapshot<Member>

const firstToJoin = (a: Member, b: Member) => a.joinedAt.localeCompare(b.joinedAt) || a.id.localeCompare(b.id)

export const membersFollowing: Following<Member, MembersArg> = {
  joined: true,
  admits: (row, { campaignId }) => row.campaignId === campaignId,
  sort: firstToJoin,
}

/** Fetches the members of a campaign in the order of joining. */
export const fetchMembers = (
  { campaignId, want }: MembersArg,
  cached: () => Members | undefined,
  request: Request,
): Promise<Answered<Members>> => {
  const pageSize = Math.min(mostAtOnce, want)
  return fetchPages<Member, Members>({
    want,
    pageSize,
    cached,
    sort: firstToJoin,
    async page(offset) {
      const answer = await request({ url: `campaigns/${campaignId}/members`, params: { offset, limit: pageSize } })
      return answer.error ? { error: answer.error } : { data: parseList(MemberList)(answer.data, answer.meta) }
    },
  })
}
