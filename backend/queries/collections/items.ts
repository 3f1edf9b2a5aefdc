import { CollectionRow } from '#projections/collections.ts'
import { visibleCounts } from '../conjurations/items.ts'
import { asSeen, unseenCollections, visibleAs } from '../visible.ts'

/** Folders as lists show them, in SQL; the values are those of `visibleIn`. */

const columns = (parent: string) =>
  Object.keys(CollectionRow.shape)
    .map((column) => (column === 'parentCollectionId' ? parent : `c."${column}"`))
    .join(', ')
const from = `from collections c where c."campaignId" = @campaignId and c."deletedAt" is null and ${visibleAs('c')}`

/** Folders visible to the viewer. One whose parent is hidden appears at the root, without the parent's id. */
export const visibleCollections = `select ${columns(asSeen('c."parentCollectionId"', 'parentCollectionId'))} ${from}`

/** Folders at the root for the viewer, including those whose parent is hidden. */
export const collectionsAtRoot = `select ${columns('null::uuid as "parentCollectionId"')} ${from}
  and (c."parentCollectionId" is null or c."parentCollectionId" = any(array(
    ${unseenCollections} union all select f.id from collections f where f."campaignId" = @campaignId and f."deletedAt" is not null)))`

/** Visible folders directly in a folder that the viewer sees; `parent` is its id in the statement. */
export const collectionsIn = (parent: string) =>
  `select ${columns('c."parentCollectionId"')} ${from} and c."parentCollectionId" = ${parent}`

/** Order in which folders are listed. */
export const byName = 'order by lower(c.name), c.id'
export const page = 'limit @limit offset @offset'

/** Number of visible subfolders of a folder given by its id in the statement; `hidden` are the invisible ones. */
export const childrenOf = (id: string) => `(select count(*) from collections f where f."campaignId" = @campaignId
  and f."parentCollectionId" = ${id} and f."deletedAt" is null and f.id not in (select id from hidden))`

/** CTE required by `childrenOf`. */
export const hidden = `hidden as materialized (${unseenCollections})`

/** Folders of a select, with the numbers of subfolders and lore that the viewer sees in each; `first` are further CTEs. */
export const withCounts = (select: string, { contains = 'false', first = '' } = {}) =>
  `with recursive ${first} listed as materialized (${select}), ${hidden}
  select c.*, ${contains} as "containsConjuration", ${childrenOf('c.id')} as "childCount",
    (select coalesce(sum(n.count), 0)::bigint ${visibleCounts('folder')} and n.key = c.id::text) as "loreCount"
  from listed c ${byName}`
