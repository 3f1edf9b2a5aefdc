import type { AdminUsers } from '#domain/me.ts'
import classes from './users.module.css'
import { number } from './words.ts'

/** Everybody, whatever is searched for. */
export const Counts = ({ total, active, banned, admins }: AdminUsers['counts']) => (
  <span className={classes.counts}>
    <span>
      <b>{number.format(total)}</b> total
    </span>
    <span>
      <b>{number.format(active)}</b> active
    </span>
    <span>
      <b>{number.format(banned)}</b> banned
    </span>
    <span>
      <b>{number.format(admins)}</b> {admins === 1 ? 'admin' : 'admins'}
    </span>
  </span>
)
