import { useState } from 'react'
import type { Interval, SoldPlan } from '#domain/billing-account.ts'
import type { Subscription } from '#domain/billing-answers.ts'
import { paidPlan } from '#domain/entitlements.ts'
import { openOverlay } from '../../base/overlay.ts'
import { money } from '../../billing/money.ts'
import { selectEntitlements, today, useMe } from '../../data/me.ts'
import { dateOf } from '../../ui/dates.ts'
import { toast } from '../../ui/toast.ts'
import { AddCardDialog } from './AddCardDialog.tsx'
import { CancelDialog } from './CancelDialog.tsx'
import { CreateDialog } from './CreateDialog.tsx'
import { PlansDialog } from './PlansDialog.tsx'
import { PreviewDialog } from './PreviewDialog.tsx'
import { payingOf } from './paying.ts'
import { type Choice, choiceName, type PlanAct } from './plan-acts.ts'
import { useKeepPlan } from './use-keep-plan.ts'

interface Sold {
  plan: SoldPlan
  interval: Interval
}
type Step = { at: 'plans' | 'cancel' } | { at: 'create' | 'preview' | 'card'; choice: Sold }

/** The dialogs of a plan change, from the choice to the result; each leads back to the previous one. */
export const ChangePlan = ({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) => {
  const me = useMe()
  const paying = payingOf(me, subscription)
  const [interval, setInterval] = useState<Interval>('YEARLY')
  const [step, setStep] = useState<Step>({ at: 'plans' })
  const keep = useKeepPlan()
  const back = () => setStep({ at: 'plans' })

  const act = async (does: PlanAct['does'], { plan, interval }: Choice) => {
    if (does === 'cancel') return setStep({ at: 'cancel' })
    if (plan === 'FREE' || does === 'nothing') return
    if (does !== 'keep') return setStep({ at: does, choice: { plan, interval } })
    if (paying) await keep(paying)
    onClose()
  }
  const celebrate = (choice: Sold) => {
    onClose()
    openOverlay({ kind: 'celebration', plan: choice.plan })
  }
  const scheduled = (choice: Sold, at: string) => {
    onClose()
    toast.success(`${choiceName(choice)} begins on ${dateOf(at)}.`)
  }

  if (step.at === 'cancel' && paying)
    return <CancelDialog plan={paying.plan} lastDay={subscription.periodEnd} onBack={back} onDone={onClose} />
  if (step.at === 'create') return <CreateDialog {...step} onBack={back} onDone={() => celebrate(step.choice)} />
  if (step.at === 'card')
    return <AddCardDialog isDefault onClose={() => setStep({ at: 'preview', choice: step.choice })} />
  if (step.at === 'preview')
    return (
      <PreviewDialog
        choice={step.choice}
        periodEnd={subscription.periodEnd}
        onCard={() => setStep({ at: 'card', choice: step.choice })}
        onBack={back}
        onDone={() => celebrate(step.choice)}
        onScheduled={(at) => scheduled(step.choice, at)}
      />
    )
  const { nextCharge } = subscription
  return (
    <PlansDialog
      current={paidPlan(selectEntitlements(me), today())}
      paying={paying}
      interval={interval}
      onInterval={setInterval}
      nextCharge={nextCharge && `${money(nextCharge.amount)} on ${dateOf(nextCharge.at)}`}
      onAct={(does, choice) => void act(does, choice)}
      onClose={onClose}
    />
  )
}
