import type { ImageItem } from '#projections/answers.ts'
import { type ImageRow, imagesView, isPrimary } from '#projections/images.ts'
import type { Following } from '../realtime/follow.ts'
import type { Followed } from '../realtime/guess.ts'
import { galleryFollowing, imageFollowing } from './gallery-query.ts'

/** Newest first; a picture that is being made counts as one. */
export const conjurationImagesFollowing: Following<ImageRow, string> = {
  admits: ({ conjurationId, deletedAt }, wanted) => conjurationId === wanted && deletedAt === null,
  sort: (a, b) => (a.createdAt === b.createdAt ? (a.id < b.id ? 1 : -1) : a.createdAt < b.createdAt ? 1 : -1),
  // Pictures that come from elsewhere are not among the rows, so only the server can bring them.
  refetchOn: (item, wanted) =>
    item.type === 'ImageRestored' || (item.type === 'ImageLinked' && item.data.conjurationId === wanted),
}

/** A picture as it is kept: whether it stands for its lore follows from the row, where events change it. */
export const followedImage = ({ primary: _, ...row }: ImageItem): ImageRow => row

/** The picture that stands for it: null while it has none, then its own cloth does. */
export const primaryAmong = (rows: readonly ImageRow[]): ImageRow | null =>
  rows.find((row) => isPrimary(row) && row.uri !== null) ?? null

/** The answers that show pictures. */
export const followedImages: Followed[] = [
  { endpoint: 'gallery', view: imagesView, following: galleryFollowing },
  { endpoint: 'maps', view: imagesView, following: galleryFollowing },
  { endpoint: 'image', view: imagesView, following: imageFollowing },
  { endpoint: 'conjurationImages', view: imagesView, following: conjurationImagesFollowing },
]
