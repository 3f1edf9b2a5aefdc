import { imagesView } from '#projections/images.ts'
import type { Followed } from '../../realtime/guess.ts'
import { galleryFollowing, imageFollowing } from './gallery-query.ts'

/** The answers that show pictures. */
export const followedImages: Followed[] = [
  { endpoint: 'gallery', view: imagesView, following: galleryFollowing },
  { endpoint: 'image', view: imagesView, following: imageFollowing },
]
