import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { imageModels } from '#domain/image-catalogue.ts'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'
import { adminFinding } from './admin-finding.ts'

let stack: Stack
let admin: Person
let owner: Person
let campaignId: string
let imageId: string
beforeAll(async () => {
  stack = await startStack()
  admin = await stack.member('Ada Admin')
  owner = await stack.member('Olive Owner')
  campaignId = (await owner.post('/api/campaigns', { name: 'Tidewater' })).body.id
  const wanted = {
    modelId: imageModels[0]?.id,
    prompt: 'A bell under water',
    count: 1,
    width: 1024,
    height: 1024,
    campaignId,
  }
  imageId = (await owner.post('/api/images', wanted)).body.images[0].id
  await eventually(async () => (await owner.get('/api/users/credits')).body.data[0].status === 'captured')
})
afterAll(() => stack?.stop())

interface Told {
  id: string
  type: string
  position: string
  stream: string
}
const types = (events: Told[]) => events.map(({ type }) => type)
const eventsOf = async (userId: string, query = '') =>
  (await admin.get(`/api/admin/users/${userId}/events${query}`)).body

describe('users', () => {
  test('are listed newest first, found by parts of their address or name, and counted', async () => {
    const { body } = await admin.get('/api/admin/users')
    expect(body.users.map(({ name }: { name: string }) => name)).toEqual(['Olive Owner', 'Ada Admin'])
    expect(body).toMatchObject({ total: 2, counts: { total: 2, active: 2, banned: 0, admins: 1 } })
    const found = await admin.get(`/api/admin/users?search=${owner.email.slice(0, 12).toUpperCase()}`)
    expect(found.body).toMatchObject({
      total: 1,
      users: [{ id: owner.id, email: owner.email, imageCredits: 98, plan: 'FREE' }],
    })
    expect((await admin.get(`/api/admin/users/${owner.id}`)).body).toMatchObject({
      username: 'Olive Owner',
      kickstarterBacker: false,
      loreloomKickstarterTier: null,
      updatedAt: expect.any(String),
    })
    expect((await admin.get('/api/admin/users?search=olive')).body.total).toBe(1)
    expect((await admin.get('/api/admin/users?search=%25')).body.total).toBe(0)
    expect((await admin.get('/api/admin/users?limit=1&offset=1')).body.users[0].name).toBe('Ada Admin')
  })

  test('who are banned are counted so, with the reason', async () => {
    const someone = await stack.member('Bad Penny')
    await admin.post('/api/auth/admin/ban-user', { userId: someone.id, banReason: 'Spam' })
    expect((await admin.get(`/api/admin/users/${someone.id}`)).body).toMatchObject({ banned: true, banReason: 'Spam' })
    expect((await admin.get('/api/admin/users')).body.counts).toEqual({ total: 3, active: 2, banned: 1, admins: 1 })
  })
})

