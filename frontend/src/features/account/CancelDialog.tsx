import { Button, Group, Modal } from '@mantine/core'
import type { SoldPlan } from '#domain/billing-account.ts'
import type { Plan } from '#domain/entitlements.ts'
import { paymentMessage } from '../../billing/payment-message.ts'
import { isUncertain, useIntention } from '../../billing/use-intention.ts'
import { useCancelSubscriptionMutation } from '../../data/billing.ts'
import { asAlert } from '../../ui/as-alert.ts'
import { planName } from '../../ui/Badge.tsx'
import confirm from '../../ui/confirm.module.css'
import { dateOf } from '../../ui/dates.ts'
import { toast } from '../../ui/toast.ts'
import { endingWith } from './plan-facts.ts'

interface Props {
  plan: Plan
  lastDay: string | null
  /** Wording of the title and the button: “Cancel subscription”, or “Change to Free” if opened from the list of plans. */
  as?: 'cancellation' | 'change'
  onBack: () => void
  onDone: () => void
}

/** Cancels a plan at the end of its paid period, not at once. */
export const CancelDialog = ({ plan, lastDay, as = 'change', onBack, onDone }: Props) => {
  const [cancel, { isLoading }] = useCancelSubscriptionMutation()
  const intention = useIntention()
  const name = planName[plan]
  const end = lastDay ? dateOf(lastDay) : 'the end of your billing period'
  const isCancellation = as === 'cancellation'
  const run = async () => {
    try {
      await cancel({ cancelAtPeriodEnd: true, key: intention.current().key }).unwrap()
      toast.success('Subscription will be canceled at the end of your billing period')
      onDone()
    } catch (error) {
      if (!isUncertain(error)) intention.end()
      toast.error(paymentMessage(error, 'Failed to cancel subscription'))
    }
  }
  return (
    <Modal
      opened
      onClose={onBack}
      title={isCancellation ? `Cancel your ${name} subscription?` : `Change ${name} to Free?`}
      size={480}
      withCloseButton={false}
    >
      <div className={confirm.text} ref={asAlert}>
        You keep {name} until {end}, the last day that you have paid for. Nothing is charged after that. Credits that
        you have stay yours, and so does everything that you made.
      </div>
      <p className={confirm.loss}>After {end} this ends:</p>
      <ul className={confirm.endings}>
        {endingWith(plan as SoldPlan).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <Group justify="flex-end" gap={8} mt={22}>
        <Button variant="subtle" data-autofocus onClick={onBack}>
          Keep {name}
        </Button>
        <Button variant="filled" data-danger loading={isLoading} onClick={() => void run()}>
          {isCancellation ? 'Cancel subscription' : 'Change to Free'}
        </Button>
      </Group>
    </Modal>
  )
}
