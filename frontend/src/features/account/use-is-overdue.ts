import { useSubscriptionQuery } from '../../data/billing.ts'

/** Returns true if a renewal is pending: an added or chosen card is charged for it. */
export const useIsOverdue = (): boolean => {
  const { data } = useSubscriptionQuery()
  return data?.status === 'past_due' && data.graceUntil !== null
}
