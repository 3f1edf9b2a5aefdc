import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { isComplimentary, type PlanTerm, paidTerm } from '#domain/entitlements.ts'
import { noPayments } from '../../app/payments.ts'
import { standingOf, today, useMe } from '../../data/me.ts'
import { Badge, type Dye, PlanBadge, planName } from '../../ui/Badge.tsx'
import { dateOf } from '../../ui/dates.ts'
import classes from './account.module.css'
import { PlansDialog } from './PlansDialog.tsx'

/** The plan that is had now, through when, and what stands beside it. */
export const SubscriptionTab = () => {
  const me = useMe()
  const [isChoosing, setChoosing] = useState(false)
  const standing = standingOf(me)
  const term = paidTerm(standing, today())
  const plan = term?.plan ?? 'FREE'
  const preorder = standing.plans.find(({ source }) => source === 'preorder')
  const [state, dye] = stateOf(term)
  return (
    <section className={classes.card} aria-label="Your plan">
      <header>
        <h2>{planName[plan]}</h2>
        <Badge dye={dye}>{state}</Badge>
      </header>
      <dl>
        {term && <Line name="From">{sources[term.source]}</Line>}
        {term && <Line name="Through">{through(term)}</Line>}
        {term?.through && <Line name="After that">Free</Line>}
        {preorder && preorder !== term && <Line name="Pre-order">{through(preorder)}</Line>}
        {me.complimentaryAccessThrough && isComplimentary(standing, today()) && (
          <Line name="Complimentary">
            <PlanBadge plan="PRO" /> until {dateOf(`${me.complimentaryAccessThrough}T12:00:00`)}
          </Line>
        )}
        <Line name="Next charge">None</Line>
      </dl>
      <p className={classes.note}>{noPayments}</p>
      <div className={classes.acts}>
        {plan !== 'PRO' && (
          <Button variant="filled" onClick={() => setChoosing(true)}>
            Upgrade Subscription
          </Button>
        )}
        {plan !== 'FREE' && <Button onClick={() => setChoosing(true)}>Manage Subscription</Button>}
      </div>
      {isChoosing && <PlansDialog current={plan} onClose={() => setChoosing(false)} />}
    </section>
  )
}

const sources: Record<PlanTerm['source'], string> = {
  admin: 'Given by whoever runs this installation',
  preorder: 'Your pre-order',
  subscription: 'Your subscription',
}
const through = ({ through }: PlanTerm) => (through === null ? 'Without an end' : dateOf(through))

const stateOf = (term: PlanTerm | undefined): [state: string, dye: Dye] => {
  if (!term) return ['No subscription', 'walnut']
  return term.through === null ? ['Active', 'lichen'] : ['Ends', 'copper']
}

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd className="num">{children}</dd>
  </div>
)
