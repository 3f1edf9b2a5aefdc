import { Button, Modal } from '@mantine/core'
import { IconBookmark, IconBookmarkFilled, IconBrush, IconPhotoX } from '@tabler/icons-react'
import { Link } from 'react-router'
import { type ImageRow, isPrimary } from '#projections/images.ts'
import { withFrom } from '../../base/from.ts'
import { messageOf } from '../../base/problem.ts'
import { useImageRights } from '../../data/image-rights.ts'
import { useSetPrimaryImageMutation } from '../../data/images.ts'
import { ThreadLoader } from '../../ui/Thread.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './image-history.module.css'

interface Props {
  conjurationId: string
  rows: readonly ImageRow[]
  editable: boolean
  /** The current page, to which an image's screen returns. */
  here: string
  onClose: () => void
}

/** Every image of a lore item, newest first, to select the primary one. */
export const ImageHistory = ({ conjurationId, rows, editable, here, onClose }: Props) => {
  const [setPrimary] = useSetPrimaryImageMutation()
  const rightsOf = useImageRights()
  const choose = async (id: string) => {
    const { error } = await setPrimary({ id, conjurationId })
    if (error) toast.error(messageOf(error, 'The primary image could not be changed. Please try again.'))
  }
  return (
    <Modal opened onClose={onClose} title="Select from image history" size={720}>
      <ul className={classes.images}>
        {rows.map((row, n) => (
          <li key={row.id} data-primary={isPrimary(row) || undefined}>
            <Pictured row={row} label={row.name ?? `Image ${rows.length - n} of ${rows.length}`} here={here} />
            {isPrimary(row) ? (
              <span className={classes.isPrimary}>
                <IconBookmarkFilled size={15} aria-hidden="true" /> Primary image
              </span>
            ) : (
              editable &&
              row.uri && (
                <Button size="xs" leftSection={<IconBookmark size={15} />} onClick={() => void choose(row.id)}>
                  Set as primary image
                </Button>
              )
            )}
            {row.uri && rightsOf(row).edit && (
              <Button
                component={Link}
                to={withFrom(`/images/${row.id}?edit=only`, here)}
                size="xs"
                variant="subtle"
                leftSection={<IconBrush size={15} />}
              >
                Edit
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Modal>
  )
}

const Pictured = ({ row, label, here }: { row: ImageRow; label: string; here: string }) => (
  <Link to={withFrom(`/images/${row.id}`, here)} aria-label={label}>
    {row.uri ? (
      <img src={`${row.uri}?w=320`} alt="" loading="lazy" />
    ) : row.generating ? (
      <span className={classes.making}>
        <ThreadLoader label="Generating..." />
        Generating...
      </span>
    ) : (
      <span className={classes.making}>
        <IconPhotoX size={22} aria-hidden="true" />
        {row.errorMessage}
      </span>
    )}
  </Link>
)
