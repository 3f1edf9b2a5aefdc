import { Gallery as GalleryPage } from '#projections/image-answers.ts'
import type { ImageRow } from '#projections/images.ts'
import { positionOf } from '../base/api.ts'
import { type Answered, fetchPages, type Request } from '../realtime/pages.ts'
import { toImageRow } from './followed-images.ts'
import { type Gallery, type GalleryArg, newestFirst } from './gallery-query.ts'

export const pageSize = 50

export const fetchGallery = (
  { want, campaignId, type, search, month }: GalleryArg,
  cached: () => Gallery | undefined,
  request: Request,
): Promise<Answered<Gallery>> => {
  const filters = { campaignId, ...(type && { type }), ...(search && { search }), ...(month && { date: month }) }
  return fetchPages<ImageRow, Gallery>({
    want,
    pageSize,
    cached,
    sort: newestFirst,
    async page(offset) {
      const answer = await request({ url: 'images/gallery', params: { ...filters, offset, limit: pageSize } })
      if (answer.error) return { error: answer.error }
      const { images, total, months } = GalleryPage.parse(answer.data)
      return { data: { rows: images.map(toImageRow), total, months, position: positionOf(answer.meta) } }
    },
  })
}
