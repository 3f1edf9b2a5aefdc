import { IconPhotoX } from '@tabler/icons-react'
import type { ImageRow } from '#projections/images.ts'
import { thumbnailsAndOriginal } from '../../../ui/picture-sources.ts'
import { Picture } from '../gallery/GalleryImage.tsx'
import galleryImageClasses from '../gallery/gallery-image.module.css'
import { Warp } from '../Warp.tsx'
import detailClasses from './detail.module.css'

interface Props {
  row: ImageRow
  title: string
  sample: string | undefined
  onOpen: () => void
}

/** The image, as large as the page allows; its progress while it is generated; its error message if it failed. */
export const Stage = ({ row, title, sample, onOpen }: Props) => {
  const place = {
    aspectRatio: `${row.width} / ${row.height}`,
    maxWidth: `calc((var(--ll-screen) - 190px) * ${row.width / row.height})`,
  }
  if (row.uri)
    return (
      <button
        type="button"
        className={detailClasses.image}
        style={place}
        aria-label={`View ${title} full screen`}
        onClick={onOpen}
      >
        <Picture
          key={row.uri}
          src={row.uri}
          srcSet={thumbnailsAndOriginal(row.uri, row.width)}
          sizes="(max-width: 64em) 100vw, 70vw"
          alt={row.prompt ?? title}
          isFirst
        />
      </button>
    )
  return (
    <div className={detailClasses.image} style={place}>
      {row.generating ? (
        <Warp row={row} sample={sample} />
      ) : (
        <span className={galleryImageClasses.failed}>
          <IconPhotoX size={22} aria-hidden="true" />
          <span>{row.errorMessage}</span>
        </span>
      )}
    </div>
  )
}
