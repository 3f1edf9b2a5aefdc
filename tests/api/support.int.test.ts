import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyTemplateLimits, replyTemplatesId } from '#domain/reply-templates.ts'
import { supportLimits } from '#domain/support.ts'
import { baseUrl, eventually, type Person, type Stack, startStack } from '../stack.ts'
import { multipart } from './multipart.ts'

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

  test('has a screenshot that its user and admins see, and that its user removes with its file', {
    tags: 'long',
  }, async () => {
    const [someone, other] = [await stack.member('Shown'), await stack.member('Curious')]
    const id = await ask(someone)
    const path = `/api/support/${id}/screenshot`
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
      .withExif({ IFD0: { Copyright: 'secret' } })
      .png()
      .toBuffer()
    const send = (from: Person, bytes: Buffer) => {
      const { payload, headers } = multipart({ image: { bytes, type: 'image/png' } })
      return from.post(path, payload, headers)
    }
    expect((await send(other, picture)).body.code).toBe('support_request_not_found')
    expect((await send(someone, Buffer.from('no picture'))).body.code).toBe('picture_type')
    expect((await send(someone, Buffer.alloc(5 * 1024 * 1024 + 1))).status).toBe(413)
    expect((await send(someone, picture)).status).toBe(200)
    expect((await send(someone, picture)).status).toBe(200)
    await eventually(async () => (await own(someone)).data[0].hasScreenshot)

    const seen = await someone.get(path)
    expect([seen.status, (await other.get(path)).status, (await admin.get(path)).status]).toEqual([200, 404, 200])
    const { used } = (await someone.get('/api/users/me/usage')).body
    expect(used).toBeGreaterThan(0)
    expect((await someone.delete(path)).status).toBe(200)
    await eventually(async () => !(await own(someone)).data[0].hasScreenshot)
    expect((await someone.get(path)).body.code).toBe('support_screenshot_missing')
    await eventually(async () => (await someone.get('/api/users/me/usage')).body.used === 0)
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

describe('a request of a visitor', () => {
  let addresses = 0
  /** Each from an address of its own, unless it names one. */
  const visit = async (body: object = {}, remoteAddress = `192.0.2.${++addresses}`) => {
    const payload = { id: randomUUID(), ...asked, email: 'lost@example.org', ...body }
    const headers = { host: 'loreloom.test', origin: baseUrl, 'sec-fetch-site': 'same-origin' }
    const answer = await stack.app.inject({
      method: 'POST',
      url: '/api/support/visitors',
      headers,
      payload,
      remoteAddress,
    })
    return { status: answer.statusCode, body: answer.json() }
  }

  test('gets the same answer whether or not the address has an account, and is mailed what an admin answers only', async () => {
    const someone = await stack.member('Present')
    const id = randomUUID()
    const answers = [
      await visit({ id, email: someone.email }),
      await visit({ id, email: someone.email }),
      await visit(),
    ]
    expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(3).fill([200, {}]))
    const request = await eventually(() => inInbox(id))
    expect(request).toMatchObject({ userId: null, username: null, email: someone.email, isPriority: false })
    expect((await own(someone)).total).toBe(0)
    expect(await mailsTo('lost@example.org')).toEqual([])

    await admin.post(`/api/admin/support/${id}/answer`, { text: 'Please use the link for a new password.' })
    await eventually(async () => (await mailsTo(someone.email)).some(({ text }) => text.includes('for a new password')))
  })

  test.each([
    ['email', { email: 'nobody' }],
    ['email', { email: `${'a'.repeat(250)}@example.org` }],
    ['description', { description: ' ' }],
    ['id', { id: '1' }],
  ])('with a wrong %s is refused by that name', async (field, body) => {
    const answer = await visit(body)
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, field])
  })

  test('comes five times a day from one network', async () => {
    const network = (host: number) => `2001:db8:1:2::${host}`
    for (let host = 1; host <= supportLimits.visitorPerDay; host++)
      expect((await visit({}, network(host))).status).toBe(200)
    expect((await visit({}, network(9))).status).toBe(429)
    expect((await visit({}, '2001:db8:1:3::1')).status).toBe(200)
  })

  test('is sealed with a key of its own, which ends a year after it was closed', async () => {
    const id = randomUUID()
    await visit({ id, description: 'My secret words' })
    await eventually(() => inInbox(id))
    await admin.post(`/api/admin/support/${id}/close`)
    await eventually(() => inInbox(id, 'closed'))
    await stack.pool.query(`update support_requests set "updatedAt" = now() - interval '13 months' where id = $1`, [id])
    const hurry = `update graphile_worker._private_jobs set run_at = now() where task_id in
      (select id from graphile_worker._private_tasks where identifier = 'erase-visitor-requests')`
    expect((await stack.pool.query(hurry)).rowCount).toBe(1)
    await eventually(async () => !(await inInbox(id, 'closed')))
    const forgotten = 'select from sealing_keys where owner = $1 and key is null'
    await eventually(async () => (await stack.pool.query(forgotten, [`support:${id}`])).rowCount === 1)
    const { events } = await stack.store.read(`support-${id}`)
    expect(JSON.stringify(events.map(({ data }) => data))).not.toContain('secret')
    const { rows } = await stack.pool.query('select data from feed where stream = $1', [`support-${id}`])
    expect(JSON.stringify(rows)).not.toContain('secret')
  })
})