describe('what happened to a user', () => {
  test('is every event of or by them across streams, newest first', async () => {
    const { events, total, next } = await eventsOf(owner.id)
    const positions = events.map(({ position }: Told) => BigInt(position))
    expect(positions).toEqual(positions.toSorted((a: bigint, b: bigint) => (a < b ? 1 : -1)))
    // The welcome credits come of themselves, before or after the person is signed in.
    expect(types(events)).toContain('SignedIn')
    const rest = types(events).filter((type) => type !== 'SignedIn')
    expect(rest.toReversed()).toEqual([
      'UserRegistered',
      'CreditsGranted',
      'CampaignCreated',
      'CreditsHeld',
      'ImageRequested',
      'ImageStarted',
      'ImageGenerated',
      'CreditsCaptured',
    ])
    expect([total, next]).toEqual([9, null])
    expect(events.at(-1)).toMatchObject({ actorName: 'Olive Owner', impersonatorName: null, revision: 0 })
    expect(events[0]).toMatchObject({ metadata: { actor: 'system' }, actorName: null })
    expect(JSON.stringify(events)).not.toMatch(owner.email)
  })

  test('is filtered by type, stream, person, correlation and words, and counted by type', async () => {
    expect(types((await eventsOf(owner.id, '?type=CreditsHeld')).events)).toEqual(['CreditsHeld'])
    const typed = await eventsOf(owner.id, '?type=CreditsHeld')
    expect(typed.total).toBe(1)
    expect(typed.types).toContainEqual({ type: 'ImageStarted', count: 1 })
    expect((await eventsOf(owner.id, '?stream=credits')).total).toBe(3)
    expect((await eventsOf(owner.id, `?stream=images-${imageId}`)).total).toBe(3)
    expect((await eventsOf(owner.id, '?actor=system')).total).toBe(4)
    expect(types((await eventsOf(owner.id, '?q=under%20water')).events)).toEqual(['ImageRequested'])
    const [held] = (await eventsOf(owner.id, '?type=CreditsHeld')).events
    const together = await eventsOf(owner.id, `?correlationId=${held.metadata.correlationId}`)
    expect(types(together.events).toReversed()).toEqual([
      'CreditsHeld',
      'ImageRequested',
      'ImageStarted',
      'ImageGenerated',
      'CreditsCaptured',
    ])
  })

  test('says what each is about, and offers everybody who did any of it, and every stream by its words', async () => {
    const all = await eventsOf(owner.id)
    const about = (type: string) => all.events.find((event: Told) => event.type === type).about
    expect([about('ImageStarted'), about('CampaignCreated'), about('CreditsHeld')]).toEqual([
      'A bell under water',
      'Tidewater',
      null,
    ])
    const first = await eventsOf(owner.id, '?limit=1')
    expect(first.actors).toEqual(all.actors)
    expect(all.actors).toContainEqual({ id: 'system', name: null, count: 4 })
    expect(all.actors).toContainEqual({ id: owner.id, name: 'Olive Owner', count: 5 })
    // Whoever is chosen, the others stay on offer.
    expect((await eventsOf(owner.id, '?actor=system')).actors).toEqual(all.actors)
    const streams = async (search: string) =>
      (await admin.get(`/api/admin/users/${owner.id}/streams?search=${encodeURIComponent(search)}`)).body.streams
    expect(await streams('BELL under')).toEqual([{ stream: `images-${imageId}`, about: 'A bell under water' }])
    expect(await streams(`images/${imageId.slice(0, 8)}`)).toHaveLength(1)
    expect((await streams('')).length).toBeGreaterThanOrEqual(5)
    expect(await streams('no such')).toEqual([])
  })

  test('is searched by words and by whole ids, so many events at a time', async () => {
    const positions = async (query: string) =>
      (await eventsOf(owner.id, query)).events.map(({ position }: Told) => position)
    const [requested] = (await eventsOf(owner.id, '?type=ImageRequested')).events
    expect(await positions(`?q=${requested.id}`)).toContain(requested.position)
    expect(await positions(`?q=${requested.position}`)).toContain(requested.position)
    expect(types((await eventsOf(owner.id, `?q=images/${imageId}`)).events)).toContain('ImageStarted')
    const found = await eventsOf(owner.id, '?q=under%20water')
    expect(found).toMatchObject({ total: null, next: null, searchedTo: null })
    const { rows } = await stack.pool.query(
      `insert into feed select n, 0, gen_random_uuid(), 'Odd', 'odd-' || n, 0, now(), 'odd', jsonb_build_object('n', n),
         jsonb_build_object('actor', $1::text, 'commandId', 'c', 'correlationId', 'r'), '{}', '{}', array[$1::uuid], 'r'
       from generate_series(1000000001, 1000005000) n returning position`,
      [owner.id],
    )
    try {
      const first = await eventsOf(owner.id, '?q=under%20water')
      expect(first).toMatchObject({ events: [], next: '1000000001', searchedTo: expect.any(String) })
      expect(types((await eventsOf(owner.id, `?q=under%20water&before=${first.next}`)).events)).toEqual([
        'ImageRequested',
      ])
      // An id is found by its index, however long ago it was.
      expect(await positions(`?q=${requested.id}`)).toContain(requested.position)
      expect((await eventsOf(owner.id, '?q=odd-10000000&limit=2')).events).toHaveLength(2)
    } finally {
      await stack.pool.query('delete from feed where position = any($1)', [rows.map(({ position }) => position)])
    }
  })

  test('comes in pages', async () => {
    const first = await eventsOf(owner.id, '?limit=3')
    const second = await eventsOf(owner.id, `?limit=3&before=${first.next}`)
    const third = await eventsOf(owner.id, `?limit=3&before=${second.next}`)
    const all = [...first.events, ...second.events, ...third.events].map(({ id }: Told) => id)
    expect(all).toEqual((await eventsOf(owner.id)).events.map(({ id }: Told) => id))
    expect(third.next).toBeNull()
  })

  test('has causes and effects', async () => {
    const [generated] = (await eventsOf(owner.id, '?type=ImageGenerated')).events
    const { body } = await admin.get(`/api/admin/events/${generated.id}`)
    expect(body.event.id).toBe(generated.id)
    expect(types(body.causedBy)).toEqual(['ImageRequested', 'CreditsHeld'])
    expect(types(body.caused)).toEqual(['CreditsCaptured'])
    // What is paid is linked in the audit chain, what is drawn is not.
    expect(body.hash).toBeNull()
    expect((await admin.get(`/api/admin/events/${body.caused[0].id}`)).body.hash).toBe('verified')
  })

  test('is told beside what went before it in its stream, and beside all that its request set in motion', async () => {
    const { events } = await eventsOf(owner.id)
    const captured = events.find(({ type }: Told) => type === 'CreditsCaptured')
    const { body } = await admin.get(`/api/admin/events/${captured.id}`)
    expect(body.previous).toMatchObject({
      type: 'CreditsHeld',
      stream: captured.stream,
      revision: captured.revision - 1,
    })
    const first = events.find(({ type }: Told) => type === 'UserRegistered')
    expect((await admin.get(`/api/admin/events/${first.id}`)).body.previous).toBeNull()
    const { body: together } = await admin.get(`/api/admin/events/${captured.id}/together`)
    expect(together.isAll).toBe(true)
    expect(types(together.events)).toEqual(expect.arrayContaining(['CreditsHeld', 'ImageRequested', 'ImageGenerated']))
    expect(types(together.events).at(-1)).toBe('CreditsCaptured')
  })

  test('can be replayed to a revision, with what that event changed', async () => {
    const stream = `credits-${owner.id}`
    const { body } = await admin.get(`/api/admin/streams/${stream}/state?revision=1`)
    expect(body).toMatchObject({ stream, revision: 1, last: 2, state: { available: 98 } })
    expect(body.changes).toContainEqual({ path: 'available', before: 100, after: 98 })
    expect((await admin.get(`/api/admin/streams/${stream}/state?revision=3`)).status).toBe(404)
    expect((await admin.get(`/api/admin/streams/${stream}/state?revision=-1`)).status).toBe(400)
  })

  test('is found by any id', async () => {
    const { events } = await eventsOf(owner.id)
    const [event] = events
    const kinds = async (q: string) =>
      (await admin.get(`/api/admin/find?q=${encodeURIComponent(q)}`)).body.data.map(
        ({ kind }: { kind: string }) => kind,
      )
    expect(await kinds(event.id)).toEqual(['event'])
    expect(await kinds(event.position)).toEqual(['position'])
    expect(new Set(await kinds(`images/${imageId}`))).toEqual(new Set(['thing', 'named']))
    expect(await kinds(owner.id)).toEqual(['user', 'thing'])
    expect(await kinds(event.metadata.correlationId)).toContain('correlation')
    expect(await kinds('cus_nobody')).toEqual([])
    expect((await admin.get('/api/admin/find?q=')).status).toBe(400)
  })

  test('says who acted as them', async () => {
    const browser = stack.anyone()
    await browser.post('/api/auth/sign-in/email', { email: admin.email, password: 'correct horse' })
    await browser.post('/api/auth/admin/impersonate-user', { userId: owner.id, reason: 'The bell is named wrongly' })
    const { body } = await browser.patch(`/api/images/${imageId}/name`, { name: 'The bell' })
    await browser.post('/api/auth/admin/stop-impersonating')
    const renamed = await admin.get(`/api/admin/users/${owner.id}/events?type=ImageRenamed`, {
      'min-position': body.position,
    })
    expect(renamed.body.events[0]).toMatchObject({ actorName: 'Olive Owner', impersonatorName: 'Ada Admin' })
    await eventually(async () => {
      const { events } = await eventsOf(admin.id, '?type=ImpersonationEnded')
      return events.length === 1
    })
    expect(types((await eventsOf(admin.id)).events)).toContain('ImageRenamed')
  })
})

