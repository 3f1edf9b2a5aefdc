import type { Answer, Person, Stack } from '../stack.ts'
import { campaignOf, join } from './campaign.ts'

/** Everybody who may ask for something, in the order in which they do. */
const askers = ['anonymous', 'banned', 'stranger', 'admin', 'player', 'dm', 'owner', 'impersonated'] as const
type Who = (typeof askers)[number]
export type Everybody = Awaited<ReturnType<typeof everybody>>

/**
 * Statuses by person. Whoever is banned is answered like whoever is not signed in, an admin who acts as the owner like the
 * owner, unless the owner has to act in person.
 */
export type Expected = Record<Exclude<Who, 'banned' | 'impersonated'>, number> & { impersonated?: number }

/** A campaign, somebody in each role of it, others who are not in it, and those who are not who they seem. */
export async function everybody(stack: Stack) {
  const people = await campaignOf(stack)
  const { admin, owner, campaignId } = people
  const banned = await stack.member('Banned')
  await join(owner, banned, campaignId)
  await admin.post('/api/auth/admin/ban-user', { userId: banned.id, banReason: 'Spam' })
  const impersonated = stack.anyone()
  await impersonated.post('/api/auth/sign-in/email', { email: admin.email, password: 'correct horse' })
  const began = await impersonated.post('/api/auth/admin/impersonate-user', { userId: owner.id, reason: 'Test' })
  if (began.status !== 200) throw new Error(`Impersonating failed: ${began.text}`)
  return { ...people, banned, impersonated: Object.assign(impersonated, { id: owner.id }) }
}

/** Asks as everybody, one after another; statuses by who asked. */
export async function statuses(people: Everybody, ask: (as: Person) => Promise<Answer>): Promise<Record<Who, number>> {
  const answered = {} as Record<Who, number>
  for (const who of askers) answered[who] = (await ask(people[who])).status
  return answered
}

/** The same at once, where each asks about something of their own. */
export async function statusesAtOnce(
  people: Everybody,
  ask: (as: Person) => Promise<Answer>,
): Promise<Record<Who, number>> {
  const answered = askers.map(async (who) => [who, (await ask(people[who])).status] as const)
  return Object.fromEntries(await Promise.all(answered)) as Record<Who, number>
}

export const completed = (expected: Expected): Record<Who, number> => ({
  impersonated: expected.owner,
  ...expected,
  banned: expected.anonymous,
})
