import { newId } from '../../base/ids.ts'
import { useCancelSubscriptionMutation, useSubscriptionQuery } from '../../data/billing.ts'
import { toast } from '../../ui/toast.ts'
import { pendingOf } from './paying.ts'

/** Withdraws the change of plan that is scheduled, once another one is paid. A failure is reported, since the payment itself succeeded. */
export const useWithdrawScheduled = () => {
  const [resume] = useCancelSubscriptionMutation()
  const { data: subscription } = useSubscriptionQuery()
  return async () => {
    if (!subscription || !pendingOf(subscription)) return
    const { error } = await resume({ cancelAtPeriodEnd: false, key: newId() })
    if (error) toast.error('Your payment succeeded, but the change you had scheduled could not be withdrawn.')
  }
}
