import { Button } from '@mantine/core'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** Reports that an item did not exist at that time or was hidden, which the viewer cannot distinguish. */
export const NotThen = ({ what, onBack }: { what: 'folder' | 'page'; onBack: () => void }) => (
  <EmptyState
    subject="frame"
    title={`This ${what} was not here then`}
    text="It came later, or you could not see it. Choose another time, or go back to the folders."
    action={
      <Button variant="default" onClick={onBack}>
        Show the folders
      </Button>
    }
  />
)
