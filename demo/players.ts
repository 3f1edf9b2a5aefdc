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

/** Plans and credits are an admin's to give. Answers whether they could be given. */
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
  // Plans are read from a view, which must have heard of them.
  await cast.Ines.get('/users/me', Me)
  return true
}

/** Everybody comes in by one invitation, which stays open. */
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