describe('credits and plans', () => {
  test('credits are added once per key, and told', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const grant = { userId: owner.id, credits: 250, reason: 'Sorry for the trouble' }
    const first = await admin.post('/api/admin/credits/add', grant, key)
    expect((await admin.post('/api/admin/credits/add', grant, key)).body).toEqual(first.body)
    const { body } = await owner.get('/api/users/credits', { 'min-position': first.body.position })
    expect(body).toMatchObject({
      balance: 348,
      data: [{ quantity: 250, comment: 'Sorry for the trouble', status: 'granted' }, {}, {}],
    })
  })

  test.each([
    [{ credits: -1 }, 400, 'Credits must be between 0 and 10000'],
    [{ credits: 10_001 }, 400, 'Credits must be between 0 and 10000'],
    [{ reason: ' ' }, 400, 'Please provide a reason'],
    [{ userId: randomUUID() }, 404, 'There is no such user.'],
  ])('%o is refused', async (over, status, detail) => {
    const answer = await admin.post('/api/admin/credits/add', { userId: owner.id, credits: 1, reason: 'Test', ...over })
    expect(answer).toMatchObject({ status, body: { detail } })
  })

  test('credits are removed once per key with a reason, and never more than is neither spent nor held', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const removal = { userId: owner.id, credits: 50, reason: 'Given by mistake' }
    const first = await admin.post('/api/admin/credits/remove', removal, key)
    expect((await admin.post('/api/admin/credits/remove', removal, key)).body).toEqual(first.body)
    const { body } = await owner.get('/api/users/credits', { 'min-position': first.body.position })
    expect(body.data[0]).toMatchObject({ quantity: -50, comment: 'Given by mistake', status: 'removed' })
    const { available } = body
    expect(await admin.post('/api/admin/credits/remove', { ...removal, credits: available + 1 })).toMatchObject({
      status: 409,
      body: { code: 'credits_not_available' },
    })
    const [event] = (await eventsOf(owner.id, '?type=CreditsRemoved')).events
    expect(event).toMatchObject({ actorName: 'Ada Admin', data: { amount: 50, comment: 'Given by mistake' } })
    await admin.post('/api/admin/credits/add', { userId: owner.id, credits: 50, reason: 'Back' })
  })

  test.each([
    [{ credits: 0 }, 400, 'Credits to remove must be a whole number from 1'],
    [{ credits: 1.5 }, 400, 'Credits to remove must be a whole number from 1'],
    [{ reason: ' ' }, 400, 'Please provide a reason'],
    [{ userId: randomUUID() }, 404, 'There is no such user.'],
  ])('a removal with %o is refused', async (over, status, detail) => {
    const removal = { userId: owner.id, credits: 1, reason: 'Test', ...over }
    expect(await admin.post('/api/admin/credits/remove', removal)).toMatchObject({ status, body: { detail } })
  })

  test('a plan counts at once, opens its models, and does not fall from Pro to Free', async () => {
    const change = (plan: string) =>
      admin.post('/api/admin/subscription/change', {
        userId: owner.id,
        plan,
        reason: 'Gift',
        subscriptionPaidThrough: '2030-01-31T00:00:00.000+01:00',
      })
    const { body } = await change('PRO')
    const me = await owner.get('/api/users/me', { 'min-position': body.position })
    expect(me.body).toMatchObject({ plan: 'PRO', paidPlan: 'PRO', subscriptionPaidThrough: '2030-01-30T23:00:00.000Z' })
    const map = imageModels.find(({ slug }) => slug === 'studio-dungeon')
    const wanted = { modelId: map?.id, prompt: 'A crypt', count: 1, width: 1024, height: 1024, campaignId }
    expect((await owner.post('/api/images', wanted)).status).toBe(202)
    const spicy = async () => (await owner.post('/api/images', { ...wanted, nsfw: true })).body.code
    expect(await spicy()).toBe('nsfw_switched_off')
    const allowed = await owner.patch('/api/users/me', { allowNSFW: true })
    await owner.get('/api/users/me', { 'min-position': allowed.body.position })
    expect(await spicy()).toBe('nsfw_not_supported')
    expect(await change('FREE')).toMatchObject({
      status: 422,
      body: { detail: 'Consider using Basic plan instead of Free for Pro users' },
    })
    expect((await change('BASIC')).status).toBe(200)
  })
})

