import { Button } from '@mantine/core'
import { IconRestore } from '@tabler/icons-react'
import { Fragment } from 'react'
import { messageOf } from '../../../base/problem.ts'
import { useRestoreSegmentMutation } from '../../../data/segments.ts'
import { toast } from '../../../ui/toast.ts'
import { CardHeader } from './CardHeader.tsx'
import classes from './history.module.css'
import type { SectionChange } from './timeline.ts'
import { sectionDeed } from './words.ts'

interface Props {
  change: SectionChange
  /** False if the whole entry is deleted: its sections cannot be restored here. */
  editable: boolean
}

/** Shows a user's change of a section of the entry, and restores the section if that change deleted it. */
export const SectionCard = ({ change, editable }: Props) => {
  const { at, actorName, impersonatorName, section } = change
  const [restoreSegment, { isLoading }] = useRestoreSegmentMutation()
  const { before, titles, after } = sectionDeed(change)
  const restore = async (operationId: string) => {
    const { error } = await restoreSegment({ id: section.id, operationId })
    if (error) return void toast.error(messageOf(error, 'The content could not be restored. Please try again.'))
    toast.success('Content restored')
  }
  const { restorable } = section
  return (
    <li className={classes.card}>
      <CardHeader
        actorName={actorName}
        impersonatorName={impersonatorName}
        at={at}
        action={
          editable &&
          restorable && (
            <Button
              size="xs"
              variant="subtle"
              leftSection={<IconRestore size={15} />}
              aria-label={`Restore ${section.title}`}
              loading={isLoading}
              onClick={() => void restore(restorable)}
            >
              Restore
            </Button>
          )
        }
      >
        {before}{' '}
        {titles.map((title, n) => (
          <Fragment key={title}>
            {n > 0 && ' → '}
            <q dir="auto">{title}</q>
          </Fragment>
        ))}
        {after}
      </CardHeader>
    </li>
  )
}
