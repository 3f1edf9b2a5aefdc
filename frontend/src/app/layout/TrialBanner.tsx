import { paidPlan } from '#domain/entitlements.ts'
import { standingOf, today, useMe } from '../../data/me.ts'
import { ThreadProgress } from '../../ui/Thread.tsx'
import classes from './sidebar.module.css'

const dayMs = 86_400_000
/** The thread's whole length: complimentary access is given by the month. */
const monthDays = 30

/** Days from one ISO date to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))) / dayMs)

/** While complimentary access runs: how long until it ends and the plan is the paid one again. */
export const TrialBanner = () => {
  const me = useMe()
  const { complimentaryAccessThrough } = me
  if (!complimentaryAccessThrough || paidPlan(standingOf(me), today()) === 'PRO') return null
  const left = daysBetween(today().toISOString(), complimentaryAccessThrough)
  if (left < 0) return null
  return (
    <>
      <div className={classes.trial}>
        <span>Complimentary Pro</span>
        <span className="num">{left === 0 ? 'last day' : left === 1 ? '1 day left' : `${left} days left`}</span>
      </div>
      <ThreadProgress value={1 - left / monthDays} />
    </>
  )
}
