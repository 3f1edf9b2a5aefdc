import type { ImageRow } from '#projections/images.ts'
import type { Following, Snapshot } from '../realtime/follow.ts'
import { isOneOf } from '../realtime/messages.ts'

type Dated = Pick<ImageRow, 'id' | 'createdAt'>

export const newestFirst = (a: Dated, b: Dated): number =>
  b.createdAt.localeCompare(a.createdAt) || b.id.localeCompare(a.id)

/**
 * Filters of a gallery. `want` is the number of requested images; galleries that differ in it alone share one cache
 * entry, which only grows.
 */
export interface GalleryArg {
  campaignId: string
  /** Null: both pictures and maps. */
  type: ImageRow['type'] | null
  search: string
  /** `YYYY-MM`, or empty for all. */
  month: string
  want: number
}

export interface Gallery extends Snapshot<ImageRow> {
  total: number
  /** Months that have pictures, newest first, by the server's count. */
  months: { month: string; count: number }[]
}

/** Returns true if a new or changed image belongs to a gallery. */
export const admits = (row: ImageRow, { campaignId, type, search, month }: GalleryArg): boolean => {
  const phrase = search.trim().toLowerCase()
  return (
    row.deletedAt === null &&
    row.campaignId === campaignId &&
    (type === null || row.type === type) &&
    (!month || row.createdAt.startsWith(month)) &&
    // as the server searches
    (!phrase || [row.name, row.prompt].some((text) => text?.toLowerCase().includes(phrase)))
  )
}

export const galleryFollowing: Following<ImageRow, GalleryArg> = {
  admits,
  sort: newestFirst,
  // Images that are moved into a campaign or restored are not among the rows, so only the server can add them.
  refetchOn: (item, { campaignId }) =>
    isOneOf(item, ['ImageMoved', 'ImageRestored']) && item.data.campaignId === campaignId,
}

/** Follows one image. `ImageShown` refetches it, because only the server has its former states. */
export const imageFollowing: Following<ImageRow, string> = {
  admits: ({ id }, wanted) => id === wanted,
  refetchOn: (item, wanted) => item.type === 'ImageShown' && item.data.imageId === wanted,
}

/**
 * Counts the images of each month: from the rows if all are loaded, else from the server for the oldest loaded month
 * and those before it.
 */
export const countsOf = ({ rows, total, months }: Gallery): Map<string, number> => {
  const loaded = new Map<string, number>()
  for (const { createdAt } of rows) loaded.set(createdAt.slice(0, 7), (loaded.get(createdAt.slice(0, 7)) ?? 0) + 1)
  const oldest = rows.length < total ? rows.at(-1)?.createdAt.slice(0, 7) : undefined
  const counts = new Map(months.map(({ month, count }) => [month, count]))
  for (const [month, count] of loaded)
    counts.set(month, month === oldest ? Math.max(count, counts.get(month) ?? 0) : count)
  return counts
}
