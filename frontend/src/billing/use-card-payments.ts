import type { BillingConfig } from '#domain/billing-answers.ts'
import { useLazyBillingConfigQuery } from '../data/billing.ts'
import { type CardPayments, PaymentProblem } from './card-payments.ts'

type Provider = NonNullable<BillingConfig['provider']>

/** The provider's module is loaded when a card is entered or confirmed. */
const clients: Record<Provider, (publishableKey: string) => Promise<CardPayments>> = {
  stripe: async (key) => (await import('./elements/payments.tsx')).createElementsPayments(key),
  simulated: async (key) => (await import('./simulated/payments.tsx')).createSimulatedPayments(key),
}

const loadCardPayments = async ({ provider, publishableKey }: BillingConfig): Promise<CardPayments> => {
  if (provider === null || publishableKey === null) throw new PaymentProblem('Failed to setup payment form')
  return clients[provider](publishableKey)
}

/**
 * Returns a function that loads the billing configuration, then this installation's payment client. It rejects with the
 * given message if one of them fails to load.
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
