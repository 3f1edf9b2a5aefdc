import { Button } from '@mantine/core'
import { IconRestore } from '@tabler/icons-react'
import classes from '../history.module.css'

interface Props {
  /** The version's name for screen readers, such as its time. */
  name: string
  isCurrent: boolean
  onRead?: () => void
  onRestore: (() => void) | undefined
}

/** Actions for a version of a text. */
export const VersionActs = ({ name, isCurrent, onRead, onRestore }: Props) => (
  <span className={classes.acts}>
    {onRead && (
      <Button size="xs" variant="subtle" aria-label={`Read the version of ${name}`} onClick={onRead}>
        Read
      </Button>
    )}
    {isCurrent ? (
      <span className={classes.current}>Current version</span>
    ) : (
      onRestore && (
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconRestore size={15} />}
          aria-label={`Restore the version of ${name}`}
          onClick={onRestore}
        >
          Restore
        </Button>
      )
    )}
  </span>
)
