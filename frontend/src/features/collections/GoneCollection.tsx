import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** In place of a folder that does not exist, was deleted, or is not shared with this person. */
export const GoneCollection = () => (
  <EmptyState
    subject="loom"
    title="This folder is not here"
    text="It does not exist, or it is not shared with you."
    action={
      <Button component={Link} to="/collections">
        Back to Lore
      </Button>
    }
  />
)
