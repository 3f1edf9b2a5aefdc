import { Modal } from '@mantine/core'
import { useState } from 'react'
import type { PlanChoice } from '#domain/billing-answers.ts'
import { monthlyCredits } from '#domain/plan-credits.ts'
import { money } from '../../billing/money.ts'
import { PaymentForm } from '../../billing/PaymentForm.tsx'
import type { Chosen } from '../../billing/use-way-to-pay.ts'
import { useCreateSubscriptionMutation } from '../../data/billing.ts'
import { toast } from '../../ui/toast.ts'
import classes from './change.module.css'
import { choiceName } from './plan-acts.ts'
import { priceOf } from './price.ts'

interface Props {
  choice: PlanChoice
  onBack: () => void
  onDone: () => void
}

/** The first payment for a plan: what it costs, with which card, and where the bill goes to. */
export const CreateDialog = ({ choice, onBack, onDone }: Props) => {
  const [create] = useCreateSubscriptionMutation()
  const [isBusy, setBusy] = useState(false)
  const isYear = choice.interval === 'YEARLY'
  const credits = monthlyCredits[choice.plan] * (isYear ? 12 : 1)

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
