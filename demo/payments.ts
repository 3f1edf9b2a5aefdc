import { z } from 'zod'
import { BillingConfig, PaymentMethods } from '#domain/billing-answers.ts'
import { type Filling, keyOf } from './filling.ts'

const billingAddress = { line1: '3 Bell Lane', city: 'Portland', state: 'ME', postalCode: '04101', country: 'US' }
const card = {
  'card[number]': '4242424242424242',
  'card[exp_month]': '12',
  'card[exp_year]': '2040',
  'card[cvc]': '123',
}
const Card = z.object({ id: z.string() })
const Bought = z.object({ events: z.array(z.object({ data: z.object({ paymentId: z.string() }).loose() })) })

/**
 * Tomasz buys credits and is given some of the money back, so that an audit of him has payments beside grants. Only where payments
 * are simulated, which takes no money, and by who is the admin there.
 */
export async function pay({ client, cast: { Ines, Tomasz }, plans, unlessChanged }: Filling): Promise<void> {
  const { provider, publishableKey } = await Tomasz.get('/billing/config', BillingConfig)
  if (!plans || provider !== 'simulated' || publishableKey === null) return
  const { data: cards } = await Tomasz.get('/billing/payment-methods', PaymentMethods)
  const paymentMethodId = cards[0]?.id ?? (await typeCard(client.url, publishableKey))
  const purchase = { pack: 'PACK_250', paymentMethodId, billingAddress }
  for (const which of ['first', 'second'])
    await unlessChanged(() => Tomasz.act(keyOf('purchase', which), 'POST', '/billing/credits/purchase', purchase))
  const { events } = await Ines.get(`/admin/users/${Tomasz.id}/events?type=PackPaid`, Bought)
  // The newest comes first: he may have bought more since.
  const refund = { userId: Tomasz.id, paymentId: events.at(-1)?.data.paymentId, amount: 200, reason: 'Bought twice' }
  await unlessChanged(() => Ines.act(keyOf('refund'), 'POST', '/admin/billing/refund', refund))
}

/** As a browser does, which tells nobody but the provider. */
async function typeCard(url: string, publishableKey: string): Promise<string> {
  const headers = { authorization: `Bearer ${publishableKey}` }
  const body = new URLSearchParams({ type: 'card', ...card })
  const answer = await fetch(`${url}/simulated-stripe/v1/payment_methods`, { method: 'POST', headers, body })
  return Card.parse(await answer.json()).id
}
