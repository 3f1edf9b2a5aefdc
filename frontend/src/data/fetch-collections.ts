import { CollectionTree } from '#projections/answers.ts'
import { positionOf } from '../app/api.ts'
import { type Answered, fetchPages, type Request } from '../realtime/pages.ts'
import { byName } from './collection-tree.ts'
import type { Children, ChildrenArg } from './collections-query.ts'

export const childrenPage = 200
/** As the server allows. */
export const mostParents = 100

type Parts = Answered<CollectionTree & { position: string }>
interface Batch {
  parents: Set<string>
  answer: Promise<Parts>
}
/** What is about to be asked, by store and campaign. */
const waiting = new WeakMap<object, Map<string, Batch>>()

const ask = async (campaignId: string, parents: Iterable<string>, request: Request, offset = 0): Promise<Parts> => {
  const params = { campaignId, parents: [...parents].sort().join(), offset, limit: childrenPage }
  const answer = await request({ url: 'collections/tree', params })
  if (answer.error) return { error: answer.error }
  return { data: { ...CollectionTree.parse(answer.data), position: positionOf(answer.meta) } }
}

/** The parts of a tree that are asked for at once, as when a page opens or much has changed, are asked for in one request. */
const askTogether = (store: object, campaignId: string, parent: string, request: Request): Promise<Parts> => {
  const batches = waiting.get(store) ?? new Map<string, Batch>()
  waiting.set(store, batches)
  const batch = batches.get(campaignId)
  if (batch && batch.parents.size < mostParents) {
    batch.parents.add(parent)
    return batch.answer
  }
  const parents = new Set([parent])
  const answer = new Promise((resolve) => setTimeout(resolve)).then(() => {
    if (batches.get(campaignId)?.parents === parents) batches.delete(campaignId)
    return ask(campaignId, parents, request)
  })
  batches.set(campaignId, { parents, answer })
  return answer
}

/** The folders in one; none where that is not seen, or not there. `store` is what stays the same for all that one tab asks. */
export const fetchChildren = (
  { campaignId, parentId, want }: ChildrenArg,
  cached: () => Children | undefined,
  request: Request,
  store: object,
): Promise<Answered<Children>> => {
  const parent = parentId ?? 'root'
  return fetchPages({
    want,
    pageSize: childrenPage,
    cached,
    sort: byName,
    async page(offset) {
      const answer = await (offset === 0
        ? askTogether(store, campaignId, parent, request)
        : ask(campaignId, [parent], request, offset))
      if ('error' in answer) return answer
      const { data, parts, position } = answer.data
      // The server pages them letter by letter; people count.
      const rows = data.filter((row) => row.parentCollectionId === parentId).sort(byName)
      const total = parts.find((part) => part.parentId === parentId)?.total ?? 0
      return { data: { rows, total, position, counted: position } }
    },
  })
}