test('where the log ends and how far the views are is said', async () => {
  const { body } = await eventually(async () => {
    const answer = await admin.get('/api/admin/log')
    return answer.body.head === answer.body.position ? answer : undefined
  })
  expect(body).toEqual({ head: expect.stringMatching(/^\d+$/), position: body.head, lagMs: 0 })
})

describe('the outbox', () => {
  test('shows the mail that nobody sent', async () => {
    const asked = await stack.anyone().post('/api/auth/request-password-reset', { email: owner.email })
    expect(asked.status).toBe(200)
    await eventually(async () => {
      const { data } = (await admin.get('/api/admin/outbox')).body
      return data.some((mail: { to: string; subject: string }) => {
        return mail.to === owner.email && mail.subject === 'Reset your Loreloom password'
      })
    })
  })

  const resetMailOf = async (email: string) => {
    await stack.anyone().post('/api/auth/request-password-reset', { email })
    return eventually(async () => {
      const { data } = (await admin.get('/api/admin/outbox?limit=100')).body
      return data.find(({ to, kind }: { to: string; kind: string }) => to === email && kind === 'password-reset')
    })
  }
  const reveal = (id: string, reason?: string) => admin.post(`/api/admin/outbox/${id}/reveal`, { reason })

  test('withholds links that let their reader in; one is revealed for a reason, which its user reads', async () => {
    const someone = await stack.member('Forgetful')
    const mail = await resetMailOf(someone.email)
    expect(mail).toMatchObject({ text: null, isOfStaff: false })
    expect((await reveal(mail.id)).body.errors).toMatchObject([{ field: 'reason' }])
    expect((await someone.get('/api/users/me')).body.revealedLink).toBeNull()
    const { status, body } = await reveal(mail.id, 'They rang')
    expect([status, body.text]).toEqual([200, expect.stringContaining('password-reset?token=')])
    expect((await someone.get('/api/users/me', { 'min-position': body.position })).body.revealedLink).toMatchObject({
      kind: 'password-reset',
      reason: 'They rang',
    })
    const [told] = (await stack.store.read(`users-${someone.id}`, { backwards: true, limit: 1 })).events
    expect(told).toMatchObject({ type: 'SignInLinkRevealed', metadata: { actor: admin.id } })
    const noted = await someone.post('/api/users/me/revealed-link/noted', {})
    expect((await someone.get('/api/users/me', { 'min-position': noted.body.position })).body.revealedLink).toBeNull()
  })

  test('reveals no link of an admin or auditor, whatever they were when it was written, nor a mail without one', async () => {
    const someone = await stack.member('Promoted')
    const mail = await resetMailOf(someone.email)
    await admin.post('/api/auth/admin/set-role', { userId: someone.id, role: 'auditor', reason: 'Asked' })
    expect(await reveal(mail.id, 'Curious')).toMatchObject({ status: 403, body: { code: 'link_of_staff' } })
    expect((await admin.get('/api/admin/outbox?limit=100')).body.data).toContainEqual(
      expect.objectContaining({ id: mail.id, text: null, isOfStaff: true }),
    )
    expect((await reveal(randomUUID(), 'Curious')).status).toBe(404)
    // A mail of an older version states neither kind nor account.
    await stack.pool.query('update outbox_mails set kind = null, "userId" = null where id = $1', [mail.id])
    expect((await reveal(mail.id, 'Curious')).body.code).toBe('link_of_staff')
    const email = `${randomUUID()}@example.org`
    const moved = await admin.post('/api/admin/user/update-email', { userId: someone.id, email, reason: 'Mine now' })
    expect(moved).toMatchObject({ status: 403, body: { code: 'address_of_staff' } })
    const own = await admin.post('/api/admin/user/update-email', { userId: admin.id, email, reason: 'Mine now' })
    expect(own).toMatchObject({ status: 422, body: { code: 'own_account' } })
  })

  test('treats who was an auditor once as one: no link is offered, revealed, or led elsewhere', async () => {
    const someone = await stack.member('Former')
    await admin.post('/api/auth/admin/set-role', { userId: someone.id, role: 'auditor', reason: 'Asked' })
    await admin.post('/api/auth/admin/set-role', { userId: someone.id, role: 'user', reason: 'Asked' })
    const mail = await resetMailOf(someone.email)
    expect((await admin.get('/api/admin/outbox?limit=100')).body.data).toContainEqual(
      expect.objectContaining({ id: mail.id, text: null, isOfStaff: true }),
    )
    expect(await reveal(mail.id, 'Curious')).toMatchObject({ status: 403, body: { code: 'link_of_staff' } })
    const email = `${randomUUID()}@example.org`
    const moved = await admin.post('/api/admin/user/update-email', { userId: someone.id, email, reason: 'Mine now' })
    expect(moved).toMatchObject({ status: 403, body: { code: 'address_of_staff' } })
    const mails = 'select count(*)::int as count from outbox_mails where "to" = $1'
    expect((await stack.pool.query(mails, [email])).rows[0].count).toBe(0)
  })
})

adminFinding(() => ({ stack, admin, owner }))
