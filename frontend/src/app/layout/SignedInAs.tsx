import type { ReactNode } from 'react'
import { useMe } from '../../data/me.ts'
import classes from './signed-in-as.module.css'

/** Names the signed-in user and their role on screens of admins and auditors. `children` is the badge of the role. */
export const SignedInAs = ({ children }: { children: ReactNode }) => (
  <div className={classes.who}>
    {children}
    <span>
      signed in as <bdi>{useMe().username}</bdi>
    </span>
  </div>
)
