import { Button } from '@mantine/core'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** The item did not exist or was hidden, which are indistinguishable. */
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
