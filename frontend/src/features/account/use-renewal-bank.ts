import { useState } from 'react'
import { useCardPayments } from '../../billing/use-card-payments.ts'

/** Runs the bank's confirmation of a renewal; without a client secret, no confirmation is needed. */
export const useRenewalBank = () => {
  const loadCardPayments = useCardPayments()
  const [isAsking, setAsking] = useState(false)
  const confirm = async (clientSecret: string | null, paymentMethodId: string) => {
    if (clientSecret === null) return
    setAsking(true)
    try {
      await (await loadCardPayments()).confirmPayment(clientSecret, paymentMethodId)
    } finally {
      setAsking(false)
    }
  }
  return { isAsking, confirm }
}
