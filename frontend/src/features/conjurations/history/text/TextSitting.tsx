import { useState } from 'react'
import type { Sitting } from '#projections/text-answers.ts'
import { Avatar } from '../../../../ui/Avatar.tsx'
import { spanOf } from '../../../../ui/dates.ts'
import classes from '../history.module.css'
import { Became } from './Became.tsx'
import type { Chosen, Restore } from './chosen.ts'
import { VersionActs } from './VersionActs.tsx'

interface Props {
  textId: string
  sitting: Sitting
  /** Names the text, in a list of several: its title, or null for the description. */
  title?: string | null
  current?: number | undefined
  isOpenAtFirst?: boolean
  onRestore?: Restore | undefined
  /** Absent for a text that was deleted: none of its versions can be read. */
  onRead?: ((chosen: Chosen) => void) | undefined
}

const together = new Intl.ListFormat('en', { type: 'conjunction' })

/** The changes of a sitting, by any number of authors; its result is loaded on demand. */
export const TextSitting = (props: Props) => {
  const { textId, sitting, title, current, isOpenAtFirst = false, onRestore, onRead } = props
  const { revision, from, begunAt, endedAt, writers } = sitting
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const names = writers.map(({ name }) => name ?? 'Somebody')
  const when = spanOf(begunAt, endedAt)
  return (
    <li className={classes.card}>
      <header>
        <span className={classes.faces}>
          {names.slice(0, 3).map((name, n) => (
            <Avatar key={writers[n]?.userId} name={name} size={24} />
          ))}
        </span>
        <p className={classes.what}>
          <b dir="auto">{together.format(names)}</b> wrote
          {title === null && ' the description'}
          {title && (
            <>
              {' in '}
              <q dir="auto">{title}</q>
            </>
          )}
          <time className="num" dateTime={endedAt}>
            {when}
          </time>
        </p>
        {onRead && (
          <VersionActs
            name={title === undefined ? when : `${title ?? 'the description'}, ${when}`}
            isCurrent={revision === current}
            onRead={() => onRead({ which: { revision }, when: endedAt })}
            onRestore={onRestore && (() => onRestore(revision))}
          />
        )}
      </header>
      {onRead && isOpen && <Became textId={textId} from={from} to={revision} />}
      {onRead && (
        <button type="button" className={classes.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide what changed' : 'Show what changed'}
        </button>
      )}
    </li>
  )
}
