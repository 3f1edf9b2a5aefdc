import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lastBy } from '#domain/as-of.ts'
import { account as command } from '../../backend/audit/account.ts'
import { reading } from '../../backend/http/snapshot.ts'
import { WrongUsage } from '../../backend/platform/arguments.ts'
import { asOf } from '../../backend/queries/as-of.ts'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'
import { eventOf } from './appended.ts'
import { auditSight } from './audit-sight.ts'
import { auditSteps } from './audit-steps.ts'
import type { AuditWorld, Named } from './audit-world.ts'
import { tabs } from './socket.ts'

/** An account of any moment, and who may look at it. */

let stack: Stack
let admin: Person
let auditor: Person
let wren: Person
let tomasz: Person
let campaignId: string
let secretId: string

const account = (path = '', id = tomasz.id) => `/api/audit/accounts/${id}${path}`
const look = (who: Person, body: object = { userId: tomasz.id, reason: 'Ticket 2291' }) =>
  who.post('/api/audit/looks', body)
const caughtUp = async () => admin.get('/api/users/me', { 'min-position': String(await stack.store.head()) })
const stepsOf = async (query = '') => (await auditor.get(account(`/events${query}`))).body
const world = (): AuditWorld => ({ stack, auditor, wren, campaignId, secretId, tomasz, account, stepsOf, caughtUp })

beforeAll(async () => {
  stack = await startStack()
  admin = await stack.member('Ada Admin')
  ;[auditor, wren, tomasz] = await Promise.all([
    stack.member('Aude Auditor'),
    stack.member('Wren'),
    stack.member('Tomasz'),
  ])
  await admin.post('/api/auth/admin/set-role', { userId: auditor.id, role: 'auditor', reason: 'Asked' })
  campaignId = (await wren.post('/api/campaigns', { name: 'The salt road' })).body.id
  const { code } = (await wren.post(`/api/campaigns/${campaignId}/invitations`)).body
  await tomasz.post(`/api/campaigns/invites/${code}`)
  secretId = (await wren.post('/api/conjurations', { campaignId, name: 'Eel King', visibility: 'DM' })).body.id
  await admin.post('/api/admin/credits/add', { userId: tomasz.id, credits: 250, reason: 'Lost map, write to a@b.org' })
  await admin.post('/api/admin/subscription/change', { userId: tomasz.id, plan: 'BASIC', reason: 'Gift' })
  await eventually(async () => (await tomasz.get('/api/users/me')).body.imageCredits === 850)
})
afterAll(() => stack?.stop())

describe('looking at an account', () => {
  test('takes a reason, and is refused until there is one, to admins as well', async () => {
    for (const who of [auditor, admin]) {
      const refused = await who.get(account())
      expect([refused.status, refused.body.code]).toEqual([403, 'look_first'])
      const nameless = await look(who, { userId: tomasz.id, reason: '  ' })
      expect([nameless.status, nameless.body.errors]).toEqual([
        400,
        [{ field: 'reason', message: 'Please provide a reason' }],
      ])
      expect((await look(who)).status).toBe(200)
      expect((await who.get(account())).status).toBe(200)
    }
  })

  test('is an event of who looks, an admin as well, and once by one press', async () => {
    const key = { 'idempotency-key': randomUUID() }
    for (const _press of [1, 2]) await admin.post('/api/audit/looks', { userId: wren.id, reason: 'Asked' }, key)
    const { events } = await stack.store.read(`looks-${admin.id}`)
    expect(events.map(({ type, data }) => [type, data])).toEqual([
      ['AccountLookedAt', { userId: tomasz.id, reason: 'Ticket 2291' }],
      ['AccountLookedAt', { userId: wren.id, reason: 'Asked' }],
    ])
    expect((await look(admin, { userId: randomUUID(), reason: 'Who?' })).status).toBe(404)
  })

  test('of one is none of another, and ends after eight hours', async () => {
    expect((await auditor.get(account('', wren.id))).body.code).toBe('look_first')
    const old = new Date(Date.now() - 9 * 3_600_000).toISOString()
    const looked = eventOf('AccountLookedAt', { userId: wren.id, reason: 'Long ago' }, auditor.id)
    await stack.store.append(`looks-${wren.id}`, [{ ...looked, metadata: { ...looked.metadata, at: old } }], 'any')
    await stack.pool.query(`update looks set at = now() - interval '9 hours' where id = $1`, [`${admin.id}:${wren.id}`])
    expect((await admin.get(account('', wren.id))).body.code).toBe('look_first')
  })

  test('is for auditors and admins, who are themselves', async () => {
    expect((await look(wren)).body.code).toBe('auditors_only')
    expect((await wren.get(account())).body.code).toBe('auditors_only')
    expect((await stack.anyone().get(account())).status).toBe(401)
  })
})

