import { ActionIcon, Button, Tooltip, VisuallyHidden } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { ThreadProgress } from '../ui/Thread.tsx'
import classes from './sendings.module.css'
import type { Sending } from './use-sending.ts'

interface Props {
  sendings: readonly Sending[]
  onAgain: (sending: Sending) => void
  onEnd: (id: string) => void
  /** The button's label for removing a failed upload. */
  dismissal?: 'Dismiss' | 'Remove'
}

/** Files in progress, and failed ones. */
export const Sendings = ({ sendings, onAgain, onEnd, dismissal = 'Dismiss' }: Props) => (
  <ul className={classes.sendings} aria-label="Uploads">
    {sendings.map((sending) => {
      const { id, file, share, problem, isFinal = false } = sending
      return (
        <li key={id} data-failed={problem !== undefined || undefined}>
          <span className={classes.name} dir="auto">
            {file.name}
          </span>
          {problem === undefined ? (
            <ThreadProgress value={share} label={`Uploading ${file.name}`} />
          ) : (
            <span role="alert" className={classes.problem}>
              <VisuallyHidden>{file.name}: </VisuallyHidden>
              {problem}
            </span>
          )}
          {problem !== undefined && !isFinal && (
            <Button size="xs" onClick={() => onAgain(sending)}>
              Retry
            </Button>
          )}
          <Tooltip label={problem === undefined ? 'Cancel' : dismissal}>
            <ActionIcon
              size={28}
              aria-label={`${problem === undefined ? 'Cancel' : dismissal} ${file.name}`}
              onClick={() => onEnd(id)}
            >
              <IconX size={15} />
            </ActionIcon>
          </Tooltip>
        </li>
      )
    })}
  </ul>
)
