import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Answer, Person, Stack } from '../stack.ts'
import { startStack } from '../stack.ts'
import { campaignOf, onBasic } from './campaign.ts'

let stack: Stack
let c: Awaited<ReturnType<typeof campaignOf>>
beforeAll(async () => {
  stack = await startStack()
  c = await campaignOf(stack)
  for (const someone of [c.owner, c.dm, c.player]) await onBasic(c.admin, someone)
})
afterAll(() => stack?.stop())

const lists = (campaignId: string) => [
  `/api/collections?campaignId=${campaignId}`,
  `/api/collections/tree?campaignId=${campaignId}`,
  `/api/collections/tree?campaignId=${campaignId}&parents=root`,
  `/api/collections/counts?campaignId=${campaignId}`,
  `/api/collections/search?campaignId=${campaignId}&search=e`,
  `/api/conjurations?campaignId=${campaignId}`,
  `/api/conjurations/tags?campaignId=${campaignId}`,
  `/api/images/gallery?campaignId=${campaignId}`,
]
const fresh = { 'cache-control': 'no-cache' }
const now = async () => ({ 'min-position': String(await stack.store.head()) })
const made = async (someone: Person, path: string, body: object): Promise<string> =>
  (await someone.post(`/api/${path}`, { campaignId: c.campaignId, ...body })).body.id

/** Changes a folder's name behind the events' back, so that a list that was read anew tells it from one that was kept. */
const renameUnheard = (id: string, name: string) =>
  stack.pool.query('update collections set name = $2 where id = $1', [id, name])
const firstCollection = ({ body }: Answer): string => body.data[0]?.name
const tree = (campaignId: string) => `/api/collections/tree?campaignId=${campaignId}`

const campaignWithCollection = async () => {
  const campaignId: string = (await c.owner.post('/api/campaigns', { name: 'Apart' })).body.id
  const { body } = await c.owner.post('/api/collections', { campaignId, name: 'Keep' })
  await c.owner.get('/api/users/me', { 'min-position': body.position })
  return { campaignId, folder: body.id as string }
}

test('an answer is cached until something happens in its campaign', async () => {
  const { campaignId, folder } = await campaignWithCollection()
  await c.owner.get(tree(campaignId), await now())
  await renameUnheard(folder, 'Unheard')
  expect(firstCollection(await c.owner.get(tree(campaignId), await now()))).toBe('Keep')

  await made(c.dm, 'collections', { name: 'In another campaign' })
  expect(firstCollection(await c.owner.get(tree(campaignId), await now()))).toBe('Keep')

  await c.owner.patch(`/api/collections/${folder}`, { name: 'Tower' })
  expect(firstCollection(await c.owner.get(tree(campaignId), await now()))).toBe('Tower')
})

test('after a minute it is read anew, for what changes without an event', async () => {
  const { campaignId, folder } = await campaignWithCollection()
  await c.owner.get(tree(campaignId), await now())
  await renameUnheard(folder, 'Unheard')
  const inAMinute = performance.now() + 60_001
  const clock = vi.spyOn(performance, 'now').mockReturnValue(inAMinute)
  const later = await c.owner.get(tree(campaignId)).finally(() => clock.mockRestore())
  expect(firstCollection(later)).toBe('Unheard')
})

test('it says the position that it is true at, which is now', async () => {
  const { campaignId } = await campaignWithCollection()
  await c.owner.get(tree(campaignId), await now())
  await made(c.owner, 'collections', { name: 'Elsewhere' })
  const head = await now()
  const { headers } = await c.owner.get(tree(campaignId), head)
  expect(BigInt(String(headers['event-position']))).toBeGreaterThanOrEqual(BigInt(head['min-position']))
})

test('who asks for a fresh one gets it', async () => {
  const { campaignId, folder } = await campaignWithCollection()
  await c.owner.get(tree(campaignId), await now())
  await renameUnheard(folder, 'Unheard')
  expect(firstCollection(await c.owner.get(tree(campaignId), { ...(await now()), ...fresh }))).toBe('Unheard')
})

