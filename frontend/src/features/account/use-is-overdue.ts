import { useSubscriptionQuery } from '../../data/billing.ts'

/** Returns true if a renewal is unpaid: a card that the user adds or chooses is charged for it at once. */
export const useIsOverdue = (): boolean => {
  const { data } = useSubscriptionQuery()
  return data?.status === 'past_due' && data.graceUntil !== null
}
