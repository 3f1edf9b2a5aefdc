import { useEffect, useState } from 'react'
import type { ImageRow } from '#projections/images.ts'
import { pageSize } from '../../../data/fetch-gallery.ts'
import { useGalleryQuery } from '../../../data/images.ts'

const galleries = new Set(['/images', '/image-gallery'])

/** Returns the filters of a gallery's URL. Undefined if the image was not opened from a gallery. */
export const galleryAt = (back: string): { search: string; month: string } | undefined => {
  const { pathname, searchParams } = new URL(back, 'http://here')
  if (!galleries.has(pathname)) return undefined
  return { search: searchParams.get('search') ?? '', month: searchParams.get('month') ?? '' }
}

export interface Neighbours {
  previous: ImageRow | undefined
  next: ImageRow | undefined
  /** All loaded and finished images, in the gallery's order. */
  pictures: readonly ImageRow[]
}

/** Returns the images before and after `row` in the order of its gallery. Loads more once `row` is the last loaded image. */
export const useNeighbours = (row: ImageRow | undefined, back: string): Neighbours => {
  const [want, setWant] = useState(pageSize)
  const filters = galleryAt(back)
  const { data } = useGalleryQuery(
    { campaignId: row?.campaignId ?? '', type: null, search: filters?.search ?? '', month: filters?.month ?? '', want },
    { skip: !row?.campaignId || !filters },
  )
  const rows = data?.rows ?? []
  const at = rows.findIndex(({ id }) => id === row?.id)
  const isLastLoaded = at >= 0 && at === rows.length - 1 && rows.length < (data?.total ?? 0)
  useEffect(() => {
    if (isLastLoaded) setWant(rows.length + pageSize)
  }, [isLastLoaded, rows.length])
  return {
    previous: at > 0 ? rows[at - 1] : undefined,
    next: at >= 0 ? rows[at + 1] : undefined,
    pictures: at >= 0 ? rows.filter(({ uri }) => uri !== null) : [],
  }
}
