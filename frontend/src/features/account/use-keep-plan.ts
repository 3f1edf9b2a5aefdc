import { newId } from '../../base/ids.ts'
import { codeOf } from '../../base/problem.ts'
import { paymentMessage } from '../../billing/payment-message.ts'
import { useCancelSubscriptionMutation, useChangeSubscriptionMutation } from '../../data/billing.ts'
import { toast } from '../../ui/toast.ts'
import { choiceName, type Paying } from './plan-acts.ts'

const toCards = { to: '/account-settings?tab=payment-methods', label: 'Add a card' }

/** Withdraws a change that is scheduled for the end of the period: a cancellation, or another plan. */
export const useKeepPlan = () => {
  const [cancel] = useCancelSubscriptionMutation()
  const [change] = useChangeSubscriptionMutation()
  return async ({ plan, interval, pending }: Paying) => {
    try {
      if (pending?.plan === 'FREE') await cancel({ cancelAtPeriodEnd: false, key: newId() }).unwrap()
      else if (plan !== 'FREE') await change({ plan, interval, key: newId() }).unwrap()
      toast.success(`You keep ${choiceName({ plan, interval })}.`)
    } catch (error) {
      const message = paymentMessage(error, 'Failed to update subscription')
      toast.error(message, codeOf(error) === 'payment_method_needed' ? { route: toCards } : {})
    }
  }
}
