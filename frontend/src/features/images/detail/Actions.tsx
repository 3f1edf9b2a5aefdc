import { Button, Textarea } from '@mantine/core'
import {
  IconArrowsMaximize,
  IconBookmark,
  IconBookmarkFilled,
  IconBrush,
  IconDownload,
  IconFolderSymlink,
  IconRefresh,
  IconRestore,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { useState } from 'react'
import { imageNoteLimit } from '#domain/image-words.ts'
import { type ImageRow, isPrimary } from '#projections/images.ts'
import { messageOf } from '../../../app/problem.ts'
import { useNoteImageMutation } from '../../../data/images.ts'
import { SaveIndicator, type SaveState } from '../../../ui/SaveIndicator.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './detail.module.css'

interface Props {
  row: ImageRow
  /** Its owner, or a DM of its campaign. */
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

/** What can be done with a picture as it is now; what cannot is not offered. */
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
      {row.failed && mine && (
        <Button leftSection={<IconRefresh size={15} />} loading={busy} onClick={onRetry}>
          Retry Generation
        </Button>
      )}
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

/** What somebody wants to remember of a picture, saved when the field is left. What could not be saved stays in it. */
const Note = ({ row, mayEdit }: { row: ImageRow; mayEdit: boolean }) => {
  const [draft, setDraft] = useState<string | null>(null)
  const [state, setState] = useState<SaveState>('idle')
  const [noteImage] = useNoteImageMutation()
  const save = async () => {
    if (draft === null || draft === row.note) return setDraft(null)
    setState('saving')
    const { error } = await noteImage({ id: row.id, note: draft })
    setState(error ? 'failed' : 'saved')
    if (error) toast.error(messageOf(error, 'The note could not be saved. Please try again.'))
    else setDraft(null)
  }
  if (!mayEdit && row.note === '') return null
  return (
    <>
      <Textarea
        label="Note"
        w="100%"
        autosize
        minRows={2}
        maxRows={12}
        maxLength={imageNoteLimit}
        readOnly={!mayEdit}
        value={draft ?? row.note}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={() => void save()}
      />
      <SaveIndicator state={state} />
    </>
  )
}
