import { Button } from '@mantine/core'
import {
  IconArrowsMaximize,
  IconBookmark,
  IconBookmarkFilled,
  IconBrush,
  IconDownload,
  IconFolderSymlink,
  IconRestore,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { type ImageRow, isPrimary } from '#projections/images.ts'
import { Note } from '../Note.tsx'
import { RetryGeneration } from '../RetryGeneration.tsx'
import classes from './detail.module.css'

interface Props {
  row: ImageRow
  /** The image's owner, or a DM of its campaign. */
  mayEdit: boolean
  mine: boolean
  busy: boolean
  onOpen: () => void
  onEdit: () => void
  onRetry: () => void
  onCancel: () => void
  onPrimary: (conjurationId: string) => void
  onMove: () => void
  onDelete: () => void
  onRestore: () => void
}

/** Actions that apply to an image in its current state. */
export const Actions = ({
  row,
  mayEdit,
  mine,
  busy,
  onOpen,
  onEdit,
  onRetry,
  onCancel,
  onPrimary,
  onMove,
  onDelete,
  onRestore,
}: Props) => {
  const { conjurationId } = row
  if (row.deletedAt)
    return (
      <div className={classes.actions} role="status">
        <p>This picture is in the Trash.</p>
        {mayEdit && (
          <Button leftSection={<IconRestore size={15} />} onClick={onRestore}>
            Restore
          </Button>
        )}
      </div>
    )
  return (
    <div className={classes.actions}>
      {row.uri && (
        <>
          {mayEdit && (
            <Button leftSection={<IconBrush size={15} />} onClick={onEdit}>
              Edit
            </Button>
          )}
          <Button
            component="a"
            href={`/api/images/${row.id}/download`}
            download
            leftSection={<IconDownload size={15} />}
          >
            Download
          </Button>
          <Button leftSection={<IconArrowsMaximize size={15} />} onClick={onOpen}>
            Full screen
          </Button>
        </>
      )}
      {row.generating && mayEdit && (
        <Button leftSection={<IconX size={15} />} loading={busy} onClick={onCancel}>
          Cancel
        </Button>
      )}
      {row.failed && mine && <RetryGeneration busy={busy} onRetry={onRetry} />}
      {row.uri &&
        conjurationId &&
        (isPrimary(row) ? (
          <span className={classes.primary}>
            <IconBookmarkFilled size={15} aria-hidden="true" /> Primary image
          </span>
        ) : (
          mayEdit && (
            <Button leftSection={<IconBookmark size={15} />} loading={busy} onClick={() => onPrimary(conjurationId)}>
              Set as primary image
            </Button>
          )
        ))}
      {mayEdit && !row.generating && (
        <Button leftSection={<IconFolderSymlink size={15} />} onClick={onMove}>
          Move
        </Button>
      )}
      {mayEdit && (
        <Button leftSection={<IconTrash size={15} />} data-danger onClick={onDelete}>
          Delete
        </Button>
      )}
      <Note row={row} mayEdit={mayEdit} />
    </div>
  )
}