describe('an auditor', () => {
  test('has no socket, and loses what was open', async () => {
    const sockets = tabs()
    const sam = await stack.member('Sam')
    const open = await sockets.listen(stack, sam)
    await admin.post('/api/auth/admin/set-role', { userId: sam.id, role: 'auditor', reason: 'Asked' })
    expect(await eventually(() => open.closed)).toBe(4403)
    const refused = await sockets.listen(stack, sam, '', { silent: true })
    expect(await eventually(() => refused.closed)).toBe(4403)
    expect(refused.said).toEqual([])
    sockets.close()
  })

  test('sees nothing else', async () => {
    for (const path of ['/api/campaigns', '/api/admin/users', '/api/users/credits', `/api/conjurations/${secretId}`])
      expect((await auditor.get(path)).body.code).toBe('audit_only')
    expect((await auditor.get('/api/users/me')).body).toMatchObject({ id: auditor.id, role: 'auditor' })
    expect((await auditor.get('/api/admin/log')).status).toBe(200)
  })

  test('who is none any more is refused at once, and who becomes one sees nothing of before', async () => {
    await admin.post('/api/auth/admin/set-role', { userId: auditor.id, role: 'user', reason: 'Asked' })
    expect((await auditor.get(account())).body.code).toBe('auditors_only')
    expect((await auditor.get('/api/campaigns')).status).toBe(200)
    await admin.post('/api/auth/admin/set-role', { userId: auditor.id, role: 'auditor', reason: 'Asked' })
    expect((await auditor.get(account())).status).toBe(200)
  })

  test('is nobody who acts as one', async () => {
    const refused = await admin.post('/api/auth/admin/impersonate-user', { userId: auditor.id, reason: 'Asked' })
    expect(refused).toMatchObject({ status: 403, body: { code: 'only_users_impersonated' } })
    const acting = stack.anyone()
    await acting.post('/api/auth/sign-in/email', { email: admin.email, password: 'correct horse' })
    await acting.post('/api/auth/admin/impersonate-user', { userId: tomasz.id, reason: 'Asked' })
    expect((await acting.get('/api/audit/accounts')).body.code).toBe('auditors_only')
    await acting.post('/api/auth/admin/stop-impersonating')
  })
})

describe('an address', () => {
  test('is masked wherever it could stand, and found by all of it alone', async () => {
    const found = async (search: string) =>
      (await auditor.get(`/api/audit/accounts?search=${encodeURIComponent(search)}`)).body
    expect(await found(tomasz.email.slice(0, -1))).toMatchObject({ total: 0 })
    expect(await found('example.org')).toMatchObject({ total: 0 })
    expect(await found(tomasz.email.toUpperCase())).toMatchObject({ total: 1, data: [{ id: tomasz.id }] })
    expect((await found('toma')).data[0]).toMatchObject({ emailMasked: `${tomasz.email[0]}•••@e•••.org` })
    expect((await auditor.get('/api/audit/accounts?sort=email')).text).not.toContain('@example')
    const texts = await Promise.all(['', '/events', '/compare?a=0&b=9999999'].map((path) => auditor.get(account(path))))
    for (const { status, text } of texts) {
      expect(status).toBe(200)
      expect(text).not.toMatch(/a@b\.org|@example/)
    }
  })

  test('is shown for a reason, which is written down first', async () => {
    const refused = await auditor.post(account('/email'), {})
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'reason'])
    expect((await auditor.post(account('/email'), { reason: 'To answer' })).body.email).toBe(tomasz.email)
    const { events } = await stack.store.read(`looks-${auditor.id}`, { backwards: true, limit: 1 })
    expect(events[0]).toMatchObject({ type: 'EmailRevealed', data: { userId: tomasz.id, reason: 'To answer' } })
  })
})

