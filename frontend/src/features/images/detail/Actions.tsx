import { Button } from '@mantine/core'
import {
  IconArrowsMaximize,
  IconBookmark,
  IconBookmarkFilled,
  IconDownload,
  IconFolderSymlink,
  IconRefresh,
  IconRestore,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import type { ImageRow } from '#projections/images.ts'

interface Props {
  row: ImageRow
  /** Its owner, or a DM of its campaign. */
  mayEdit: boolean
  mine: boolean
  busy: boolean
  onOpen: () => void
  onRetry: () => void
  onCancel: () => void
  onPrimary: (conjurationId: string) => void
  onMove: () => void
  onDelete: () => void
  onRestore: () => void
}

/** What can be done with a picture as it is now; what cannot is not offered. */
export const Actions = ({
  row,
  mayEdit,
  mine,
  busy,
  onOpen,
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
      <div className="det-actions" role="status">
        <p>This picture is in the Trash.</p>
        {mayEdit && (
          <Button leftSection={<IconRestore size={15} />} onClick={onRestore}>
            Restore
          </Button>
        )}
      </div>
    )
  return (
    <div className="det-actions">
      {row.uri && (
        <>
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
      {row.failed && mine && (
        <Button leftSection={<IconRefresh size={15} />} loading={busy} onClick={onRetry}>
          Retry Generation
        </Button>
      )}
      {row.uri &&
        conjurationId &&
        (row.primary ? (
          <span className="det-primary">
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
    </div>
  )
}