describe('templates of replies', () => {
  const path = '/api/admin/support/templates'
  const list = async (who = admin) => (await who.get(path)).body
  const find = async (id: string) => (await list()).data.find((template: { id: string }) => template.id === id)
  const content = (text = 'Hello {name}') => ({ title: `Template ${randomUUID()}`, text })

  test('are seen and changed by administrators only', async () => {
    const someone = await stack.member('Someone')
    const { id } = (await admin.post(path, content())).body
    const answers = [
      await someone.get(path),
      await someone.post(path, content()),
      await someone.patch(`${path}/${id}`, { ...content(), version: 0 }),
      await someone.delete(`${path}/${id}`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    expect((await stack.anyone().get(path)).status).toBe(401)
    expect(await find(id)).toMatchObject({ version: 0 })
  })

  test('are created once by a repeated request, and another admin sees them', async () => {
    const other = await stack.member('Another admin')
    await stack.pool.query(`update auth."user" set role = 'admin' where id = $1`, [other.id])
    const [key, body] = [{ 'idempotency-key': randomUUID() }, content()]
    const answers = [await admin.post(path, body, key), await admin.post(path, body, key)]
    expect(answers[1]?.body).toEqual(answers[0]?.body)
    const { data, total } = await list(other)
    expect(data.filter(({ title }: { title: string }) => title === body.title)).toHaveLength(1)
    expect(total).toBe(data.length)
  })

  test('keep the change that was made first, and refuse the late one', async () => {
    const { id } = (await admin.post(path, content())).body
    const [first, second] = [content('First'), content('Second')]
    const change = (body: object) => admin.patch(`${path}/${id}`, { ...body, version: 0 })
    const answers = await Promise.all([change(first), change(second)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body.code).toBe('reply_template_changed')
    expect((await find(id)).version).toBe(1)
  })

  test('are deleted once; a late change finds nothing', async () => {
    const { id } = (await admin.post(path, content())).body
    const answers = [await admin.delete(`${path}/${id}`), await admin.delete(`${path}/${id}`)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const late = await admin.patch(`${path}/${id}`, { ...content(), version: 0 })
    expect([late.status, late.body.code]).toEqual([404, 'reply_template_not_found'])
    expect(await find(id)).toBeUndefined()
  })

  test('are stored with the admin who changed them, and unreadable without their key', async () => {
    const { id } = (await admin.post(path, content('A secret of the house'))).body
    const { events } = await stack.store.read(`replytemplates-${replyTemplatesId}`)
    const event = events.find(({ data }) => (data as { templateId: string }).templateId === id)
    expect(event).toMatchObject({ type: 'ReplyTemplateCreated', metadata: { actor: admin.id } })
    const sealed = await stack.sealedStore.read(`replytemplates-${replyTemplatesId}`)
    expect(JSON.stringify(sealed.events.map(({ data }) => data))).not.toContain('A secret of the house')
    const { rows } = await stack.pool.query('select channels from feed where stream = $1', [
      `replytemplates-${replyTemplatesId}`,
    ])
    expect(rows.flatMap(({ channels }) => channels)).toEqual([])
  })

  test('are bounded in length and number', async () => {
    expect((await admin.post(path, { ...content(), text: 'x'.repeat(2001) })).status).toBe(400)
    expect((await admin.post(path, { title: 'x'.repeat(81), text: 'x' })).status).toBe(400)
    const { total } = await list()
    await Promise.all(Array.from({ length: replyTemplateLimits.count - total }, () => admin.post(path, content())))
    const refused = await admin.post(path, content())
    expect([refused.status, refused.body.code]).toEqual([409, 'too_many_reply_templates'])
    expect((await list()).total).toBe(replyTemplateLimits.count)
  })
})
