import { useState } from 'react'
import { useCardPayments } from '../../billing/use-card-payments.ts'

/** Takes somebody through what their bank asks before a renewal is paid with a card; without a secret it asks nothing. */
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
