import { z } from 'zod'
import { BillingConfig, PaymentMethods } from '#domain/billing-answers.ts'
import { Me } from '#domain/me.ts'
import { campaign } from './campaign.ts'
import type { Client } from './client.ts'
import { type Cast, campaignId, type Filling, idOf, keyOf } from './filling.ts'
import { demoNames, demoPeople, emailOf } from './people.ts'

/** The owner signs up first: on an empty installation that makes her the admin. */
export async function signUpAll(client: Client, password: string): Promise<Cast> {
  const cast: Partial<Cast> = {}
  for (const name of demoNames) {
    const person = await client.signUp({ name, email: emailOf(name), password })
    await person.act(keyOf('onboarded', name), 'PATCH', '/users/me', { onboarded: true })
    cast[name] = person
  }
  return cast as Cast
}

/** Grants plans and credits, which only an admin can. Returns false if Ines is not the admin. */
export async function grantPlans({ cast, tell }: Pick<Filling, 'cast' | 'tell'>): Promise<boolean> {
  const { role } = await cast.Ines.get('/users/me', Me)
  if (role !== 'admin') {
    tell('Somebody else is the admin here: what needs a paid plan is left out.')
    return false
  }
  const reason = `Plays ${campaign.name}`
  for (const name of demoNames) {
    const { plan, gift } = demoPeople[name]
    const userId = cast[name].id
    const change = { userId, plan, reason, subscriptionPaidThrough: null }
    if (plan !== 'FREE') await cast.Ines.act(keyOf('plan', name), 'POST', '/admin/subscription/change', change)
    if (gift > 0)
      await cast.Ines.act(keyOf('gift', name), 'POST', '/admin/credits/add', { userId, credits: gift, reason })
  }
  // Waits for the view from which plans are read.
  await cast.Ines.get('/users/me', Me)
  return true
}

/** All members join by one invitation, which stays open. Tomasz becomes a DM. */
export async function gatherPlayers({ cast, unlessChanged }: Filling): Promise<void> {
  const at = `/campaigns/${campaignId}`
  await unlessChanged(async () => {
    const { code } = await cast.Ines.act(keyOf('invitation'), 'POST', `${at}/invitations`, {
      id: idOf('invitation', ''),
    })
    for (const name of demoNames.slice(1)) await cast[name].act(keyOf('join'), 'POST', `/campaigns/invites/${code}`)
  })
  await unlessChanged(() => cast.Ines.act(keyOf('role'), 'PATCH', `${at}/members/${cast.Tomasz.id}/role`, { role: 1 }))
}

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
 * Buys credits as Tomasz and refunds a part, so that his audit shows payments as well as grants. Runs only if payments
 * are simulated, and Ines is the admin.
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
  // Events are sorted from the newest; the last one is the demo's own purchase, even if he bought more since.
  const refund = { userId: Tomasz.id, paymentId: events.at(-1)?.data.paymentId, amount: 200, reason: 'Bought twice' }
  await unlessChanged(() => Ines.act(keyOf('refund'), 'POST', '/admin/billing/refund', refund))
}

/** Sends the card to the payment provider directly, as a browser does. Returns the id of the payment method. */
async function typeCard(url: string, publishableKey: string): Promise<string> {
  const headers = { authorization: `Bearer ${publishableKey}` }
  const body = new URLSearchParams({ type: 'card', ...card })
  const answer = await fetch(`${url}/simulated-stripe/v1/payment_methods`, { method: 'POST', headers, body })
  return Card.parse(await answer.json()).id
}
