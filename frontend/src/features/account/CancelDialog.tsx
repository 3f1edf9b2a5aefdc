import { Button, Group, Modal } from '@mantine/core'
import type { Plan } from '#domain/entitlements.ts'
import { paymentMessage } from '../../billing/payment-message.ts'
import { useIntention } from '../../billing/use-intention.ts'
import { useCancelSubscriptionMutation } from '../../data/billing.ts'
import { asAlert } from '../../ui/as-alert.ts'
import { planName } from '../../ui/Badge.tsx'
import confirm from '../../ui/confirm.module.css'
import { dateOf } from '../../ui/dates.ts'
import { toast } from '../../ui/toast.ts'

interface Props {
  plan: Plan
  lastDay: string | null
  onBack: () => void
  onDone: () => void
}

/** The plan ends with its paid period, not at once. */
export const CancelDialog = ({ plan, lastDay, onBack, onDone }: Props) => {
  const [cancel, { isLoading }] = useCancelSubscriptionMutation()
  const intention = useIntention()
  const name = planName[plan]
  const run = async () => {
    try {
      await cancel({ cancelAtPeriodEnd: true, key: intention.current().key }).unwrap()
      toast.success('Subscription will be canceled at the end of your billing period')
      onDone()
    } catch (error) {
      toast.error(paymentMessage(error, 'Failed to cancel subscription'))
    }
  }
  return (
    <Modal opened onClose={onBack} title={`Change ${name} to Free?`} size={480} withCloseButton={false}>
      <div className={confirm.text} ref={asAlert}>
        You keep {name} until {lastDay ? dateOf(lastDay) : 'the end of your billing period'}, the last day that you have
        paid for. Nothing is charged after that. Credits that you have stay yours.
      </div>
      <p className={confirm.loss}>What {name} opens is closed from then on.</p>
      <Group justify="flex-end" gap={8} mt={22}>
        <Button variant="subtle" data-autofocus onClick={onBack}>
          Keep {name}
        </Button>
        <Button variant="filled" data-danger loading={isLoading} onClick={() => void run()}>
          Change to Free
        </Button>
      </Group>
    </Modal>
  )
}
