import { Gallery as GalleryPage } from '#projections/answers.ts'
import type { ImageRow } from '#projections/images.ts'
import { positionOf } from '../../app/api.ts'
import type { RequestError } from '../../app/problem.ts'
import { newestFirst } from './gallery/months.ts'
import type { Gallery, GalleryArg } from './gallery-query.ts'

export const pageSize = 50

export type GalleryAnswer = { data: Gallery } | { error: RequestError }

interface Answer {
  data?: unknown
  error?: RequestError | undefined
  meta?: { position: string | null } | undefined
}
type Request = (args: { url: string; params: Record<string, string | number> }) => Answer | PromiseLike<Answer>

/**
 * Fetches a gallery page by page. More than is `cached` is fetched from where the rows end; anything else anew, as far as
 * it was loaded, so that a correction never makes the wall shorter under a reader.
 */
export const fetchGallery = async (
  { want, campaignId, type, search, month }: GalleryArg,
  cached: () => Gallery | undefined,
  request: Request,
): Promise<GalleryAnswer> => {
  const known = cached()?.rows.length ?? 0
  const more = known > 0 && want > known
  const filters = { campaignId, type, ...(search && { search }), ...(month && { date: month }) }
  let fetched: Gallery | undefined
  for (let offset = more ? known : 0; offset < Math.max(want, known, 1); offset += pageSize) {
    const answer = await request({ url: 'images/gallery', params: { ...filters, offset, limit: pageSize } })
    if (answer.error) return { error: answer.error }
    const { images, total, months } = GalleryPage.parse(answer.data)
    const position = positionOf(answer.meta)
    fetched = after(fetched, { rows: images, total, months, position })
    if (images.length < pageSize) break
  }
  const before = more ? cached() : undefined
  return { data: after(before, fetched ?? { rows: [], total: 0, months: [], position: '0' }) }
}

/** A page put after what was there. True at the earlier of the two positions: events between them fold to the same again. */
const after = (there: Gallery | undefined, page: Gallery): Gallery =>
  there ? { ...page, rows: joined(there.rows, page.rows), position: earlier(there.position, page.position) } : page

/** Pictures that were there and those that were fetched after them: a picture may have slid from one page to the next. */
const joined = (there: readonly ImageRow[], fetched: readonly ImageRow[]): ImageRow[] => {
  const rows = new Map([...there, ...fetched].map((row) => [row.id, row]))
  return [...rows.values()].sort(newestFirst)
}

const earlier = (a: string, b: string): string => (BigInt(a) < BigInt(b) ? a : b)
