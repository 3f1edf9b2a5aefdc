import { Button } from '@mantine/core'
import type { CampaignFileItem } from '#projections/answers.ts'
import { useRemovedFilesQuery } from '../../../data/files.ts'
import { dateOf } from '../../../ui/dates.ts'
import classes from './files.module.css'

interface Props {
  campaignId: string
  onRestore: (file: CampaignFileItem) => void
}

/** Files that were deleted in the last 30 days, for users who may restore them. Hidden if empty. */
export const RemovedFiles = ({ campaignId, onRestore }: Props) => {
  const { data } = useRemovedFilesQuery(campaignId)
  if (!data || data.rows.length === 0) return null
  return (
    <details className={classes.removed}>
      <summary>
        Deleted files <span className="num">{data.total}</span>
      </summary>
      <ul aria-label="Deleted files">
        {data.rows.map((file) => (
          <li key={file.id}>
            <span className={classes.name} dir="auto">
              {file.name}
            </span>
            <span className="num">deleted {dateOf(file.deletedAt ?? file.createdAt)}</span>
            <Button size="xs" aria-label={`Restore ${file.name}`} onClick={() => onRestore(file)}>
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