test('an impersonator is not answered with what was cached for the user in person', async () => {
  const { campaignId, folder } = await campaignWithCollection()
  const impersonated = { userId: c.owner.id, reason: 'A look at the cache' }
  expect((await c.admin.post('/api/auth/admin/impersonate-user', impersonated)).status).toBe(200)
  await c.owner.get(tree(campaignId), await now())
  await renameUnheard(folder, 'Unheard')
  expect(firstCollection(await c.admin.get(tree(campaignId), await now()))).toBe('Unheard')
  expect(firstCollection(await c.owner.get(tree(campaignId), await now()))).toBe('Keep')
  await c.admin.post('/api/auth/admin/stop-impersonating')
})

test('it is compressed once, as its reader takes it', async () => {
  const { campaignId } = await campaignWithCollection()
  for (let n = 0; n < 12; n++) await c.owner.post('/api/collections', { campaignId, name: `Folder ${n}` })
  const asked = async (accepted: string) => {
    const headers = { cookie: c.owner.cookies(), 'accept-encoding': accepted, ...(await now()) }
    return stack.app.inject({ url: tree(campaignId), headers })
  }
  const first = await asked('br')
  expect(first.headers['content-encoding']).toBe('br')
  const again = await asked('br')
  expect(again.rawPayload).toEqual(first.rawPayload)
  expect(again.headers).toMatchObject({ 'content-encoding': 'br', vary: first.headers.vary })
  const plain = await asked('identity')
  expect(plain.headers).not.toHaveProperty('content-encoding')
  expect(plain.json().data).toHaveLength(13)
})

test('it is nobody else’s, and not theirs any more when they may no longer ask', async () => {
  const url = tree(c.campaignId)
  const guest = await stack.member('Guest')
  expect((await guest.get(url)).status).toBe(404)
  const invitation = (await c.owner.post(`/api/campaigns/${c.campaignId}/invitations`)).body
  await guest.post(`/api/campaigns/invites/${invitation.code}`)
  await made(c.dm, 'collections', { name: 'For DMs', visibility: 'DM' })
  for (let times = 0; times < 2; times++) {
    const names = async (someone: Person) =>
      (await someone.get(url, await now())).body.data.map(({ name }: { name: string }) => name)
    expect(await names(c.dm)).toContain('For DMs')
    expect(await names(guest)).not.toContain('For DMs')
  }
  await c.owner.delete(`/api/campaigns/${c.campaignId}/members/${guest.id}`)
  expect((await guest.get(url, await now())).status).toBe(404)

  const cookie = c.dm.cookies()
  await c.dm.post('/api/auth/sign-out')
  expect((await stack.anyone().get(url, { cookie })).status).toBe(401)
  c.dm = await signedInAgain(c.dm)
})

const signedInAgain = async ({ id, email }: Person): Promise<Person> => {
  const someone = stack.anyone()
  await someone.post('/api/auth/sign-in/email', { email, password: 'correct horse' })
  return { ...someone, id, email }
}

test('a refusal is not kept', async () => {
  const { campaignId, folder } = await campaignWithCollection()
  const url = `/api/collections?campaignId=${campaignId}&parentId=${folder}`
  await c.owner.delete(`/api/collections/${folder}`)
  expect((await c.owner.get(url, await now())).status).toBe(404)
  expect((await c.owner.get(url, await now())).status).toBe(404)
})

/** What people do, in terms of the things made before: as many words as there are kinds of change. */
const visibility = fc.constantFrom('CAMPAIGN', 'DM', 'PRIVATE')
const nth = fc.nat(20)
const act = fc.record({
  who: fc.constantFrom('owner' as const, 'dm' as const, 'player' as const),
  what: fc.nat(20),
  visibility,
  nth,
  other: nth,
})
interface Act {
  visibility: string
  nth: number
  other: number
}

