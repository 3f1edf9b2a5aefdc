import { Button } from '@mantine/core'
import { IconRestore } from '@tabler/icons-react'
import { useState } from 'react'
import { dateTimeOf } from '../../../ui/dates.ts'
import { CardHeader } from './CardHeader.tsx'
import { Changed } from './Changed.tsx'
import classes from './history.module.css'
import { isVersion, type Sitting } from './sittings.ts'
import { describeChanges } from './words.ts'

interface Props {
  sitting: Sitting
  folderName: (id: string) => string
  /** The revision that is on the page now. */
  current: number | undefined
  /** Undefined without permission. */
  onRestore: ((revision: number) => void) | undefined
}

/** The changes of one user in one sitting; it expands to single saves, which can be restored too. */
export const SittingCard = ({ sitting, folderName, current, onRestore }: Props) => {
  const [isOpen, setOpen] = useState(false)
  const { changes, actorName, impersonatorName, at } = sitting
  const restoreButton = (revision: number, when: string) =>
    revision === current ? (
      <span className={classes.current}>Current version</span>
    ) : (
      onRestore && (
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconRestore size={15} />}
          aria-label={`Restore the version of ${when}`}
          onClick={() => onRestore(revision)}
        >
          Restore
        </Button>
      )
    )
  return (
    <li className={classes.card}>
      <CardHeader
        actorName={actorName}
        impersonatorName={impersonatorName}
        at={at}
        action={isVersion(sitting) && restoreButton(sitting.revision, dateTimeOf(at))}
      >
        {describeChanges(sitting, folderName)}
      </CardHeader>
      <Changed before={sitting.before} after={sitting.after} />
      {changes.length > 1 && (
        <button type="button" className={classes.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide the saves' : `Show all ${changes.length} saves`}
        </button>
      )}
      {isOpen && (
        <ol className={classes.saves}>
          {changes.map(({ revision, at, previous, fields }) => (
            <li key={revision}>
              <div>
                <time className="num" dateTime={at}>
                  {new Date(at).toLocaleTimeString('en-GB')}
                </time>
                {restoreButton(revision, new Date(at).toLocaleTimeString('en-GB'))}
              </div>
              <Changed before={previous} after={fields} />
            </li>
          ))}
        </ol>
      )}
    </li>
  )
}
