import { useLazyBillingConfigQuery } from '../data/billing.ts'
import { type CardPayments, PaymentProblem } from './card-payments.ts'
import { loadCardPayments } from './load-card-payments.ts'

/**
 * Loads this installation's payment client once the configuration is loaded; rejects with the given message on failure.
 */
export const useCardPayments = (failure = 'Failed to setup payment form') => {
  const [ask] = useLazyBillingConfigQuery()
  return async (): Promise<CardPayments> => {
    try {
      return await loadCardPayments(await ask(undefined, true).unwrap())
    } catch (error) {
      throw error instanceof PaymentProblem ? error : new PaymentProblem(failure)
    }
  }
}
