import type { ReactNode } from 'react'
import { useMe } from '../../data/me.ts'
import classes from './signed-in-as.module.css'

/** As what, and as whom, one is where more is seen than others see: `children` is the badge. */
export const SignedInAs = ({ children }: { children: ReactNode }) => (
  <div className={classes.who}>
    {children}
    <span>
      signed in as <bdi>{useMe().username}</bdi>
    </span>
  </div>
)
