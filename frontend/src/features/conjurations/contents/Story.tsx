import { Skeleton } from '@mantine/core'
import { useCallback, useEffect } from 'react'
import type { ConjurationItem } from '#projections/answers.ts'
import type { SegmentItem } from '#projections/segment-answers.ts'
import { usePeople } from '../../../data/members.ts'
import { TextEditor } from '../../../writing/TextEditor.tsx'
import type { TextStatus } from '../saving/text-statuses.ts'
import classes from './contents.module.css'

interface Props {
  segment: SegmentItem
  lore: ConjurationItem
  editable: boolean
  onStatus: (textId: string, status: TextStatus) => void
  onRelate: (mentioned: { id: string }) => void
}

/** A text segment, edited in place by its editors. */
export const Story = ({ segment: { id, title, isForDms }, lore, editable, onStatus, onRelate }: Props) => {
  const people = usePeople(lore.campaignId)
  const reportStatus = useCallback((status: TextStatus) => onStatus(id, status), [id, onStatus])
  // When another member deletes the segment during a save, the page's save status no longer waits for that save.
  useEffect(() => () => onStatus(id, 'ended'), [id, onStatus])
  return (
    <div className={classes.text} data-story={id}>
      <TextEditor
        textId={id}
        canEdit={editable}
        campaignId={lore.campaignId}
        conjurationId={lore.id}
        isForDms={isForDms}
        label={title}
        placeholder="Write here."
        people={people}
        fallback={<Skeleton height={60} data-awaited />}
        onStatus={reportStatus}
        {...(lore.campaignId && { onRelate })}
      />
    </div>
  )
}
