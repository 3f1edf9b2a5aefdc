import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { supportLimits } from '#domain/support.ts'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'

/** Requests of users for support, and the inbox in which administrators answer them. */

let stack: Stack
let admin: Person
beforeAll(async () => {
  stack = await startStack({ supportContact: 'help@example.org' })
  admin = await stack.member('Admin')
})
afterAll(() => stack?.stop())

const asked = { type: 'Image Generation', description: 'Four of nine pictures were cancelled.' }
const ask = async (someone: Person, body: object = asked): Promise<string> => {
  const { status, body: answer } = await someone.post('/api/support', body)
  expect(status).toBe(200)
  // Until the views have it.
  await someone.get('/api/support', { 'min-position': answer.position })
  return answer.id
}
const own = async (someone: Person) => (await someone.get('/api/support')).body
const inbox = async (status = 'open') => (await admin.get(`/api/admin/support?status=${status}&limit=100`)).body
const inInbox = async (id: string, status = 'open') =>
  (await inbox(status)).data.find((request: { id: string }) => request.id === id)
const mailsTo = async (address: string) =>
  (await stack.mails.list({ limit: 200, offset: 0 })).data.filter(({ to }) => to === address)

describe('a request for support', () => {
  test('reaches the inbox with what its user let be sent, and its answer reaches the user', async () => {
    const someone = await stack.member('Priya')
    const diagnostics = { browser: 'Firefox', failedRequest: 'req-1' }
    const id = await ask(someone, { ...asked, diagnostics })
    const request = await eventually(() => inInbox(id))
    expect(request).toMatchObject({ ...asked, diagnostics, username: 'Priya', assigneeId: null, isPriority: false })
    await eventually(async () => (await mailsTo('help@example.org')).some((mail) => mail.id === id))

    const path = `/api/admin/support/${id}`
    expect((await admin.post(`${path}/assign`, { isMine: true })).status).toBe(200)
    expect((await admin.post(`${path}/answer`, { text: 'Your prompt is\nback.' })).status).toBe(200)
    const [mine] = await eventually(async () => {
      const { data } = await own(someone)
      return data[0]?.answers.length > 0 && data
    })
    expect(mine).toMatchObject({ id, status: 'answered', answers: [{ text: 'Your prompt is\nback.' }] })
    // Who of the administrators it was stays among them.
    expect(JSON.stringify(mine)).not.toContain('Admin')
    expect(await inInbox(id, 'answered')).toMatchObject({ assigneeName: 'Admin', answers: [{ by: 'Admin' }] })

    expect((await admin.post(`${path}/close`)).status).toBe(200)
    await eventually(() => inInbox(id, 'closed'))
    expect((await admin.post(`${path}/reopen`)).status).toBe(200)
    await eventually(() => inInbox(id))
  })

  test('is mailed its answer where the address is verified, and not elsewhere', async () => {
    const [verified, other] = [await stack.signUp('Verified'), await stack.signUp('Unverified')]
    await stack.pool.query('update auth."user" set "emailVerified" = true where id = $1', [verified.id])
    for (const someone of [other, verified]) {
      const id = await ask(someone)
      await admin.post(`/api/admin/support/${id}/answer`, { text: 'Please try again.' })
    }
    const mail = await eventually(async () =>
      (await mailsTo(verified.email)).find(({ subject }) => subject === 'An answer to your request for support'),
    )
    expect(mail.text).toContain('Please try again.')
    expect((await mailsTo(other.email)).filter(({ subject }) => subject.includes('support'))).toEqual([])
  })

  test('is one however often it is sent, and is seen by its user and admins only', async () => {
    const [someone, other] = [await stack.member('One'), await stack.member('Two')]
    const key = { 'idempotency-key': randomUUID() }
    const [first, second] = [
      await someone.post('/api/support', asked, key),
      await someone.post('/api/support', asked, key),
    ]
    expect(second.body.id).toBe(first.body.id)
    await eventually(async () => (await own(someone)).total === 1)
    expect(await own(other)).toEqual({ data: [], total: 0 })
    expect((await other.get('/api/admin/support')).status).toBe(403)
    for (const act of ['close', 'reopen']) {
      const { status } = await someone.post(`/api/admin/support/${first.body.id}/${act}`)
      expect(status).toBe(403)
    }
  })

  test.each([
    ['type', { ...asked, type: 'Complaints' }],
    ['type', { description: 'Without one' }],
    ['description', { type: 'Other', description: ' \n ' }],
    ['description', { type: 'Other' }],
    ['description', { type: 'Other', description: 'x'.repeat(5001) }],
    ['diagnostics.browser', { ...asked, diagnostics: { browser: 'x'.repeat(301) } }],
    ['diagnostics', { ...asked, diagnostics: { cookie: 'secret' } }],
  ])('with a wrong %s is refused by that name', async (field, body) => {
    const answer = await admin.post('/api/support', body)
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, field])
  })

  test('comes a limited number of times a day', async () => {
    const someone = await stack.member('Eager')
    for (let times = 0; times < supportLimits.perDay; times++) await ask(someone)
    const answer = await someone.post('/api/support', asked)
    expect([answer.status, answer.body.code]).toEqual([429, 'too_many_support_requests'])
  })

  test('of a PRO user comes first', async () => {
    const someone = await stack.member('Paying')
    const data = { userId: someone.id, plan: 'PRO', reason: 'To try it', subscriptionPaidThrough: null }
    await admin.post('/api/admin/subscription/change', data)
    await eventually(async () => (await someone.get('/api/users/me')).body.plan === 'PRO')
    const id = await ask(someone)
    expect((await eventually(() => inInbox(id))).isPriority).toBe(true)
    expect((await inbox()).data[0].id).toBe(id)
  })

  test('is not sent by an impersonator', async () => {
    const someone = await stack.member('Acted')
    const acting = stack.anyone()
    await acting.post('/api/auth/sign-in/email', { email: admin.email, password: 'correct horse' })
    await acting.post('/api/auth/admin/impersonate-user', { userId: someone.id, reason: 'To help' })
    expect((await acting.post('/api/support', asked)).status).toBe(403)
  })
})
