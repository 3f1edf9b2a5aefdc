import { Button, Skeleton } from '@mantine/core'
import { Delayed } from '../../ui/Delayed.tsx'
import classes from './security.module.css'

/** Milliseconds after which a tab that is still loading offers another try. */
const timeoutMs = 3000

/** Placeholder of a tab that is loading. After 3 s it reports the delay and offers to retry. */
export const TabLoading = ({ onRetry }: { onRetry: () => unknown }) => (
  <>
    <Delayed>
      <Skeleton height={190} maw={726} />
    </Delayed>
    <Delayed ms={timeoutMs}>
      <p className={classes.slow} role="status">
        Your settings are taking longer than usual to load.
        <Button onClick={() => void onRetry()}>Try Again</Button>
      </p>
    </Delayed>
  </>
)
