import { Button } from '@mantine/core'
import { IconCopy, IconRestore, IconTrash } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { ConjurationItem } from '#projections/answers.ts'
import { withFrom } from '../../app/from.ts'
import columnClasses from './column.module.css'
import conjurationClasses from './conjuration.module.css'
import { useRestoring } from './use-restoring.ts'

/** Shown for lore that was deleted while open: it can still be read and restored. */
export const InTrash = ({ row }: { row: ConjurationItem }) => {
  const restore = useRestoring()
  const { campaignId, operationId } = row
  return (
    <div className={conjurationClasses.banner} role="status">
      <IconTrash size={18} aria-hidden="true" />
      <span>This lore is in the Trash.</span>
      {row.mayEdit && campaignId && operationId && (
        <Button size="xs" leftSection={<IconRestore size={15} />} onClick={() => restore(campaignId, operationId)}>
          Restore
        </Button>
      )}
    </div>
  )
}

export const CopyNote = ({ originalId, back }: { originalId: string; back: string }) => (
  <p className={columnClasses.copy}>
    <IconCopy size={15} aria-hidden="true" />
    <span>
      This is a copy. <Link to={withFrom(`/lore/view/${originalId}?original=1`, back)}>Open the original</Link>
    </span>
  </p>
)
