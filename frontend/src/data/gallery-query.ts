import type { ImageRow } from '#projections/images.ts'
import type { Following, Snapshot } from '../realtime/follow.ts'
import { isOneOf } from '../realtime/messages.ts'

type Dated = Pick<ImageRow, 'id' | 'createdAt'>

export const newestFirst = (a: Dated, b: Dated): number =>
  b.createdAt.localeCompare(a.createdAt) || b.id.localeCompare(a.id)

/** What a gallery shows. `want` is how many pictures; it only ever grows, and galleries that differ in it alone are one. */
export interface GalleryArg {
  campaignId: string
  /** Null: pictures and maps alike. */
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

/** Whether a picture that changes stays in a gallery, or a new one enters. */
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
  // Pictures that come into a campaign, or back from its Trash, are not among the rows, so only the server can bring them.
  refetchOn: (item, { campaignId }) =>
    isOneOf(item, ['ImageMoved', 'ImageRestored']) && item.data.campaignId === campaignId,
}

/** One picture, for as long as it is that one. What it has been is the server's to say. */
export const imageFollowing: Following<ImageRow, string> = {
  admits: ({ id }, wanted) => id === wanted,
  refetchOn: (item, wanted) => item.type === 'ImageShown' && item.data.imageId === wanted,
}

/** How many pictures each month has: by count where all of it is loaded, by the server's word for the oldest loaded and what follows. */
export const countsOf = ({ rows, total, months }: Gallery): Map<string, number> => {
  const loaded = new Map<string, number>()
  for (const { createdAt } of rows) loaded.set(createdAt.slice(0, 7), (loaded.get(createdAt.slice(0, 7)) ?? 0) + 1)
  const oldest = rows.length < total ? rows.at(-1)?.createdAt.slice(0, 7) : undefined
  const counts = new Map(months.map(({ month, count }) => [month, count]))
  for (const [month, count] of loaded)
    counts.set(month, month === oldest ? Math.max(count, counts.get(month) ?? 0) : count)
  return counts
}
