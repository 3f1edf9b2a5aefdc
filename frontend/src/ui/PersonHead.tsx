import type { ReactNode } from 'react'
import { Avatar } from './Avatar.tsx'
import classes from './person-head.module.css'

interface Props {
  className?: string | undefined
  name: string
  /** What they are: plan, role and the like. */
  badges: ReactNode
  /** Where they are found, in a line below. */
  about: ReactNode
  /** Where the badges do not fit beside the name they go below it, rather than the name being cut. */
  wraps?: boolean
  /** What stands at the end. */
  children: ReactNode
}

/** Whose screen it is. */
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
