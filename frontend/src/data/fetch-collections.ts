import { CollectionTree } from '#projections/answers.ts'
import { positionOf } from '../base/api.ts'
import { type Answered, fetchPages, type Request } from '../realtime/pages.ts'
import { byName } from './collection-tree.ts'
import type { Children, ChildrenArg } from './collections-query.ts'

export const childrenPage = 200
/** The server's limit. */
export const mostParents = 100

type Parts = Answered<CollectionTree & { position: string }>
interface Batch {
  parents: Set<string>
  answer: Promise<Parts>
}
/** Batches that are not sent yet, by store and campaign. */
const pendingBatches = new WeakMap<object, Map<string, Batch>>()

const requestTree = async (
  campaignId: string,
  parents: Iterable<string>,
  request: Request,
  offset = 0,
): Promise<Parts> => {
  const params = { campaignId, parents: [...parents].sort().join(), offset, limit: childrenPage }
  const answer = await request({ url: 'collections/tree', params })
  if (answer.error) return { error: answer.error }
  return { data: { ...CollectionTree.parse(answer.data), position: positionOf(answer.meta) } }
}

/** Batches requests for parts of a tree that are made at once, as when a page opens or many folders change. */
const fetchBatched = (store: object, campaignId: string, parent: string, request: Request): Promise<Parts> => {
  const batches = pendingBatches.get(store) ?? new Map<string, Batch>()
  pendingBatches.set(store, batches)
  const batch = batches.get(campaignId)
  if (batch && batch.parents.size < mostParents) {
    batch.parents.add(parent)
    return batch.answer
  }
  const parents = new Set([parent])
  const answer = new Promise((resolve) => setTimeout(resolve)).then(() => {
    if (batches.get(campaignId)?.parents === parents) batches.delete(campaignId)
    return requestTree(campaignId, parents, request)
  })
  batches.set(campaignId, { parents, answer })
  return answer
}

/**
 * Fetches the direct children of a folder; the result is empty if that folder is hidden or missing. `store` identifies
 * the tab's store.
 */
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
        ? fetchBatched(store, campaignId, parent, request)
        : requestTree(campaignId, [parent], request, offset))
      if ('error' in answer) return answer
      const { data, parts, position } = answer.data
      // The server sorts by code points, the interface by natural order.
      const rows = data.filter((row) => row.parentCollectionId === parentId).sort(byName)
      const total = parts.find((part) => part.parentId === parentId)?.total ?? 0
      return { data: { rows, total, position, counted: position } }
    },
  })
}
