import { Button, Skeleton } from '@mantine/core'
import { Delayed } from '../../ui/Delayed.tsx'
import classes from './security.module.css'

/** Milliseconds after which a tab that is still loading offers another try. */
const patienceMs = 3000

/** In place of a tab whose answer is on its way; after 3 s it states so, and offers to ask again. */
export const TabLoading = ({ onRetry }: { onRetry: () => unknown }) => (
  <>
    <Delayed>
      <Skeleton height={190} maw={726} />
    </Delayed>
    <Delayed ms={patienceMs}>
      <p className={classes.slow} role="status">
        Your settings are taking longer than usual to load.
        <Button onClick={() => void onRetry()}>Try Again</Button>
      </p>
    </Delayed>
  </>
)
