import { IconPhotoX } from '@tabler/icons-react'
import type { ImageRow } from '#projections/images.ts'
import type { imageAt } from '../image.ts'
import { Warp } from '../Warp.tsx'
import { Picture } from './GalleryImage.tsx'
import galleryImageClasses from './gallery-image.module.css'

interface Props {
  row: ImageRow
  shown: ReturnType<typeof imageAt>
  /** A sample image of its model, shown while it is generated. */
  sample: string | undefined
  /** True for an image at the top of its screen. */
  isFirst?: boolean
}

/** A gallery image: finished, in progress, or failed with its reason. */
export const TilePicture = ({ row, shown, sample, isFirst = false }: Props) => {
  if (shown) return <Picture key={shown.src} {...shown} alt="" isFirst={isFirst} />
  if (row.generating) return <Warp row={row} sample={sample} compact />
  return (
    <span className={galleryImageClasses.failed}>
      <IconPhotoX size={22} stroke={1.6} aria-hidden="true" />
      <span>{row.errorMessage}</span>
    </span>
  )
}