describe('as of a moment', () => {
  test('an account is what its own events had made of it, at each of them', async () => {
    const { data } = await stepsOf()
    const types = data.map(({ type }: Named) => type)
    expect(types).toEqual(
      expect.arrayContaining(['UserRegistered', 'SignedIn', 'CreditsGranted', 'MemberJoined', 'PlanChanged']),
    )
    const positions = data.map(({ position }: Named) => Number(position))
    expect(positions).toEqual(positions.toSorted((a: number, b: number) => a - b))
    const plan = data.find(({ type }: Named) => type === 'PlanChanged')
    const [before, after] = await Promise.all(
      [Number(plan.position) - 1, plan.position].map(
        async (position) => (await auditor.get(account(`?position=${position}`))).body.state,
      ),
    )
    expect([before.plan.paid, after.plan.paid]).toEqual(['FREE', 'BASIC'])
    expect([before.credits.balance, after.credits.balance]).toEqual([350, 350])
    expect(after.memberships).toMatchObject([{ id: campaignId, role: 2, inTrash: false }])
    expect(after.sessions.open).toBe(1)
    expect(plan.changes).toEqual(
      expect.arrayContaining([
        { path: 'plan.paid', before: 'FREE', after: 'BASIC' },
        { path: 'entitlements.templates', before: false, after: true },
      ]),
    )
  })

  test('a time is a position of the log, and before the first event there is nothing', async () => {
    const { body: now } = await auditor.get(account())
    expect(now).toMatchObject({ state: { credits: { available: 850 } }, newest: { position: now.last.position } })
    const { body: then } = await auditor.get(account('?at=2020-01-01T00:00:00Z'))
    expect(then).toMatchObject({ position: '0', last: null, state: { account: { registeredAt: null } } })
    const { body: later } = await auditor.get(account(`?at=${now.first.at}`))
    expect(BigInt(later.position) >= BigInt(now.first.position)).toBe(true)
    const { body: toCome } = await auditor.get(account('?at=2100-01-01T00:00:00Z'))
    expect(Date.parse(toCome.at), 'what is to come is now').toBeLessThanOrEqual(Date.now())
    for (const wrong of ['at=yesterday', 'position=-1', 'position=99999999999999999999'])
      expect((await auditor.get(account(`?${wrong}`))).status).toBe(400)
  })

  test('the command line answers the same, by an address as well', async () => {
    const { body } = await auditor.get(account())
    const { answer } = await command.run([tomasz.email, '--position', body.position], stack)
    expect(answer.state).toEqual(body.state)
    expect(JSON.stringify(answer)).not.toContain(tomasz.email)
  })

  test('the command line takes a day and a time without a zone as UTC, and nothing else that could be meant otherwise', async () => {
    const at = async (time: string) => (await command.run([tomasz.id, '--at', time], stack)).answer.at
    expect(await at('2020-03-01')).toBe('2020-03-01T00:00:00.000Z')
    expect(await at('2020-03-01T10:30')).toBe('2020-03-01T10:30:00.000Z')
    expect(await at('2020-03-01T10:30:00+02:00')).toBe('2020-03-01T08:30:00.000Z')
    for (const wrong of ['yesterday', '5', '03/01/2020', '2020-02-30'])
      await expect(command.run([tomasz.id, '--at', wrong], stack)).rejects.toThrow(WrongUsage)
    await expect(command.run([tomasz.id, '--position', '-1'], stack)).rejects.toThrow(WrongUsage)
  })

  test('the command line knows no account of an id that nobody ever had', async () => {
    const nobody = randomUUID()
    await expect(command.run([nobody], stack)).rejects.toThrow(`There is no account with the id ${nobody}.`)
    await expect(command.run(['no@example.org'], stack)).rejects.toThrow('with the address no@example.org')
  })

  test('two moments differ by what happened between them', async () => {
    const { data } = await stepsOf('?kind=credits')
    const [welcome, gift] = data as Named[]
    const { body } = await auditor.get(account(`/compare?a=${welcome?.position}&b=${gift?.position}`))
    expect(body.changes).toEqual(expect.arrayContaining([{ path: 'credits.balance', before: 100, after: 350 }]))
    expect((await auditor.get(account('/compare?a=1'))).body.errors[0].field).toBe('b')
  })
})

auditSteps(world)

auditSight(world)

test('a time is the same position as by the whole log, where clocks go back', async () => {
  const at = (minute: number) => new Date(Date.UTC(2031, 0, 1, 0, minute)).toISOString()
  const minutes = [4, 9, 2, 7, 9, 12]
  const told = minutes.map((minute) => {
    const event = eventOf('ClockTold', {}, 'system')
    return { ...event, metadata: { ...event.metadata, at: at(minute) } }
  })
  for (const some of [told.slice(0, 2), told.slice(2, 3), told.slice(3)])
    await stack.store.append(`clocks-${tomasz.id}`, some, 'any')
  await caughtUp()
  const read = reading(stack.pool)
  const all = await read<{ position: string; at: string }>(
    'select f.position::text, f.at from feed f where f.seq = 0 order by f.position',
  )
  const log = all.map((row) => ({ ...row, position: BigInt(row.position) }))
  for (const time of [at(-60), ...minutes.map(at), at(13), log[3]?.at ?? '', '1970-01-01T00:00:00.000Z'])
    expect(await asOf(read, time)).toEqual(lastBy(log, time))
})
