import { type ReactNode, useSyncExternalStore } from 'react'
import { lastMethod, type Method } from '../../base/last-method.ts'
import { Badge } from '../../ui/Badge.tsx'
import classes from './auth.module.css'

const never = () => () => {}
const inThisBrowser = () => lastMethod(document.cookie)
/** The prerendered page is the same for all users, so it marks no method. */
const aheadOfTime = () => undefined

/** Marks the sign-in method that this browser used last. */
export const LastUsed = ({ method, children }: { method: Method; children: ReactNode }) => {
  const isLast = useSyncExternalStore(never, inThisBrowser, aheadOfTime) === method
  return (
    <div className={classes.method} data-last={isLast || undefined}>
      {children}
      {isLast && (
        <span className={classes.lastUsed}>
          <Badge colour="weld">Last used</Badge>
        </span>
      )}
    </div>
  )
}
