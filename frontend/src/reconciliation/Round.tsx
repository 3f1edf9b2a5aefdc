import type { Reconciliation } from '#projections/reconciliation-answers.ts'
import { Badge, type BadgeColour } from '../ui/Badge.tsx'
import { dateTimeOf } from '../ui/dates.ts'
import { formatCount } from '../ui/figures.ts'
import classes from './reconciliation.module.css'

const statuses: Record<Reconciliation['status'], { word: string; colour: BadgeColour }> = {
  running: { word: 'Running', colour: 'woad' },
  waiting: { word: 'Provider away', colour: 'weld' },
  finished: { word: 'Finished', colour: 'lichen' },
  given_up: { word: 'Given up', colour: 'madder' },
}

const people = (count: number) => formatCount(count, 'person', 'people')

export const summaryOf = ({
  looked,
  found,
  mended,
  settled,
}: Pick<Reconciliation, 'looked' | 'found' | 'mended' | 'settled'>): string => {
  if (found === 0) return `${people(looked)}, no difference`
  const left = found - mended - settled
  return `${people(looked)}, ${found} found, ${mended} mended${settled > 0 ? `, ${settled} settled since` : ''}${left > 0 ? `, ${left} to do` : ''}`
}

/** A selectable round of the list. */
export const Round = ({ isShown, onShow, ...round }: Reconciliation & { isShown: boolean; onShow: () => void }) => {
  const { status, beganAt, cause, endedAt } = round
  return (
    <li>
      <button type="button" className={classes.round} aria-pressed={isShown} onClick={onShow}>
        <span className="num">{dateTimeOf(beganAt)}</span>
        <Badge colour={statuses[status].colour}>{statuses[status].word}</Badge>
        <span className={classes.summary}>
          {endedAt === null ? 'Under way' : summaryOf(round)}
          {cause === 'asked' && ', asked for'}
        </span>
      </button>
    </li>
  )
}
