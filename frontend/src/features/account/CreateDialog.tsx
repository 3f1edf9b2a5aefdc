import { Modal } from '@mantine/core'
import { useState } from 'react'
import type { PlanChoice } from '#domain/billing-answers.ts'
import { monthlyCredits } from '#domain/plan-credits.ts'
import { money } from '../../billing/money.ts'
import { PaymentForm } from '../../billing/PaymentForm.tsx'
import type { Chosen } from '../../billing/use-way-to-pay.ts'
import { useCreateSubscriptionMutation, useFirstCreditsQuery } from '../../data/billing.ts'
import { toast } from '../../ui/toast.ts'
import classes from './change.module.css'
import { choiceName } from './plan-acts.ts'
import { priceOf } from './price.ts'

interface Props {
  choice: PlanChoice
  onBack: () => void
  onDone: () => void
}

/** The first payment of a plan: its price, the card and the billing address. */
export const CreateDialog = ({ choice, onBack, onDone }: Props) => {
  const [create] = useCreateSubscriptionMutation()
  const [isBusy, setBusy] = useState(false)
  const isYear = choice.interval === 'YEARLY'
  const credits = monthlyCredits[choice.plan] * (isYear ? 12 : 1)
  const { data } = useFirstCreditsQuery()
  const first = data?.find(({ plan, interval }) => plan === choice.plan && interval === choice.interval)

  const pay = async ({ confirm, ...paid }: Chosen) => {
    const { status, clientSecret } = await create({ ...choice, ...paid }).unwrap()
    if (status === 'incomplete') await confirm(clientSecret)
    toast.success('Subscription created successfully!')
    onDone()
  }

  return (
    <Modal
      opened
      onClose={onBack}
      title={`Subscribe to ${choiceName(choice)}`}
      size={480}
      closeOnEscape={!isBusy}
      closeOnClickOutside={false}
    >
      <p className={classes.sum}>
        <span>
          {credits.toLocaleString('en')} credits {isYear ? 'a year, all at once' : 'a month'}
        </span>
        <b className="num">{money(priceOf(choice))}</b>
      </p>
      {first && (first.granted < credits || first.settled > 0) && (
        <FewerCredits {...first} isCovered={first.granted < credits} isYear={isYear} />
      )}
      <PaymentForm
        asksAddress
        onChosen={pay}
        act={`Pay ${money(priceOf(choice))} and subscribe`}
        otherwise="Failed to create subscription"
        onCancel={onBack}
        onBusy={setBusy}
      />
      <p className={classes.fine}>
        Charged now and then every {isYear ? 'year' : 'month'}, until you cancel. You can cancel at any time and keep
        the plan until the end of the period you paid for.
      </p>
    </Modal>
  )
}

interface FewerProps {
  granted: number
  settled: number
  /** True if credits for a part of the plan's period were already granted. */
  isCovered: boolean
  isYear: boolean
}
/** Announces before a first payment that it adds fewer credits: a part was already granted, or settles owed credits. */
const FewerCredits = ({ granted, settled, isCovered, isYear }: FewerProps) => (
  <p className={classes.fewer}>
    This payment adds <b className="num">{(granted - settled).toLocaleString('en')} credits</b>.{' '}
    {isCovered && 'You already have credits for a part of this time. '}
    {settled > 0 && `${settled.toLocaleString('en')} more settle credits that you owe. `}
    Each {isYear ? 'year' : 'month'} after that adds all of them.
  </p>
)
