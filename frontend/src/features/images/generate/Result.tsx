import { Button } from '@mantine/core'
import { IconBookmark, IconBookmarkFilled, IconCheck, IconPhotoX, IconRefresh } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { ImageRow } from '#projections/images.ts'
import { Picture } from '../gallery/Picture.tsx'
import { pictureAt, titleOf } from '../picture.ts'
import { clock, isSlow, statusText, waited } from '../progress.ts'
import { useNow } from '../use-now.ts'
import { Warp } from '../Warp.tsx'

interface Props {
  row: ImageRow
  sample: string | undefined
  to: string
  /** An act on this picture is under way. */
  busy: boolean
  onRetry: () => void
  onCancel: () => void
  onPrimary: (conjurationId: string) => void
}

/** One picture of a generation, whatever became of it. */
export const Result = ({ row, sample, to, busy, onRetry, onCancel, onPrimary }: Props) => {
  const shown = pictureAt(row, 380)
  return (
    <li className="gen-result" data-status={row.status}>
      {shown ? (
        <Link to={to} className="gen-place" aria-label={titleOf(row)}>
          <Picture {...shown} alt={row.prompt ?? ''} />
        </Link>
      ) : (
        <div className="gen-place">
          {row.generating ? (
            <Warp row={row} sample={sample} />
          ) : (
            <div className="gen-gone">
              <IconPhotoX size={22} stroke={1.6} aria-hidden="true" />
              <span>{row.errorMessage}</span>
              <Button size="xs" loading={busy} leftSection={<IconRefresh size={15} stroke={1.6} />} onClick={onRetry}>
                Retry Generation
              </Button>
            </div>
          )}
        </div>
      )}
      <div className="gen-caption">
        <b>{row.modelName}</b>
        <Caption {...{ row, busy, onCancel, onPrimary }} />
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
            {clock(waited(row, now))}
          </span>
        )}
      </>
    )
  if (row.failed) return <span data-tone="failed">{statusText[row.status]}</span>
  const { conjurationId } = row
  if (!conjurationId)
    return (
      <span data-tone="done">
        <IconCheck size={15} stroke={1.8} aria-hidden="true" />
        {statusText[row.status]}
      </span>
    )
  return row.primary ? (
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
