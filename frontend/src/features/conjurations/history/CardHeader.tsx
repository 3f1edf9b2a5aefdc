import type { ReactNode } from 'react'
import { Avatar } from '../../../ui/Avatar.tsx'
import { dateTimeOf } from '../../../ui/dates.ts'
import classes from './history.module.css'

interface Props {
  actorName: string | null
  impersonatorName: string | null
  at: string
  /** Describes the change, following the user's name. */
  children: ReactNode
  action?: ReactNode
}

/** A change in the history: its user, description and time, with one button. */
export const CardHeader = ({ actorName, impersonatorName, at, children, action }: Props) => {
  const name = actorName ?? 'Somebody'
  return (
    <header>
      <Avatar name={name} size={24} />
      <p className={classes.what}>
        <b dir="auto">{name}</b>
        {impersonatorName && (
          <span>
            {' '}
            (acting: <bdi>{impersonatorName}</bdi>)
          </span>
        )}{' '}
        {children}
        <time className="num" dateTime={at}>
          {dateTimeOf(at)}
        </time>
      </p>
      {action}
    </header>
  )
}
