import { useSubscriptionQuery } from '../../data/billing.ts'

/** Whether a renewal waits to be paid: a card that is added or chosen is charged for it. */
export const useIsOverdue = (): boolean => {
  const { data } = useSubscriptionQuery()
  return data?.status === 'past_due' && data.graceUntil !== null
}
