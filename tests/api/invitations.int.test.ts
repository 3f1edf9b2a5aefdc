import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, type Stack, startStack } from '../stack.ts'
import { join as joinAs } from './campaign.ts'

let stack: Stack
let owner: Person
let campaignId: string
beforeAll(async () => {
  stack = await startStack()
  await stack.member('Admin')
  owner = await stack.member('Owner')
  campaignId = (await owner.post('/api/campaigns', { name: 'Tidewater' })).body.id
})
afterAll(() => stack?.stop())

const invite = async (body: object = {}) =>
  (await owner.post(`/api/campaigns/${campaignId}/invitations`, body)).body as Record<'id' | 'code' | 'link', string>
const look = (code: string, someone: Person = stack.anyone()) => someone.get(`/api/campaigns/invites/${code}`)
const join = (someone: Person, code: string) => someone.post(`/api/campaigns/invites/${code}`)
/** Once the views know everything that was appended until now. */
const now = async () => ({ 'min-position': String(await stack.store.head()) })
const list = async () => (await owner.get(`/api/campaigns/${campaignId}/invitations`, await now())).body
const revisionOf = async (id: string) => (await stack.store.read(`campaigns-${id}`)).revision
/** As if its last day had passed: expiry is judged by the clock, which tests do not turn. */
const expired = async () => {
  const { id, code } = await invite()
  await stack.store.append(
    `campaigns-${campaignId}`,
    [
      {
        id: randomUUID(),
        type: 'InvitationCreated',
        data: { campaignId, inviteId: id, createdBy: owner.id, expiresAt: '2026-01-01T00:00:00.000Z' },
        metadata: { actor: owner.id, commandId: randomUUID(), correlationId: randomUUID() },
      },
    ],
    'any',
  )
  await list()
  return code
}

