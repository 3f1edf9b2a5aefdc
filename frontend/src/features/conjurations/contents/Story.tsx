import type { ConjurationItem } from '#projections/answers.ts'
import type { SegmentItem } from '#projections/segment-answers.ts'
import { useSegmentTextQuery } from '../../../data/segments.ts'
import classes from './contents.module.css'

interface Props {
  segment: SegmentItem
  lore: ConjurationItem
  editable: boolean
}

/** What a text says. */
export const Story = ({ segment: { id } }: Props) => {
  const { data } = useSegmentTextQuery(id)
  return (
    <div className={classes.text} data-story={id} dir="auto">
      {data}
    </div>
  )
}
