import { thingOf, type Viewer } from '#domain/access.ts'
import { can } from '#domain/rights.ts'
import type { ConjurationItem } from '#projections/answers.ts'
import { ConjurationRow } from '#projections/conjurations.ts'
import { ImageItem } from '#projections/image-answers.ts'
import type { Read } from '../../http/snapshot.ts'
import { imageColumns } from '../images/columns.ts'
import {
  asSeen,
  isCopy,
  unseenCollections,
  type VisibleTo,
  visible,
  visibleAs,
  visibleThere,
  visibleTo,
} from '../visible.ts'

/** The row's own columns: the table has others, which only search reads. */
export const conjurationColumns = Object.keys(ConjurationRow.shape)
  .map((column) => `l."${column}"`)
  .join(', ')

/** Columns without the ids of a hidden folder (the lore then appears at the root) and of a hidden source of a copy. */
const shownColumns = ['collectionId', 'copyOf'].reduce(
  (columns, name) => columns.replace(`l."${name}"`, asSeen(`l."${name}"`, name)),
  conjurationColumns,
)

/** Lore visible to the viewer, for a query that continues with `and …`. */
export const visibleConjurations = `from conjurations l where l."deletedAt" is null and ${visibleAs('l')}`

/** Visible lore of `@campaignId`, for queries that only count it. */
export const countableConjurations = `from conjurations l where l."campaignId" = @campaignId and l."deletedAt" is null and ${visibleThere('l')}`

/**
 * Lore of `@campaignId` that appears at the root for the viewer: without a folder, or in a hidden one. Lore in a
 * deleted folder is about to move to the Trash or to the root, and appears nowhere until then.
 */
export const atRoot = `(l."collectionId" is null or l."collectionId" = any(array(
  ${unseenCollections} and f."deletedAt" is null)))`

const newest = 'l."updatedAt" desc, l.id'
export const newestFirst = newest
/** Order in which a folder lists lore. */
export const listOrder = `l."isPinned" desc, ${newest}`

interface Page {
  /** A restriction of the lore, instead of all visible lore: SQL with `l`, for a query that continues with `and …`. */
  from?: string
  /** Conditions that follow `visibleConjurations`, with their values in addition to the viewer's. */
  and: string
  values: VisibleTo
  order: string
  limit: number
  offset: number
  /** Additional columns of each item `l`, in SQL: `…, … as name`. */
  columns?: string
}

/** Returns a page of lore items for lists. */
export async function pageOf(
  read: Read,
  viewer: Viewer,
  { from = visibleConjurations, and, values, order, limit, offset, columns = '' }: Page,
): Promise<ConjurationItem[]> {
  // Selects the page first, so that related data is looked up for its items only.
  const rows = await read<Row>(
    // Rows are numbered after the page is selected: numbering them in the inner query would read all lore.
    `with page as materialized (
       select l.*, row_number() over () as place from (
         select ${conjurationColumns} ${from} ${and} order by ${order} limit @limit offset @offset) l)
     select ${shownColumns}, coalesce(u.name, '') as username, p.uri as "imageUri", p.count as "imageCount", ${isCopy('l."campaignId"')} as "isCopy" ${columns}
       from page l left join auth."user" u on u.id = l."userId"::text
       cross join lateral (
         select count(*) as count, max(i.uri) filter (where i."primary") as uri
           from images i join access ia on ia.id = i.id
          where i."conjurationId" = l.id and i."deletedAt" is null and ${visibleAs('ia')}) p
      order by l.place`,
    { ...values, limit, offset },
  )
  return rows.map((row) => withRights(row, viewer))
}

/** Returns a page of the lore of `@campaignId`, and the total. */
export async function loreItems(read: Read, viewer: Viewer, page: Page) {
  const data = await pageOf(read, viewer, page)
  const isLast = data.length < page.limit && (data.length > 0 || page.offset === 0)
  if (isLast) return { data, total: page.offset + data.length }
  const [count] = await read<{ total: number }>(
    `select count(*) as total ${countableConjurations} ${page.and}`,
    page.values,
  )
  return { data, total: count?.total ?? 0 }
}

/** Returns a page of the lore in the folder `@parentId`, or at the root if that is null, and the total from stored counts. */
export async function loreItemsIn(
  read: Read,
  viewer: Viewer,
  { values, ...page }: Pick<Page, 'limit' | 'offset'> & { values: VisibleTo & { parentId: string | null } },
) {
  const isRoot = values.parentId === null
  const and = `and l."campaignId" = @campaignId and ${isRoot ? atRoot : 'l."collectionId" = @parentId'}`
  const [data, [counted]] = await Promise.all([
    pageOf(read, viewer, { ...page, and, values, order: listOrder }),
    read<{ total: number }>(
      `select coalesce(sum(n.count), 0)::bigint as total ${visibleCounts('folder')} and ${isRoot ? countedAtRoot : 'n.key = @parentId'}`,
      values,
    ),
  ])
  return { data, total: counted?.total ?? 0 }
}

/** Number of visible lore items of `@campaignId`, by folder or by tag, for a query that continues with `and …`. */
export const visibleCounts = (kind: 'folder' | 'tag') =>
  `from conjuration_counts n where n."campaignId" = @campaignId and n.kind = '${kind}' and n.count > 0 and ${visibleAs('n')}`
const countedAtRoot = `n.key = any(array(select '' union all
  select h.id::text from (${unseenCollections} and f."deletedAt" is null) h))`

type Row = Omit<ConjurationItem, 'mayEdit'> & { isCopy: boolean }

const withRights = ({ isCopy, ...row }: Row, viewer: Viewer): ConjurationItem => ({
  ...row,
  mayEdit: !isCopy && can(viewer, 'edit', thingOf({ ...row, ownerId: row.userId })),
})

/** The ancestors of a folder, from the root down, as far as visible to the viewer. */
export const pathTo = (read: Read, viewer: Viewer, collectionId: string | null) =>
  read<{ id: string; name: string }>(
    `with recursive up as (
       select c.id, c.name, c."parentCollectionId" as parent, 1 as height from collections c join access a on a.id = c.id
        where c.id = @collectionId and c."deletedAt" is null and ${visible}
       union all
       select c.id, c.name, c."parentCollectionId", up.height + 1
         from up join collections c on c.id = up.parent join access a on a.id = c.id
        where c."deletedAt" is null and ${visible})
     select id, name from up order by height desc`,
    { ...visibleTo(viewer), collectionId },
  )

/** The lore's pictures visible to the viewer, newest first. */
export async function imagesOf(
  read: Read,
  viewer: Viewer,
  conjurationId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ data: ImageItem[]; total: number }> {
  const rows = await read<ImageItem & { total: number }>(
    `select ${imageColumns}, count(*) over () as total from images i join access a on a.id = i.id
      where i."conjurationId" = @conjurationId and i."deletedAt" is null and ${visible}
      order by i."createdAt" desc, i.id desc limit @limit offset @offset`,
    { ...visibleTo(viewer), conjurationId, limit, offset },
  )
  return {
    data: rows.map((row) => ImageItem.parse({ ...row, primaryOf: row.primary ? conjurationId : null })),
    total: rows[0]?.total ?? 0,
  }
}
