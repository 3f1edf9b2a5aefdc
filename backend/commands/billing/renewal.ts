import { type Payment, paid } from '../../providers/payments.ts'
import type { Visit } from './desk.ts'

/** A renewal that failed and is still waited for is tried with this card at once, and later ones too. Declined, the card stays. */
export async function payRenewal({ payments, customerId, look }: Visit, card: string, key: string): Promise<Payment> {
  const { subscription, cover } = await look()
  if (subscription?.status !== 'past_due' || !cover?.renews) return paid
  await payments.preferCard(customerId, card, key)
  return payments.retryRenewal(subscription.subscriptionId, card, key).finally(look)
}
