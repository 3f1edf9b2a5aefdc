import { CollectionList, type ConjurationItem, ConjurationList } from '#projections/answers.ts'
import { positionOf } from '../base/api.ts'
import { type Answered, fetchPages, type Request } from '../realtime/pages.ts'
import { parseList } from './answers.ts'
import { asListed, type Conjurations, type ConjurationsArg, type TaggedArg } from './conjurations-query.ts'

export const pageSize = 200
/** The server's limit for a whole campaign. */
const taggedPage = 100

type Page = (offset: number, limit: number) => Promise<Answered<Conjurations>>

const fetchList = (
  want: number,
  cached: () => Conjurations | undefined,
  most: number,
  page: Page,
): Promise<Answered<Conjurations>> => {
  const before = cached()
  const known = before?.rows.length ?? 0
  const isMore = before?.want !== undefined && want > before.want && want > known
  // All requested items in one request: the tree requests few items of many folders, the open folder many.
  const size = Math.min(most, isMore ? want - known : Math.max(want, known))
  return fetchPages<ConjurationItem, Conjurations>({
    want,
    pageSize: size,
    cached,
    sort: asListed,
    page: (offset) => page(offset, size),
  })
}

export const fetchConjurations = (
  { campaignId, collectionId, want }: ConjurationsArg,
  cached: () => Conjurations | undefined,
  request: Request,
): Promise<Answered<Conjurations>> => {
  const where = { campaignId, folders: 'false', ...(collectionId && { parentId: collectionId }) }
  return fetchList(want, cached, pageSize, async (offset, limit) => {
    const answer = await request({ url: 'collections', params: { ...where, offset, limit } })
    if (answer.error) return { error: answer.error }
    const { conjurations, meta } = CollectionList.parse(answer.data)
    // The server lists items of a hidden folder at the root, although their rows name the folder.
    const rows = conjurations.map((row) => ({ ...row, collectionId }))
    return { data: { rows, total: meta.total, position: positionOf(answer.meta) } }
  })
}

export const fetchTagged = (
  { campaignId, collectionId, tags, want }: TaggedArg,
  cached: () => Conjurations | undefined,
  request: Request,
): Promise<Answered<Conjurations>> => {
  const where = { campaignId, tags: tags.join(), ...(collectionId && { collectionId }) }
  return fetchList(want, cached, taggedPage, async (offset, limit) => {
    const answer = await request({ url: 'conjurations', params: { ...where, offset, limit } })
    return answer.error ? { error: answer.error } : { data: parseList(ConjurationList)(answer.data, answer.meta) }
  })
}