describe('an invitation', () => {
  test('shows anyone the campaign: who invites, its welcome, how many there are and the first five by name', {
    tags: 'long',
  }, async () => {
    const { body: campaign } = await owner.post('/api/campaigns', { name: 'The Drowned Bells' })
    await owner.patch(`/api/campaigns/${campaign.id}`, { welcomeMessage: 'Bring a lantern.' })
    for (let n = 0; n < 6; n++) await joinAs(owner, await stack.signUp(`Player ${n}`), campaign.id)
    const { body } = await owner.post(`/api/campaigns/${campaign.id}/invitations`)
    const { body: shown } = await look(body.code)
    expect(shown).toEqual({
      campaignId: campaign.id,
      campaignName: 'The Drowned Bells',
      invitingEmail: owner.email,
      welcomeMessage: 'Bring a lantern.',
      memberCount: 7,
      members: [{ username: 'Owner', role: 3 }, ...[0, 1, 2, 3].map((n) => ({ username: `Player ${n}`, role: 2 }))],
    })
  })

  test('is a link whose code says nothing and is kept nowhere', async () => {
    const { id, code, link } = await invite()
    expect(link).toBe(`http://loreloom.test/campaigns/invite/${code}`)
    expect(code).toMatch(/^[\w-]{38}$/)
    await list()
    const { rows } = await stack.pool.query(
      'select to_jsonb(i) as row from invitations i union all select to_jsonb(f) from feed f',
    )
    const kept = JSON.stringify(rows)
    expect([kept.includes(id), kept.includes(code)]).toEqual([true, false])
  })

  test('lets in whoever is signed in, as a Player, and many of them', async () => {
    const { code } = await invite()
    for (const name of ['First', 'Second']) {
      const someone = await stack.signUp(name)
      const joined = await join(someone, code)
      expect(joined).toMatchObject({ status: 200, body: { campaignId } })
      const { body } = await someone.get(`/api/campaigns/${campaignId}`, { 'min-position': joined.body.position })
      expect(body.role).toBe(2)
    }
    expect((await join(stack.anyone(), code)).status).toBe(401)
  })

  test('used twice by the same person answers that they are in, and appends nothing', async () => {
    const { code } = await invite()
    const someone = await stack.signUp()
    await join(someone, code)
    const before = await revisionOf(campaignId)
    expect(await join(someone, code)).toMatchObject({ status: 200, body: { campaignId } })
    expect(await join(owner, code)).toMatchObject({ status: 200, body: { campaignId } })
    expect(await revisionOf(campaignId)).toBe(before)
  })

  test('used by one person in two tabs at once makes them a member once', async () => {
    const { code } = await invite()
    const someone = await stack.signUp()
    const joined = await Promise.all([join(someone, code), join(someone, code), join(someone, code)])
    expect(joined.map(({ status }) => status)).toEqual([200, 200, 200])
    const { events } = await stack.store.read(`campaigns-${campaignId}`)
    expect(
      events.filter(({ type, data }) => type === 'MemberJoined' && (data as { userId: string }).userId === someone.id),
    ).toHaveLength(1)
  })

  test.each([
    ['that expired', expired, 410, 'invitation_expired', 'This invitation has expired.'],
    [
      'that was revoked',
      async () => {
        const { id, code } = await invite()
        await owner.delete(`/api/campaigns/${campaignId}/invitations/${id}`)
        await list()
        return code
      },
      410,
      'invitation_revoked',
      'This invitation was withdrawn.',
    ],
    ['that never was', async () => 'nonsense', 404, 'invitation_not_found', 'This invitation does not exist.'],
    [
      'whose code was made up around a true id',
      async () => {
        const { code } = await invite()
        return `${code.slice(0, -4)}AAAA`
      },
      404,
      'invitation_not_found',
      'This invitation does not exist.',
    ],
    [
      'to a campaign that is deleted',
      async () => {
        const { body: gone } = await owner.post('/api/campaigns', { name: 'Gone' })
        const { body } = await owner.post(`/api/campaigns/${gone.id}/invitations`)
        const { headers } = await owner.delete(`/api/campaigns/${gone.id}`)
        await owner.get('/api/users/me', { 'min-position': String(headers['event-position']) })
        return body.code as string
      },
      404,
      'invitation_not_found',
      'This invitation does not exist.',
    ],
  ])('%s says so, to who looks and to who joins', async (_what, make, status, code, detail) => {
    const forged = await make()
    expect(await look(forged)).toMatchObject({ status, body: { code, detail } })
    expect(await join(await stack.signUp(), forged)).toMatchObject({ status, body: { code, detail } })
  })
})

describe('invitations', () => {
  test('are listed newest first, with their state and who made them', async () => {
    const { id: openId, code, link } = await invite({ expiresInDays: 7 })
    const { id } = await invite()
    await owner.delete(`/api/campaigns/${campaignId}/invitations/${id}`)
    const { data, total } = await list()
    expect(total).toBeGreaterThanOrEqual(2)
    expect(data[0]).toMatchObject({ id, state: 'revoked', createdByName: 'Owner', expiresAt: null })
    expect(data[1]).toMatchObject({ id: openId, code, link, state: 'open' })
    const lasts = Date.parse(data[1].expiresAt) - Date.parse(data[1].createdAt)
    expect(Math.round(lasts / 86_400_000)).toBe(7)
  })

  test.each([0, 366, 1.5, 'soon'])('last 1 to 365 days, not %s', async (expiresInDays) => {
    const answer = await owner.post(`/api/campaigns/${campaignId}/invitations`, { expiresInDays })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'expiresInDays' }] } })
  })

  test('asked for twice with one key are one', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const ask = () => owner.post(`/api/campaigns/${campaignId}/invitations`, {}, key)
    const first = await ask()
    expect((await ask()).body).toEqual(first.body)
  })

  test('are not taken over by another campaign that claims their id', async () => {
    const { id, code } = await invite()
    await list()
    const thief = await stack.signUp()
    const { body: theirs } = await thief.post('/api/campaigns', {})
    expect(await thief.post(`/api/campaigns/${theirs.id}/invitations`, { id })).toMatchObject({
      status: 409,
      body: { code: 'invitation_exists' },
    })
    expect((await look(code)).body.campaignId).toBe(campaignId)
  })
})
