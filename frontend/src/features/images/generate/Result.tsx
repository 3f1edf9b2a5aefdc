import { ActionIcon } from '@mantine/core'
import {
  IconArrowBackUp,
  IconBookmark,
  IconBookmarkFilled,
  IconCheck,
  IconDownload,
  IconPhotoX,
  IconTrash,
  IconVersions,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { type ImageRow, isPrimary } from '#projections/images.ts'
import { formatElapsed } from '../../../ui/elapsed.ts'
import { useNow } from '../../../ui/use-now.ts'
import { Picture } from '../gallery/GalleryImage.tsx'
import { imageAt, titleOf } from '../image.ts'
import { isSlow, statusText, waited } from '../progress.ts'
import { RetryGeneration } from '../RetryGeneration.tsx'
import { Warp } from '../Warp.tsx'
import classes from './results.module.css'
import type { Reuse } from './use-form.ts'

interface Props {
  row: ImageRow
  sample: string | undefined
  to: string
  /** An action on this image is pending. */
  busy: boolean
  onRetry: () => void
  onCancel: () => void
  onPrimary: (conjurationId: string) => void
  onReuse: (as: Reuse) => void
  onDelete: () => void
}

/** One image of a generation, in any state. */
export const Result = ({ row, sample, to, busy, onRetry, onCancel, onPrimary, onReuse, onDelete }: Props) => {
  const shown = imageAt(row, 380)
  // The image's own aspect ratio, so that it fills the space uncropped.
  const place = { aspectRatio: `${row.width} / ${row.height}` }
  return (
    <li className={classes.result} data-status={row.status}>
      {shown ? (
        <div className={classes.shown}>
          <Link to={to} className={classes.place} style={place} aria-label={titleOf(row)}>
            <Picture key={shown.src} {...shown} alt={row.prompt ?? ''} />
          </Link>
          <div className={classes.acts}>
            <ActionIcon aria-label="Reuse prompt" title="Reuse prompt" onClick={() => onReuse('prompt')}>
              <IconArrowBackUp size={18} stroke={1.6} />
            </ActionIcon>
            <ActionIcon aria-label="Vary" title="Vary" onClick={() => onReuse('variation')}>
              <IconVersions size={18} stroke={1.6} />
            </ActionIcon>
            <ActionIcon
              component="a"
              href={`/api/images/${row.id}/download`}
              download
              aria-label="Download"
              title="Download"
            >
              <IconDownload size={18} stroke={1.6} />
            </ActionIcon>
            <ActionIcon data-danger aria-label="Delete" title="Delete" onClick={onDelete}>
              <IconTrash size={18} stroke={1.6} />
            </ActionIcon>
          </div>
        </div>
      ) : (
        <div className={classes.place} style={place}>
          {row.generating ? (
            <Warp row={row} sample={sample} />
          ) : (
            <div className={classes.gone}>
              <IconPhotoX size={22} stroke={1.6} aria-hidden="true" />
              <span>{row.errorMessage}</span>
              <RetryGeneration size="xs" busy={busy} onRetry={onRetry} />
            </div>
          )}
        </div>
      )}
      <div className={classes.caption}>
        <b>{row.modelName}</b>
        <Caption row={row} busy={busy} onCancel={onCancel} onPrimary={onPrimary} />
      </div>
    </li>
  )
}

const Caption = ({ row, busy, onCancel, onPrimary }: Pick<Props, 'row' | 'busy' | 'onCancel' | 'onPrimary'>) => {
  const now = useNow(row.generating)
  if (row.generating)
    return (
      <>
        <button type="button" disabled={busy} onClick={onCancel}>
          Cancel
        </button>
        {row.status !== 'IN_QUEUE' && (
          <span className="num" data-tone={isSlow(row, now) ? 'slow' : 'quiet'}>
            {formatElapsed(waited(row, now))}
          </span>
        )}
      </>
    )
  if (row.failed)
    return <span data-tone={row.status === 'CANCELLED' ? 'quiet' : 'failed'}>{statusText[row.status]}</span>
  const { conjurationId } = row
  if (!conjurationId)
    return (
      <span data-tone="done">
        <IconCheck size={15} stroke={1.8} aria-hidden="true" />
        {statusText[row.status]}
      </span>
    )
  return isPrimary(row) ? (
    <span data-tone="done">
      <IconBookmarkFilled size={15} aria-hidden="true" />
      Primary image
    </span>
  ) : (
    <button type="button" disabled={busy} onClick={() => onPrimary(conjurationId)}>
      <IconBookmark size={15} stroke={1.6} aria-hidden="true" /> Set as primary image
    </button>
  )
}
