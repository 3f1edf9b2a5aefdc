import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { Subscription } from '#domain/billing-answers.ts'
import { isComplimentary, type Plan, paidTerm } from '#domain/entitlements.ts'
import { money } from '../../billing/money.ts'
import { cardName } from '../../billing/SavedCard.tsx'
import { SimulatedNote } from '../../billing/SimulatedNote.tsx'
import { useWhyNot } from '../../billing/use-why-not.ts'
import { useBillingConfigQuery, usePaymentMethodsQuery, useSubscriptionQuery } from '../../data/billing.ts'
import { type Me, selectEntitlements, today, useMe } from '../../data/me.ts'
import { Badge, PlanBadge, planName } from '../../ui/Badge.tsx'
import { dateOf } from '../../ui/dates.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import classes from './account.module.css'
import { CancelDialog } from './CancelDialog.tsx'
import { ChangePlan } from './ChangePlan.tsx'
import { payingOf } from './paying.ts'
import { choiceName, type Paying } from './plan-acts.ts'
import { describeSubscription } from './subscription-state.ts'
import { TabLoading } from './TabLoading.tsx'
import { useKeepPlan } from './use-keep-plan.ts'

/** The current plan, its end, and the scheduled next one. */
export const SubscriptionTab = () => {
  const me = useMe()
  const { data, isError, refetch } = useSubscriptionQuery()
  if (data) return <PlanCard me={me} subscription={data} />
  if (isError) return <ErrorState text="Failed to load your subscription" onRetry={() => void refetch()} />
  return <TabLoading onRetry={refetch} />
}

const PlanCard = ({ me, subscription }: { me: Me; subscription: Subscription }) => {
  const [isChoosing, setChoosing] = useState(false)
  const [isCancelling, setCancelling] = useState(false)
  const whyNot = useWhyNot()
  const term = paidTerm(selectEntitlements(me), today())
  const plan = term?.plan ?? 'FREE'
  const paying = payingOf(me, subscription)
  const { data: config } = useBillingConfigQuery()
  const isSetUp = config?.provider !== null
  const shown = describeSubscription(subscription, term, { isSetUp })
  return (
    <section className={classes.card} aria-label="Your plan">
      <header>
        <h2>{paying && paying.plan === plan ? choiceName(paying) : planName[plan]}</h2>
        <Badge colour={shown.colour}>{shown.state}</Badge>
      </header>
      {shown.sentence && <p className={classes.sentence}>{shown.sentence}</p>}
      <dl>
        {shown.lines.map(([name, value]) => (
          <Line key={name} name={name}>
            {value}
          </Line>
        ))}
        {paying && isSetUp && <NextCharge of={subscription} />}
        {me.complimentaryAccessThrough && isComplimentary(selectEntitlements(me), today()) && (
          <Line name="Complimentary">
            <PlanBadge plan="PRO" /> until {dateOf(`${me.complimentaryAccessThrough}T12:00:00`)}
          </Line>
        )}
      </dl>
      {whyNot && <p className={classes.note}>{whyNot}</p>}
      <SimulatedNote />
      <Acts
        subscription={subscription}
        plan={plan}
        paying={paying}
        isSetUp={isSetUp}
        isOff={whyNot !== undefined}
        onChoose={() => setChoosing(true)}
        onCancel={() => setCancelling(true)}
      />
      {isCancelling && paying && (
        <CancelDialog
          plan={paying.plan}
          lastDay={subscription.periodEnd}
          as="cancellation"
          onBack={() => setCancelling(false)}
          onDone={() => setCancelling(false)}
        />
      )}
      {isChoosing && <ChangePlan subscription={subscription} onClose={() => setChoosing(false)} />}
    </section>
  )
}

interface ActsProps {
  subscription: Subscription
  plan: Plan
  /** Null without a paid plan. */
  paying: Paying | null
  /** True if this installation has a payment provider. */
  isSetUp: boolean
  isOff: boolean
  onChoose: () => void
  onCancel: () => void
}

const Acts = ({ subscription, plan, paying, isSetUp, isOff, onChoose, onCancel }: ActsProps) => (
  <div className={classes.acts}>
    {subscription.graceUntil && isSetUp && (
      <Button variant="filled" component={Link} to="?tab=payment-methods">
        {subscription.needsConfirmation ? 'Confirm payment' : 'Use another card'}
      </Button>
    )}
    {plan !== 'PRO' && (
      <Button variant={subscription.graceUntil ? 'default' : 'filled'} onClick={onChoose}>
        Upgrade Subscription
      </Button>
    )}
    {plan !== 'FREE' && <Button onClick={onChoose}>Manage Subscription</Button>}
    {paying && (!subscription.cancelAtPeriodEnd || subscription.isSuspended) && (
      <Button variant="subtle" disabled={isOff} onClick={onCancel}>
        Cancel subscription
      </Button>
    )}
    {paying?.pending && <Keep paying={paying} isOff={isOff} />}
  </div>
)

interface KeepProps {
  paying: Paying
  isOff: boolean
}
const Keep = ({ paying, isOff }: KeepProps) => {
  const keep = useKeepPlan()
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    await keep(paying)
    setBusy(false)
  }
  return (
    <Button loading={isBusy} disabled={isOff} onClick={() => void run()}>
      Keep {planName[paying.plan]}
    </Button>
  )
}

const NextCharge = ({ of: { nextCharge } }: { of: Subscription }) => {
  const { data: cards } = usePaymentMethodsQuery()
  const card = cards?.find(({ isDefault }) => isDefault)
  if (!nextCharge) return <Line name="Next charge">None</Line>
  const amount = `${money(nextCharge.amount)} on ${dateOf(nextCharge.at)}`
  return <Line name="Next charge">{card ? `${amount}, ${cardName(card)}` : amount}</Line>
}

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd className="num">{children}</dd>
  </div>
)
