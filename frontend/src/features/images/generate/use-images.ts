import { useMemo } from 'react'
import type { ImageModel } from '#domain/image-models.ts'
import type { ImageRow } from '#projections/images.ts'
import { pageSize } from '../../../data/fetch-gallery.ts'
import { useGalleryQuery } from '../../../data/images.ts'

const earlierLimit = 12

/** The images of the last request in the requested order, and the user's earlier ones. Live, like the gallery. */
export const useImages = (
  campaignId: string,
  type: ImageModel['type'],
  userId: string,
  imageIds: readonly string[],
) => {
  const { data } = useGalleryQuery({ campaignId, type, search: '', month: '', want: pageSize })
  return useMemo(() => {
    const rows = data?.rows ?? []
    const requested = new Set(imageIds)
    const isBefore = (row: ImageRow) =>
      row.userId === userId && row.modelId !== null && row.uri !== null && !requested.has(row.id)
    return {
      current: imageIds.flatMap((id) => rows.find((row) => row.id === id) ?? []),
      before: rows.filter(isBefore).slice(0, earlierLimit),
      generating: rows.some((row) => row.userId === userId && row.generating),
    }
  }, [data, userId, imageIds])
}
