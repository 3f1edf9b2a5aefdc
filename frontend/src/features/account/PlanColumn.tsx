import { Button } from '@mantine/core'
import { IconCheck, IconLock } from '@tabler/icons-react'
import type { Interval } from '#domain/billing-account.ts'
import type { Plan } from '#domain/entitlements.ts'
import { monthlyCredits, planPrices } from '#domain/plan-credits.ts'
import { Badge, planName } from '../../ui/Badge.tsx'
import type { Paying, PlanAct } from './plan-acts.ts'
import { planFacts } from './plan-facts.ts'
import classes from './plans.module.css'

interface Props {
  plan: Plan
  interval: Interval
  isCurrent: boolean
  paying: Paying | null
  act: PlanAct
  /** True if the user cannot pay: there is no payment provider, or the session is an impersonation. */
  isOff: boolean
  onAct: (act: PlanAct['does']) => void
}

export const PlanColumn = ({ plan, interval, isCurrent, paying, act, isOff, onAct }: Props) => {
  const { opens, locked } = planFacts[plan]
  const isYear = interval === 'YEARLY'
  const credits = monthlyCredits[plan] * (isYear ? 12 : 1)
  const paidBy = isCurrent && paying?.plan === plan ? (paying.interval === 'YEARLY' ? ', annual' : ', monthly') : ''
  return (
    <section
      className={classes.plan}
      data-current={isCurrent || undefined}
      data-plan={plan}
      aria-label={planName[plan]}
    >
      <h3>
        {planName[plan]} {isCurrent && <Badge colour="woad">{`Your plan${paidBy}`}</Badge>}
      </h3>
      <p className={classes.price}>
        <b className="num">${planPrices[plan][isYear ? 'year' : 'month']}</b>
        {plan !== 'FREE' && (isYear ? ' per year' : ' per month')}
      </p>
      <p className={classes.credits}>
        <b className="num">{credits === 0 ? 'No monthly credits' : `${credits.toLocaleString('en')} credits`}</b>
        <span>{credits === 0 ? 'Buy 250 at any time for $5' : isYear ? 'a year, all at once' : 'a month'}</span>
      </p>
      <ul>
        {opens.map((fact) => (
          <li key={fact}>
            <IconCheck size={15} aria-hidden="true" />
            {fact}
          </li>
        ))}
        {locked.map((fact) => (
          <li key={fact} data-locked>
            <IconLock size={15} aria-label="Not in this plan:" role="img" />
            {fact}
          </li>
        ))}
      </ul>
      <Button
        fullWidth
        variant={plan === 'PRO' && !isCurrent ? 'filled' : 'default'}
        disabled={act.does === 'nothing' || isOff}
        onClick={() => onAct(act.does)}
      >
        {act.label}
      </Button>
    </section>
  )
}
