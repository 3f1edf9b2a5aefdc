import type { ReactNode } from 'react'
import { Avatar } from './Avatar.tsx'
import classes from './person-head.module.css'

interface Props {
  className?: string | undefined
  name: string
  /** Plan, role and the like. */
  badges: ReactNode
  /** Contact data, in a row below. */
  about: ReactNode
  /** Wraps badges below the name instead of truncating the name. */
  wraps?: boolean
  /** Shown at the end. */
  children: ReactNode
}

/** The header of a screen about one user. */
export const PersonHead = ({ className = '', name, badges, about, wraps = false, children }: Props) => (
  <header className={`${classes.head} ${className}`} data-wraps={wraps || undefined}>
    <Avatar name={name} size={40} />
    <div className={classes.person}>
      <div className={classes.name}>
        <h1 dir="auto">{name || 'Forgotten'}</h1>
        {badges}
      </div>
      <div className={classes.about}>{about}</div>
    </div>
    {children}
  </header>
)
