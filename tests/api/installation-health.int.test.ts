import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'

/** What an installation is asked about itself. */
let stack: Stack
let admin: Person
beforeAll(async () => {
  stack = await startStack()
  admin = await stack.member('Admin')
})
afterAll(() => stack?.stop())

const health = async () => (await admin.get('/api/admin/health')).body
const checked = async (name: string) => {
  const { status, body } = await admin.post(`/api/admin/health/checks/${name}`)
  expect(status).toBe(200)
  return eventually(async () => {
    const { checks } = await health()
    const { last } = checks.find((check: { name: string }) => check.name === name)
    return last?.id === body.checkId && last.endedAt !== null && last
  })
}
/** An event as another program writes it: without the command and the actor that this program names. */
const eventOf = (type: string, data: unknown) => ({ id: randomUUID(), type, data, metadata: {} })
const chain = async () => (await admin.get('/api/audit/chain')).body

test('before the first night nothing is known, and every view follows the log', async () => {
  const { checks, views, storeReconnects } = await health()
  expect(checks.every(({ last }: { last: unknown }) => last === null)).toBe(true)
  expect(views).toEqual([])
  expect(storeReconnects).toBe(0)
  await eventually(async () => (await health()).lag?.events === 0)
  expect((await health()).lag).toEqual({ events: 0, seconds: 0 })
  expect(await chain()).toMatchObject({ signedAt: null, verifiedAt: null, result: null })
})

test('the installation answers its version, machine, queue and settings, without secrets', async () => {
  const { status, body } = await admin.get('/api/admin/installation')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    version: 'test',
    backup: null,
    outbox: { waiting: expect.any(Number) },
    jobs: { givenUp: [] },
  })
  expect(body.eventStore).toMatchObject({
    nodes: [{ at: 'embedded', role: 'leader', isAlive: true, behind: 0 }],
    lag: { events: expect.any(Number), seconds: expect.any(Number) },
  })
  expect(body.disk.freeBytes).toBeGreaterThan(0)
  expect(body.database.bytes).toBeGreaterThan(0)
  expect(body.sessions).toBeGreaterThan(0)
  expect(body.settings.find(({ name }: { name: string }) => name === 'AUTH_SECRET')).toMatchObject({ isSecret: true })
  expect((await admin.get('/api/admin/installation/changelog')).body.text).toContain('# Changelog')
})

test('a test mail goes to the address of the admin who asked for it', async () => {
  const { body } = await admin.post('/api/admin/installation/test-mail')
  expect(body).toEqual({ to: admin.email, by: 'outbox', failure: null })
  const { data } = (await admin.get('/api/admin/outbox')).body
  expect(data[0]).toMatchObject({ to: admin.email, subject: 'Test mail from Loreloom' })
  expect(data[0].text).toContain('without a mail server')
  expect(data[0].text).not.toContain('accepted')
})

test('events of other programs in the event store are skipped and counted, and stop nothing', async () => {
  const someone = randomUUID()
  const before = (await health()).foreignEvents
  await stack.sealedStore.append(`orders-${someone}`, [eventOf('OrderPaid', null)], 'any')
  await stack.sealedStore.append(`orders-${'x'.repeat(3_000)}`, [eventOf('OrderPaid', { euros: 7 })], 'any')
  const ours = [eventOf('CampaignCreated', { named: 7 }), eventOf('UserRegistered', { userId: someone, role: 3 })]
  await stack.sealedStore.append(`orders-${someone}`, ours, 'any')
  // In a stream that is named as ours are.
  await stack.sealedStore.append(`campaigns-${someone}`, [eventOf('CampaignCreated', { named: 7 })], 'any')
  const { body } = await admin.post('/api/campaigns', { name: 'Beside others' })
  expect((await admin.get('/api/campaigns', { 'min-position': body.position })).status).toBe(200)
  const { foreignEvents, views, lag } = await health()
  expect({ foreignEvents, views, lag }).toMatchObject({ foreignEvents: before + 5, views: [], lag: { events: 0 } })
})

test('the chain is verified, and a head of it is signed by a key that anybody may know', async () => {
  expect(await checked('chain')).toMatchObject({ status: 'passed', cause: 'asked', found: 0, findings: [] })
  const { length, head, signedAt } = await chain()
  expect(length).toBeGreaterThan(0)
  expect(head).toMatch(/^[\da-f]{64}$/)
  expect(signedAt).not.toBeNull()
  await checked('chain')
  expect(await chain()).toMatchObject({ result: 'proven' })
  const { keys } = (await stack.anyone().get('/api/audit/keys')).body
  expect(keys).toEqual([
    expect.objectContaining({ publicKey: expect.stringContaining('BEGIN PUBLIC KEY'), follows: null }),
  ])
})

test('what is shown is what a replay makes of it', { tags: 'long' }, async () => {
  expect(await checked('read-models')).toMatchObject({ status: 'passed', findings: [] })
  await stack.pool.query('update wallets set available = available + 1 where id = $1', [admin.id])
  expect(await checked('read-models')).toMatchObject({
    status: 'differs',
    found: 1,
    findings: [{ code: 'differs', where: `wallets ${admin.id}`, more: 'available' }],
  })
})

test('an event that was altered in PostgreSQL is named, and its account’s chain says so', async () => {
  const someone = await stack.member('Somebody')
  await stack.pool.query(
    `update eventstore.events set data = convert_to(replace(convert_from(data, 'utf8'), '"amount":100', '"amount":900'), 'utf8') where stream = $1`,
    [`credits-${someone.id}`],
  )
  const { status, findings } = await checked('chain')
  expect(status).toBe('differs')
  expect(findings).toEqual([expect.objectContaining({ code: 'altered', where: `credits-${someone.id}@0` })])
  expect(await chain()).toMatchObject({ result: 'altered' })
  const url = `/api/audit/accounts/${someone.id}/chain`
  expect((await admin.get(url)).status).toBe(403)
  await admin.post('/api/audit/looks', { userId: someone.id, reason: 'It was named' })
  const { body } = await admin.get(url)
  expect(body).toMatchObject({ firstBad: { stream: `credits-${someone.id}`, revision: 0 } })
  expect(body.verified).toBe(body.of - 1)
})

test('there is no check of another name', async () => {
  expect((await admin.post(`/api/admin/health/checks/${randomUUID()}`)).status).toBe(404)
})

test('an event of another program in a stream that the audit chain links changes nothing and is named', async () => {
  const before = (await health()).foreignEvents
  const stream = `credits-${randomUUID()}`
  await stack.sealedStore.append(stream, [eventOf('CreditsGranted', { amount: 'a lot' })], 'any')
  await eventually(async () => (await health()).foreignEvents === before + 1)
  const { status, findings } = await checked('chain')
  expect(status).toBe('differs')
  expect(findings).toContainEqual({ code: 'inserted', where: `${stream}@0`, more: null })
})
