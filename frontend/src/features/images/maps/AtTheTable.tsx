import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useTableQuery } from '../../../data/maps.ts'
import { LiveStitch } from '../../../ui/Thread.tsx'
import classes from './at-the-table.module.css'

/** Says that a map lies on the campaign's table, and leads to it. */
export const AtTheTable = ({ campaignId }: { campaignId: string }) => {
  const imageId = useTableQuery(campaignId).data?.rows[0]?.imageId
  if (!imageId) return null
  return (
    <div className={classes.strip} role="status">
      <LiveStitch />
      <span>A map lies on the table.</span>
      <Button component={Link} to={`/maps/${imageId}`} size="xs">
        Open
      </Button>
    </div>
  )
}
