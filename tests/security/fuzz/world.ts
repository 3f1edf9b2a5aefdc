import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { imageModels } from '#domain/image-catalogue.ts'
import { join, onBasic } from '../../api/campaign.ts'
import { everybody } from '../../api/everybody.ts'
import { multipart } from '../../api/multipart.ts'
import { eventually, type Person, type Stack } from '../../stack.ts'
import { pool } from './ids.ts'
import type { Shot } from './shots.ts'

export type World = Awaited<ReturnType<typeof makeWorld>>

/** People in all roles and things of all kinds, and how each of the people shows who they are. */
export async function makeWorld(stack: Stack) {
  const people = await everybody(stack)
  const { owner, dm, player, stranger, admin, impersonated, banned } = people
  const ids = pool()
  for (const { id } of imageModels) ids.add('models', id)
  for (const { id } of [stranger, player, dm, owner]) ids.add('people', id)
  await onBasic(admin, owner)
  await admin.post('/api/admin/credits/add', { userId: owner.id, credits: 10_000, reason: 'Fuzz' })

  const { body } = await signIn(stack, owner.email)

  const cookie = (someone: Person) => ({ cookie: someone.cookies() })
  const headers: Record<Shot['who'], Record<string, string>> = {
    owner: cookie(owner),
    dm: cookie(dm),
    player: cookie(player),
    stranger: cookie(stranger),
    admin: cookie(admin),
    impersonated: cookie(impersonated),
    victim: {},
    banned: cookie(banned),
    robot: { authorization: `Bearer ${body.token}` },
    forged: { cookie: owner.cookies().replace(/\.[^;]*/, '.AAAA') },
    anonymous: {},
  }
  return {
    ids,
    headersOf: (who: Shot['who']) => headers[who],
    /** A campaign of everybody's, and things in it: those of before may be gone. */
    async furnish() {
      const { body } = await owner.post('/api/campaigns', { name: 'Another' })
      for (const someone of [dm, player]) await join(owner, someone, body.id)
      await owner.patch(`/api/campaigns/${body.id}/members/${dm.id}/role`, { role: 1 })
      for (const [who, someone] of Object.entries({ owner, dm, player })) {
        ids.add('campaigns', body.id, who)
        for (const { id } of [owner, dm, player]) ids.add('people', id, who)
        await furnish(someone, body.id, (answer, at) => ids.learn(answer, at, who))
      }
    },
    /** Somebody to whom all that may be done to an account is done: banned, signed out, renamed. So from time to time another. */
    async nextVictim() {
      const victim = await victimOf(stack)
      ids.add('victims', victim.id)
      headers.victim = cookie(victim)
    },
  }
}

const password = 'correct horse'
const signIn = (stack: Stack, email: string) => stack.anyone().post('/api/auth/sign-in/email', { email, password })

const victimEmail = 'victim@example.org'

/** The account with the address that fuzzed requests name, whoever had it before. */
async function victimOf(stack: Stack): Promise<Person> {
  await stack.pool.query(`update auth."user" set email = id || '@example.org' where email = $1`, [victimEmail])
  const victim = stack.anyone()
  const { body } = await victim.post('/api/auth/sign-up/email', { name: 'Victim', email: victimEmail, password })
  return Object.assign(victim, { id: body.user.id as string })
}

/** One of everything, and two of some. */
async function furnish(someone: Person, campaignId: string, learn: (answer: unknown, at: string) => void) {
  const make = async (at: string, url: string, body: object, headers = {}) => {
    const answer = await someone.post(url, body, headers)
    learn(answer.body, at)
    return answer.body
  }
  await make('campaigns', '/api/campaigns', { name: 'Spare' })
  const { id: parentId } = await make('collections', '/api/collections', { campaignId, name: 'Tower' })
  await make('collections', '/api/collections', { campaignId, parentId, name: 'Belfry' })
  for (const name of ['Bell', 'Rope'])
    await make('conjurations', '/api/conjurations', { campaignId, collectionId: parentId, name, tags: ['brass'] })
  const gone = await someone.delete(
    `/api/conjurations/${(await make('conjurations', '/api/conjurations', { campaignId })).id}`,
  )
  learn(gone.body, 'operations')

  const bytes = await sharp({ create: { width: 1024, height: 1024, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const picture = multipart({ id: randomUUID(), image: { bytes, type: 'image/png' } })
  const uploaded = await make('images', `/api/images/upload?campaignId=${campaignId}`, picture.payload, picture.headers)
  const shown = await eventually(async () => {
    const { status, body } = await someone.get(`/api/images/${uploaded.id}`)
    return status === 200 && body
  })
  for (const { id } of shown.edits) learn({ version: id }, '')
  const note = multipart({ file: { bytes: Buffer.from('Toll'), type: 'text/plain', filename: 'note.txt' } })
  await make('files', `/api/campaigns/${campaignId}/files`, note.payload, note.headers)
  const invitation = await someone.post(`/api/campaigns/${campaignId}/invitations`, {})
  learn(invitation.body, 'invitations')
}
