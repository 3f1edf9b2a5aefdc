import { eventually, type Person, type Stack } from '../stack.ts'

/** A campaign with somebody in each role, and others who are not in it. */
export async function campaignOf(stack: Stack) {
  // The first is the installation's admin; the others come at once.
  const admin = await stack.member('Admin')
  const names = ['Olga Owner', 'Dorian DM', 'Petra Player', 'Stella Stranger'] as const
  const members = await Promise.all(names.map((name) => stack.member(name)))
  const [owner, dm, player, stranger] = members as [Person, Person, Person, Person]
  const people = { owner, dm, player, stranger }
  const { body } = await owner.post('/api/campaigns', { name: 'The Drowned Bells' })
  const campaignId: string = body.id
  for (const someone of [dm, player]) await join(owner, someone, campaignId)
  await owner.patch(`/api/campaigns/${campaignId}/members/${dm.id}/role`, { role: 1 })
  return { campaignId, admin, anonymous: stack.anyone(), ...people }
}

export async function join(owner: Person, someone: Person, campaignId: string) {
  const { body } = await owner.post(`/api/campaigns/${campaignId}/invitations`, {})
  const joined = await someone.post(`/api/campaigns/invites/${body.code}`)
  if (joined.status !== 200) throw new Error(`Joining failed: ${joined.text}`)
}

/** Gives somebody the plan by which they may keep lore to themselves. */
export async function onBasic(admin: Person, someone: Person) {
  const change = { userId: someone.id, plan: 'BASIC', reason: 'Test', subscriptionPaidThrough: null }
  const { body } = await admin.post('/api/admin/subscription/change', change)
  await eventually(
    async () => (await someone.get('/api/users/me', { 'min-position': body.position })).body.plan === 'BASIC',
  )
}
