import { CollectionList, type LoreItem } from '#projections/answers.ts'
import { positionOf } from '../../app/api.ts'
import { type Answered, fetchPages, type Request } from '../../realtime/pages.ts'
import { type Lore, type LoreArg, newestEdited } from './lore-query.ts'

export const pageSize = 200

export const fetchLore = (
  { campaignId, collectionId, want }: LoreArg,
  cached: () => Lore | undefined,
  request: Request,
): Promise<Answered<Lore>> => {
  const where = { campaignId, folders: 'false', ...(collectionId && { parentId: collectionId }) }
  return fetchPages<LoreItem, Lore>({
    want,
    pageSize,
    cached,
    sort: newestEdited,
    async page(offset) {
      const answer = await request({ url: 'collections', params: { ...where, offset, limit: pageSize } })
      if (answer.error) return { error: answer.error }
      const { conjurations, meta } = CollectionList.parse(answer.data)
      // Lore of a folder that this person does not see hangs at the root, wherever its row says it is.
      const rows = conjurations.map((row) => ({ ...row, collectionId }))
      return { data: { rows, total: meta.total, position: positionOf(answer.meta) } }
    },
  })
}
