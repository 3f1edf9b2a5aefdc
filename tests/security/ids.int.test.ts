import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { campaignOf } from '../api/campaign.ts'
import { multipart } from '../api/multipart.ts'
import { type Person, type Stack, startStack } from '../stack.ts'

/** Ids that are somebody else's, and fields that are not for clients. Who may what, call by call, is in `tests/api/*access*`. */

let stack: Stack
let people: Awaited<ReturnType<typeof campaignOf>>
beforeAll(async () => {
  stack = await startStack()
  people = await campaignOf(stack)
})
afterAll(() => stack?.stop())

const shown = async (someone: Person) =>
  someone.get('/api/users/me', { 'min-position': String(await stack.store.head()) })

describe('an id in capitals', () => {
  test('is the same thing to everybody: it takes over nothing, and makes nothing twice', async () => {
    const { owner, stranger, campaignId } = people
    const capital = campaignId.toUpperCase()
    expect((await stranger.post('/api/campaigns', { id: capital, name: 'Mine now' })).status).toBe(409)
    expect((await owner.patch(`/api/campaigns/${capital}`, { name: 'Renamed' })).status).toBe(200)
    const folder = (await owner.post('/api/collections', { campaignId: capital, name: 'Tower' })).body
    expect((await owner.patch(`/api/collections/${folder.id.toUpperCase()}`, { name: 'Belfry' })).status).toBe(200)
    const lore = (await owner.post('/api/conjurations', { campaignId, name: 'Bell' })).body
    const again = await owner.post('/api/conjurations', { id: lore.id.toUpperCase(), campaignId, name: 'Other' })
    expect(again).toMatchObject({ status: 201, body: { id: lore.id } })
    await shown(owner)
    expect((await owner.get(`/api/conjurations/${lore.id.toUpperCase()}`)).body.name).toBe('Bell')
    expect((await owner.get(`/api/campaigns/${capital}`)).body).toMatchObject({ name: 'Renamed', ownerId: owner.id })
    for (const category of ['campaigns', 'collections'])
      expect((await stack.store.read(`${category}-${capital}`)).events).toEqual([])
  })

  test('cannot come in by any schema: all take ids through one', () => {
    const root = path.join(import.meta.dirname, '../../backend')
    const edges = globSync('{commands,queries,http,realtime}/**/*.ts', { cwd: root }).filter(
      (file) => file !== 'http/uuid.ts',
    )
    expect(edges.length).toBeGreaterThan(50)
    expect(edges.filter((file) => /z\.(uuid|guid)\(/.test(readFileSync(path.join(root, file), 'utf8')))).toEqual([])
  })
})

describe('an id that is taken', () => {
  test('is not taken by somebody else, as whatever kind of thing', async () => {
    const { owner, stranger, campaignId } = people
    const own = (await stranger.post('/api/campaigns', { name: 'Own' })).body.id
    const lore = (await owner.post('/api/conjurations', { campaignId, name: 'Secret' })).body.id
    await shown(owner)
    for (const id of [lore, campaignId, owner.id]) {
      const tries = [
        await stranger.post('/api/conjurations', { id, campaignId: own, name: 'Mine' }),
        await stranger.post('/api/collections', { id, campaignId: own, name: 'Mine' }),
        await stranger.post('/api/campaigns', { id, name: 'Mine' }),
      ]
      expect(tries.map(({ status }) => status)).not.toContain(500)
      if (id !== owner.id) expect(tries.map(({ status }) => status)).toEqual([409, 409, 409])
    }
    expect((await owner.get(`/api/conjurations/${lore}`)).body).toMatchObject({ name: 'Secret', userId: owner.id })
    expect((await stranger.get(`/api/conjurations/${lore}`)).status).toBe(404)
  })

  test('is not reached through another thing’s path', { tags: 'long' }, async () => {
    const { owner, stranger, campaignId } = people
    const own = (await stranger.post('/api/campaigns', { name: 'Own too' })).body.id
    const note = multipart({ file: { bytes: Buffer.from('Toll'), type: 'text/plain', filename: 'note.txt' } })
    const file = (await owner.post(`/api/campaigns/${campaignId}/files`, note.payload, note.headers)).body.id
    await shown(owner)
    await shown(stranger)
    const tries = [
      await stranger.get(`/api/campaigns/${own}/files/${file}/download`),
      await stranger.delete(`/api/campaigns/${own}/files/${file}`),
      await stranger.delete(`/api/campaigns/${own}/members/${owner.id}`),
      await stranger.get(`/api/campaigns/${own}/background/${'0'.repeat(16)}.png`),
      await stranger.post(`/api/campaigns/${own}/conjurations/${randomUUID()}`),
    ]
    for (const { status } of tries) expect([403, 404]).toContain(status)
    expect((await owner.get(`/api/campaigns/${campaignId}/files/${file}/download`)).text).toBe('Toll')
  })
})

describe('fields that are not for clients', () => {
  const smuggled = () => ({
    userId: people.owner.id,
    ownerId: people.owner.id,
    role: 'admin',
    plan: 'PRO',
    createdAt: '1970-01-01T00:00:00.000Z',
    deletedAt: null,
    revision: 7,
    position: '0',
    copyOf: people.campaignId,
    metadata: { actor: people.owner.id },
  })

  test('are left out of what is made', async () => {
    const { stranger } = people
    const campaign = (await stranger.post('/api/campaigns', { name: 'Own', ...smuggled() })).body
    const lore = (await stranger.post('/api/conjurations', { campaignId: campaign.id, name: 'L', ...smuggled() })).body
    await shown(stranger)
    expect((await stranger.get(`/api/campaigns/${campaign.id}`)).body).toMatchObject({ ownerId: stranger.id, role: 3 })
    const { body } = await stranger.get(`/api/conjurations/${lore.id}`)
    expect(body).toMatchObject({ userId: stranger.id, copyOf: null })
    expect(body.createdAt).not.toMatch(/^1970/)
    const [made] = (await stack.store.read(`conjurations-${lore.id}`)).events
    expect(made?.metadata.actor).toBe(stranger.id)
  })

  test('make nobody an admin, at registering or later', async () => {
    const anyone = stack.anyone()
    const email = `${randomUUID()}@example.org`
    const account = { name: 'Eve', email, password: 'correct horse', role: 'admin', emailVerified: true, banned: false }
    await anyone.post('/api/auth/sign-up/email', account)
    await anyone.post('/api/auth/sign-up/email', { ...account, role: undefined })
    await anyone.post('/api/auth/update-user', { name: 'Eve', role: 'admin' })
    await anyone.post('/api/auth/admin/set-role', { userId: people.owner.id, role: 'admin', reason: 'Asked' })
    expect((await anyone.get('/api/admin/users')).status).toBe(403)
    const { rows } = await stack.pool.query('select role, "emailVerified" from auth."user" where email = $1', [email])
    expect(rows).toEqual([{ role: 'user', emailVerified: false }])
    const others = await stack.pool.query('select role from auth."user" where id = $1', [people.owner.id])
    expect(others.rows).toEqual([{ role: 'user' }])
  })

  test('do not reach the prototype of anything', async () => {
    const { owner } = people
    const { statusCode } = await stack.app.inject({
      method: 'POST',
      url: '/api/campaigns?__proto__[polluted]=1&constructor[prototype][polluted]=1',
      headers: { cookie: owner.cookies(), origin: 'http://loreloom.test', 'content-type': 'application/json' },
      payload: '{"name":"P","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    })
    expect(statusCode).toBe(400)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })
})
