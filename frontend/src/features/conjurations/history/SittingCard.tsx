import { Button } from '@mantine/core'
import { IconRestore } from '@tabler/icons-react'
import { useState } from 'react'
import { Avatar } from '../../../ui/Avatar.tsx'
import { dateTimeOf } from '../../../ui/dates.ts'
import { Changed } from './Changed.tsx'
import classes from './history.module.css'
import { isVersion, type Sitting } from './sittings.ts'
import { saidOf } from './words.ts'

interface Props {
  sitting: Sitting
  folderName: (id: string) => string
  /** The revision that is on the page now. */
  current: number | undefined
  /** Absent for those who may not. */
  onRestore: ((revision: number) => void) | undefined
}

/** What one person changed at one go; its single saves can be opened, to be gone back to as well. */
export const SittingCard = ({ sitting, folderName, current, onRestore }: Props) => {
  const [isOpen, setOpen] = useState(false)
  const { changes, actorName, impersonatorName, at } = sitting
  const who = actorName ?? 'Somebody'
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
      <header>
        <Avatar name={who} size={24} />
        <p className={classes.what}>
          <b dir="auto">{who}</b>
          {impersonatorName && (
            <span>
              {' '}
              (acting: <bdi>{impersonatorName}</bdi>)
            </span>
          )}{' '}
          {saidOf(sitting, folderName)}
          <time className="num" dateTime={at}>
            {dateTimeOf(at)}
          </time>
        </p>
        {isVersion(sitting) && restoreButton(sitting.revision, dateTimeOf(at))}
      </header>
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
