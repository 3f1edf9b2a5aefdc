import { IconAlertCircle, IconCheck } from '@tabler/icons-react'
import type { ModelRow } from '#projections/models.ts'
import { LiveStitch } from '../../ui/Thread.tsx'
import { statusText } from './model.ts'
import classes from './model-status.module.css'

const icons: Record<ModelRow['status'], React.ReactNode> = {
  GENERATING: <LiveStitch width={17} />,
  COMPLETED: <IconCheck size={15} aria-hidden="true" />,
  FAILED: <IconAlertCircle size={15} aria-hidden="true" />,
}

export const Status = ({ status }: Pick<ModelRow, 'status'>) => (
  <span className={classes.status} data-status={status}>
    {icons[status]} {statusText[status]}
  </span>
)
