import { Button, Skeleton } from '@mantine/core'
import { Link } from 'react-router'
import { Delayed } from '../../ui/Delayed.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import classes from './column.module.css'

const Back = ({ to }: { to: string }) => (
  <Button component={Link} to={to}>
    Back to Lore
  </Button>
)

export const NotFound = ({ back }: { back: string }) => (
  <>
    <title>Lore not found · Loreloom</title>
    <EmptyState
      subject="loom"
      title="This lore is not here"
      text="It does not exist, or it was deleted. What was deleted can be restored from the campaign’s Trash for 30 days."
      action={<Back to={back} />}
    />
  </>
)

export const Forbidden = ({ back }: { back: string }) => (
  <>
    <title>Lore · Loreloom</title>
    <EmptyState
      subject="chairs"
      title="You don't have permission to view this lore."
      text="Whoever wrote it decides who sees it. Ask them, or a Dungeon Master of your campaign."
      action={<Back to={back} />}
    />
  </>
)

export const Loading = () => (
  <Delayed>
    <div className={classes.body} role="status" aria-label="Loading lore">
      <div className={classes.column}>
        <Skeleton height={44} width="60%" />
        <Skeleton height={18} mt={24} />
        <Skeleton height={18} mt={12} />
        <Skeleton height={18} mt={12} width="80%" />
      </div>
      <div>
        <Skeleton height={350} />
      </div>
    </div>
  </Delayed>
)
