import type { BillingConfig } from '#domain/billing-answers.ts'
import { type CardDesk, PaymentProblem } from './card-desk.ts'

type Provider = NonNullable<BillingConfig['provider']>

/** Fetched when a card is to be typed or confirmed, and then the one of this installation alone. */
const desks: Record<Provider, (publishableKey: string) => Promise<CardDesk>> = {
  stripe: async (key) => (await import('./elements/desk.tsx')).elementsDesk(key),
  simulated: async (key) => (await import('./simulated/desk.tsx')).simulatedDesk(key),
}

export const openDesk = async ({ provider, publishableKey }: BillingConfig): Promise<CardDesk> => {
  if (provider === null || publishableKey === null) throw new PaymentProblem('Failed to setup payment form')
  return desks[provider](publishableKey)
}