const acts = (folders: string[], lore: string[]): Record<string, (as: Person, given: Act) => Promise<unknown>> => {
  const of = (things: string[], n: number) => things[n % things.length] ?? c.campaignId
  const folder = ({ other }: Act) => (other % 3 === 0 ? null : of(folders, other))
  return {
    async folder(as: Person, { other, visibility }: Act) {
      const parentId = folders.length === 0 || other % 2 === 0 ? null : of(folders, other)
      folders.push(await made(as, 'collections', { name: `Folder ${other}`, parentId, visibility }))
    },
    async lore(as: Person, { nth, other, visibility }: Act) {
      const collectionId = folders.length === 0 || nth % 3 === 0 ? null : of(folders, nth)
      lore.push(await made(as, 'conjurations', { name: `Bell ${other}`, collectionId, visibility, tags: ['brass'] }))
    },
    rename: (as: Person, { nth, other }: Act) =>
      as.patch(`/api/conjurations/${of(lore, nth)}`, { name: `Bell, renamed ${other}`, tags: [`tag ${other}`] }),
    show: (as: Person, { nth, visibility }: Act) => as.patch(`/api/conjurations/${of(lore, nth)}`, { visibility }),
    showCollection: (as: Person, { nth, visibility }: Act) =>
      as.patch(`/api/collections/${of(folders, nth)}`, { visibility }),
    move: (as: Person, given: Act) =>
      as.post(`/api/collections/conjurations/${of(lore, given.nth)}/move`, { collectionId: folder(given) }),
    moveFolder: (as: Person, given: Act) =>
      as.post(`/api/collections/${of(folders, given.nth)}/move`, { parentCollectionId: folder(given) }),
    discard: (as: Person, { nth }: Act) => as.delete(`/api/conjurations/${of(lore, nth)}`),
    discardCollection: (as: Person, { nth, other }: Act) =>
      as.delete(`/api/collections/${of(folders, nth)}${other % 2 ? '?deleteContents=true' : ''}`),
    async restore(as: Person, { nth }: Act) {
      const { body } = await as.get(`/api/campaigns/${c.campaignId}/trash`)
      const { operationId } = body.data?.[nth % Math.max(body.data.length, 1)] ?? {}
      if (operationId) await as.post(`/api/campaigns/${c.campaignId}/trash/${operationId}/restore`)
    },
    copy: (as: Person, { nth }: Act) => as.post(`/api/conjurations/${of(lore, nth)}/save`),
    role: (_: Person, { nth }: Act) =>
      c.owner.patch(`/api/campaigns/${c.campaignId}/members/${c.player.id}/role`, { role: nth % 2 ? 1 : 2 }),
  }
}

/** As it was read before, if it was, and anew, both true at one position: work that goes on behind may come between them. */
const bothWays = async (someone: Person, url: string): Promise<{ kept: unknown; anew: unknown }> => {
  for (;;) {
    const kept = await someone.get(url, await now())
    const anew = await someone.get(url, { ...(await now()), ...fresh })
    if (kept.headers['event-position'] === anew.headers['event-position']) return { kept: kept.body, anew: anew.body }
  }
}

test('whatever people do, an answer that was kept is what a fresh one would be, for each of them', {
  tags: 'long',
  timeout: 120_000,
}, async () => {
  const kinds = Object.entries(acts([], []))
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 8 }), async (given) => {
      for (const one of given) {
        const [what = '', does] = kinds[one.what % kinds.length] ?? []
        await does?.(c[one.who], one)
        const after = { ...one, what }
        const asked = [c.owner, c.dm, c.player].flatMap((someone) =>
          lists(c.campaignId).map(async (url) => {
            const { kept, anew } = await bothWays(someone, url)
            expect({ after, url, answer: kept }).toEqual({ after, url, answer: anew })
          }),
        )
        await Promise.all(asked)
      }
    }),
    { numRuns: 4, endOnFailure: true },
  )
})
