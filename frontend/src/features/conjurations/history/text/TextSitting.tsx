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
  current: number | undefined
  isOpenAtFirst: boolean
  onRestore: Restore | undefined
  onRead: (chosen: Chosen) => void
}

const together = new Intl.ListFormat('en', { type: 'conjunction' })

/** What was written at one go, by however many: what came of it is shown once it is asked for. */
export const TextSitting = ({ textId, sitting, current, isOpenAtFirst, onRestore, onRead }: Props) => {
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
          <time className="num" dateTime={endedAt}>
            {when}
          </time>
        </p>
        <VersionActs
          name={when}
          isCurrent={revision === current}
          onRead={() => onRead({ which: { revision }, when: endedAt })}
          onRestore={onRestore && (() => onRestore(revision))}
        />
      </header>
      {isOpen && <Became textId={textId} from={from} to={revision} />}
      <button type="button" className={classes.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Hide what changed' : 'Show what changed'}
      </button>
    </li>
  )
}
