import { Modal, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { Plan } from '#domain/entitlements.ts'
import { monthlyCredits, planPrices } from '#domain/plan-credits.ts'
import { noPayments } from '../../app/payments.ts'
import { Badge, planName } from '../../ui/Badge.tsx'
import { planFacts } from './plan-facts.ts'
import classes from './plans.module.css'

const intervals = [
  { value: 'year', label: 'Annual' },
  { value: 'month', label: 'Monthly' },
] as const
type Interval = (typeof intervals)[number]['value']

/** What the plans cost and open. The thread marks the one that is had, whatever complimentary access gives. */
export const PlansDialog = ({ current, onClose }: { current: Plan; onClose: () => void }) => {
  const [interval, setInterval] = useState<Interval>('year')
  return (
    <Modal opened onClose={onClose} title="Choose a plan" size={820} classNames={{ body: classes.body }}>
      <div className={classes.head}>
        <fieldset className={classes.intervals}>
          <VisuallyHidden component="legend">Billed</VisuallyHidden>
          {intervals.map(({ value, label }) => (
            <label key={value}>
              <input type="radio" name="interval" checked={value === interval} onChange={() => setInterval(value)} />
              {label}
            </label>
          ))}
        </fieldset>
        <p>Annual costs ten months: Basic saves $10 a year, Pro saves $30.</p>
      </div>
      <div className={classes.plans}>
        {Plan.options.map((plan) => (
          <Column key={plan} plan={plan} interval={interval} isCurrent={plan === current} />
        ))}
      </div>
      <p className={classes.foot}>Credits do not expire. {noPayments}</p>
    </Modal>
  )
}

const Column = ({ plan, interval, isCurrent }: { plan: Plan; interval: Interval; isCurrent: boolean }) => {
  const { opens, locked } = planFacts[plan]
  const credits = monthlyCredits[plan] * (interval === 'year' ? 12 : 1)
  return (
    <section className={classes.plan} data-current={isCurrent || undefined}>
      <h3>
        {planName[plan]} {isCurrent && <Badge dye="woad">Your plan</Badge>}
      </h3>
      <p className={classes.price}>
        <b className="num">${planPrices[plan][interval]}</b>
        {plan !== 'FREE' && ` per ${interval}`}
      </p>
      <p className={classes.credits}>
        <b className="num">{credits === 0 ? 'No monthly credits' : `${credits.toLocaleString('en')} credits`}</b>
        {credits > 0 && <span>{interval === 'year' ? 'a year, all at once' : 'a month'}</span>}
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
    </section>
  )
}
