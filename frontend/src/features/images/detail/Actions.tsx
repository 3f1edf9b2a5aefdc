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
import type { useImageRights } from '../../../data/image-rights.ts'
import { Note } from '../Note.tsx'
import { RetryGeneration } from '../RetryGeneration.tsx'
import type { useActs } from '../use-acts.ts'
import type { useRemoval } from '../use-removal.tsx'
import classes from './detail.module.css'

interface Props {
  row: ImageRow
  /** `edit`: the image's owner, or a DM of its campaign; `retry`: its owner. */
  rights: ReturnType<ReturnType<typeof useImageRights>>
  acts: ReturnType<typeof useActs>
  removal: ReturnType<typeof useRemoval>
  onOpen: () => void
  onEdit: () => void
  onMove: () => void
}

/** Actions that apply to an image in its current state. */
export const Actions = ({ row, rights, acts, removal, onOpen, onEdit, onMove }: Props) => {
  const busy = acts.busy.has(row.id)
  if (row.deletedAt)
    return (
      <div className={classes.actions} role="status">
        <p>This picture is in the Trash.</p>
        {rights.edit && (
          <Button leftSection={<IconRestore size={15} />} onClick={() => void removal.restore([row.id])}>
            Restore
          </Button>
        )}
      </div>
    )
  return (
    <div className={classes.actions}>
      {row.uri && <PictureActions id={row.id} mayEdit={rights.edit} onOpen={onOpen} onEdit={onEdit} />}
      {row.generating && rights.edit && (
        <Button leftSection={<IconX size={15} />} loading={busy} onClick={() => acts.cancel(row)}>
          Cancel
        </Button>
      )}
      {row.failed && rights.retry && <RetryGeneration busy={busy} onRetry={() => acts.retry(row)} />}
      {row.uri && row.conjurationId && (
        <PrimaryImage row={row} conjurationId={row.conjurationId} mayEdit={rights.edit} acts={acts} />
      )}
      {rights.edit && !row.generating && (
        <Button leftSection={<IconFolderSymlink size={15} />} onClick={onMove}>
          Move
        </Button>
      )}
      {rights.edit && (
        <Button leftSection={<IconTrash size={15} />} data-danger onClick={() => removal.ask([row.id])}>
          Delete
        </Button>
      )}
      <Note row={row} mayEdit={rights.edit} />
    </div>
  )
}

interface PictureActionsProps {
  id: string
  mayEdit: boolean
  onOpen: () => void
  onEdit: () => void
}

/** Actions of a finished image. */
const PictureActions = ({ id, mayEdit, onOpen, onEdit }: PictureActionsProps) => (
  <>
    {mayEdit && (
      <Button leftSection={<IconBrush size={15} />} onClick={onEdit}>
        Edit
      </Button>
    )}
    <Button component="a" href={`/api/images/${id}/download`} download leftSection={<IconDownload size={15} />}>
      Download
    </Button>
    <Button leftSection={<IconArrowsMaximize size={15} />} onClick={onOpen}>
      Full screen
    </Button>
  </>
)

interface PrimaryImageProps extends Pick<Props, 'row' | 'acts'> {
  conjurationId: string
  mayEdit: boolean
}

/** Labels the primary image of a lore; for any other image, a button that makes it the primary one. */
const PrimaryImage = ({ row, conjurationId, mayEdit, acts }: PrimaryImageProps) => {
  if (isPrimary(row))
    return (
      <span className={classes.primary}>
        <IconBookmarkFilled size={15} aria-hidden="true" /> Primary image
      </span>
    )
  return (
    mayEdit && (
      <Button
        leftSection={<IconBookmark size={15} />}
        loading={acts.busy.has(row.id)}
        onClick={() => acts.setPrimary(row, conjurationId)}
      >
        Set as primary image
      </Button>
    )
  )
}
