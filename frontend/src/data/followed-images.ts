import type { ImageItem } from '#projections/image-answers.ts'
import { type ImageRow, imagesView, isPrimary } from '#projections/images.ts'
import type { Following } from '../realtime/follow.ts'
import type { Followed } from '../realtime/guess.ts'
import { galleryFollowing, imageFollowing } from './gallery-query.ts'

/** The images of a lore item, newest first, including those being generated. */
export const conjurationImagesFollowing: Following<ImageRow, string> = {
  admits: ({ conjurationId, deletedAt }, wanted) => conjurationId === wanted && deletedAt === null,
  sort: (a, b) => (a.createdAt === b.createdAt ? (a.id < b.id ? 1 : -1) : a.createdAt < b.createdAt ? 1 : -1),
  // Linked and restored images are not among the rows, so only the server can add them.
  refetchOn: (item, wanted) =>
    item.type === 'ImageRestored' || (item.type === 'ImageLinked' && item.data.conjurationId === wanted),
}

/** Returns the row of an image without `primary`, which is derived from fields that events change. */
export const toImageRow = ({ primary: _, ...row }: ImageItem): ImageRow => row

/** Returns the finished primary image, or null if the lore has none and shows its pattern. */
export const primaryAmong = (rows: readonly ImageRow[]): ImageRow | null =>
  rows.find((row) => isPrimary(row) && row.uri !== null) ?? null

/** Queries that return images, for guesses. */
export const followedImages: Followed[] = [
  { endpoint: 'gallery', view: imagesView, following: galleryFollowing },
  { endpoint: 'maps', view: imagesView, following: galleryFollowing },
  { endpoint: 'image', view: imagesView, following: imageFollowing },
  { endpoint: 'conjurationImages', view: imagesView, following: conjurationImagesFollowing },
]
