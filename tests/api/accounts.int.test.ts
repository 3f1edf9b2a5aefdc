import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'

let stack: Stack
let admin: Person
beforeAll(async () => {
  stack = await startStack()
  admin = await stack.member('Admin')
})
afterAll(() => stack?.stop())

const password = 'correct horse'
const me = (someone: Person) => someone.get('/api/users/me')
/** A second browser of the same person. */
const signIn = async (email: string, secret = password) => {
  const browser = stack.anyone()
  return { browser, answer: await browser.post('/api/auth/sign-in/email', { email, password: secret }) }
}
const told = async (userId: string) => (await stack.store.read(`users-${userId}`)).events
const eventsOf = async (userId: string) => (await told(userId)).map(({ type }) => type)

describe('registering', () => {
  test('the first account of an empty installation is its admin, however many register at once', {
    tags: 'long',
  }, async () => {
    const links = {
      discord: 'https://discord.gg/loom',
      storyVault: null,
      terms: null,
      privacy: 'https://example.org/privacy',
    }
    const empty = await startStack({ supportContact: 'help@example.org', links })
    try {
      expect((await empty.anyone().get('/api/auth-options')).body).toMatchObject({
        supportContact: 'help@example.org',
        sendsMail: false,
        links,
      })
      const people = await Promise.all(['Ada', 'Bee', 'Cy', 'Dee'].map((name) => empty.signUp(name)))
      const roles = await Promise.all(people.map(async (someone) => (await me(someone)).body.role))
      expect(roles.toSorted()).toEqual(['admin', 'user', 'user', 'user'])
    } finally {
      await empty.stop()
    }
  })

  test('is an event by the person themself, without their name or address', async () => {
    const someone = await stack.member('Nameless')
    const [registered] = await told(someone.id)
    expect(registered).toMatchObject({
      type: 'UserRegistered',
      data: { userId: someone.id, method: 'email', role: 'user' },
      metadata: { actor: someone.id },
    })
    const everything = (await told(someone.id)).map(({ data, metadata }) => ({ data, metadata }))
    expect(JSON.stringify(everything)).not.toMatch(/Nameless|example\.org/)
  })

  test('brings the welcome credits, and an account that is there at once', async () => {
    const someone = await stack.signUp('Early')
    expect((await me(someone)).body).toMatchObject({
      id: someone.id,
      username: 'Early',
      plan: 'FREE',
      impersonatedBy: null,
    })
    await eventually(async () => (await me(someone)).body.imageCredits === 100)
    expect((await someone.get('/api/users/credits')).body).toMatchObject({
      total: 1,
      balance: 100,
      data: [{ quantity: 100 }],
    })
  })

  test.each([
    ['no name', { name: ' ' }, 400, 'Name is required'],
    ['a short password', { password: '1234567' }, 400, 'Password must be 8-128 characters long'],
    ['a long password', { password: 'x'.repeat(129) }, 400, 'Password must be 8-128 characters long'],
    ['no address', { email: 'nobody' }, 400, 'Please enter a valid email address'],
  ])('refuses %s', async (_name, over, status, message) => {
    const answer = await stack
      .anyone()
      .post('/api/auth/sign-up/email', { name: 'A', email: `${randomUUID()}@example.org`, password, ...over })
    expect(answer.status).toBe(status)
    expect(answer.body.detail).toMatch(message)
    expect(answer.body.message).toBe(answer.body.detail)
    expect(answer.headers['content-type']).toMatch('application/problem+json')
  })

  test('ids sort by time', async () => {
    const [one, other] = [await stack.signUp(), await stack.signUp()]
    expect(one.id < other.id).toBe(true)
    expect(one.id[14]).toBe('7')
  })
})

describe('signing in', () => {
  test('is a cookie that scripts cannot read, and that other sites do not send', async () => {
    const someone = await stack.signUp()
    const { answer } = await signIn(someone.email)
    expect(answer.headers['set-cookie']).toEqual(
      expect.arrayContaining([expect.stringMatching(/session_token=.*HttpOnly.*SameSite=Lax/i)]),
    )
  })

  test('ends with signing out, at once', async () => {
    const { browser } = await signIn((await stack.signUp()).email)
    const cookie = browser.cookies()
    await browser.post('/api/auth/sign-out')
    expect((await stack.anyone().get('/api/users/me', { cookie })).status).toBe(401)
  })

  test('a cookie that was changed is nobody’s', async () => {
    const someone = await stack.signUp()
    const forged = someone
      .cookies()
      .replace(/(session_token=[^.;]+)\.[^;]*/, '$1.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA%3D')
    expect((await stack.anyone().get('/api/users/me', { cookie: forged })).status).toBe(401)
  })

  test('API clients send the same session as a bearer token, and need no origin', async () => {
    const { answer } = await signIn((await stack.signUp('Robot')).email)
    const client = {
      authorization: `Bearer ${answer.headers['set-auth-token']}`,
      cookie: '',
      origin: '',
      'sec-fetch-site': '',
    }
    const plain = { authorization: `Bearer ${answer.body.token}` }
    expect((await stack.anyone().get('/api/users/me', client)).body.username).toBe('Robot')
    expect((await stack.anyone().get('/api/users/me', plain)).body.username).toBe('Robot')
    expect((await stack.anyone().post('/api/campaigns', {}, client)).status).toBe(201)
  })

  test('the token is in no answer to who came by a cookie: its scripts need none', async () => {
    const someone = await stack.signUp()
    const [, token = 'none'] = /session_token=([^.;]+)/.exec(someone.cookies()) ?? []
    const asked = await someone.get('/api/auth/get-session')
    expect(asked.body).toMatchObject({ session: { userId: someone.id }, user: { id: someone.id } })
    const changed = { currentPassword: password, newPassword: 'battery staple' }
    const answers = [
      asked,
      await impersonate(admin, someone.id),
      await admin.post('/api/auth/admin/stop-impersonating'),
      await someone.post('/api/auth/change-password', changed),
    ]
    for (const { status, body, headers, text } of answers) {
      expect(status).toBe(200)
      expect(text).not.toContain(token)
      expect([body.token, body.session?.token, headers['set-auth-token']]).toEqual([undefined, undefined, undefined])
    }
    const client = { authorization: `Bearer ${(await signIn(someone.email, 'battery staple')).answer.body.token}` }
    const { body } = await stack.anyone().get('/api/auth/get-session', client)
    expect(body.session.token).toEqual(expect.any(String))
  })

  test('an account brought over from before is led to setting a password by mail', async () => {
    const email = `${randomUUID()}@example.org`
    const id = randomUUID()
    await stack.pool.query(
      `insert into auth."user" (id, name, email, "emailVerified", role, "createdAt", "updatedAt") values ($1, 'Old', $2, true, 'user', now(), now())`,
      [id, email],
    )
    expect((await signIn(email)).answer).toMatchObject({ status: 403, body: { detail: 'Account upgrade required' } })
    await reset(email, 'another password')
    expect((await signIn(email, 'another password')).answer.status).toBe(200)
    expect(await eventsOf(id)).toContain('UserRegistered')
  })
})

async function reset(email: string, newPassword: string) {
  const asked = await stack.anyone().post('/api/auth/request-password-reset', { email })
  expect(asked.status).toBe(200)
  const mail = await eventually(async () =>
    (await stack.mails.list({ limit: 50, offset: 0 })).data.find(
      ({ to, kind }) => to === email && kind === 'password-reset',
    ),
  )
  const link = new URL(/http:\S+/.exec(mail.text)?.[0] ?? '')
  expect(link.href).toMatch('http://loreloom.test/auth/password-reset?token=')
  // The page that it opens signs in with the new password.
  expect(link.searchParams.get('email')).toBe(email)
  return stack.anyone().post('/api/auth/reset-password', { newPassword, token: link.searchParams.get('token') })
}

describe('signing in and out', () => {
  const visits = async (userId: string) => {
    await stack.reconcile()
    const { rows } = await stack.pool.query(
      'select type, data, metadata, stream from feed where users @> array[$1]::uuid[] and seq = 0 order by position',
      [userId],
    )
    return rows.filter(({ stream }) => stream.startsWith('sessions-'))
  }
  const until = (userId: string, count: number) =>
    eventually(async () => {
      const all = await visits(userId)
      return all.length >= count ? all : undefined
    })

  test('are told, each by whom and how, and nothing of where from', async () => {
    const someone = await stack.signUp('Visitor')
    const [begun] = await until(someone.id, 1)
    expect(begun).toMatchObject({ type: 'SignedIn', data: { userId: someone.id, method: 'email' } })
    expect(begun.metadata.actor).toBe(someone.id)
    await someone.post('/api/auth/sign-out')
    const [, over] = await until(someone.id, 2)
    expect(over).toMatchObject({ type: 'SignedOut', data: { how: 'signed_out', sessionId: begun.data.sessionId } })
    expect(over.metadata.actor).toBe(someone.id)

    await signIn(someone.email)
    await signIn(someone.email)
    await admin.post('/api/auth/admin/ban-user', { userId: someone.id, banReason: 'Spam' })
    const all = await until(someone.id, 6)
    const banned = all.filter(({ data }) => data.how === 'banned')
    expect(banned.map(({ metadata }) => metadata.actor)).toEqual([admin.id, admin.id])
    expect(JSON.stringify(all)).not.toMatch(/Visitor|example\.org|127\.0\.0\.1|agent|token/i)
    expect(await visits(someone.id)).toHaveLength(6)
  })

  test('an end that nobody heard of is told by the reconciliation, once', async () => {
    const [lost, late] = [await stack.signUp(), await stack.signUp()]
    await until(lost.id, 1)
    await until(late.id, 1)
    await stack.pool.query('delete from auth.session where "userId" = $1', [lost.id])
    await stack.pool.query('update auth.session set "expiresAt" = now() where "userId" = $1', [late.id])
    expect((await until(lost.id, 2))[1].data.how).toBe('ended')
    expect((await until(late.id, 2))[1].data.how).toBe('expired')
    expect(
      (await stack.pool.query('select from auth.sign_ins where "userId" = any($1)', [[lost.id, late.id]])).rowCount,
    ).toBe(0)
  })

  test('failing is no event: strangers would write in somebody’s log', async () => {
    const someone = await stack.signUp()
    await until(someone.id, 1)
    expect((await signIn(someone.email, 'a wrong guess')).answer.status).toBe(401)
    expect(await visits(someone.id)).toHaveLength(1)
  })
})

describe('resetting a password', () => {
  test('comes by mail, once, and ends every session', async () => {
    const someone = await stack.signUp()
    expect((await reset(someone.email, 'a new password')).status).toBe(200)
    expect((await me(someone)).status).toBe(401)
    expect((await signIn(someone.email)).answer.status).toBe(401)
    expect((await signIn(someone.email, 'a new password')).answer.status).toBe(200)
  })

  test('says the same of an address that nobody has', async () => {
    const asked = await stack
      .anyone()
      .post('/api/auth/request-password-reset', { email: `${randomUUID()}@example.org` })
    expect(asked.status).toBe(200)
  })
})

describe('a new name', () => {
  test('reaches everybody who shares a campaign, as an event that is sealed and whose line has no name', async () => {
    const [someone, friend] = [await stack.member('Priya'), await stack.member('Ines')]
    const { id: campaignId } = (await friend.post('/api/campaigns', { name: 'Bells' })).body
    const { code } = (await friend.post(`/api/campaigns/${campaignId}/invitations`)).body
    await someone.post(`/api/campaigns/invites/${code}`)
    await someone.patch('/api/users/me', { username: 'Priya of the Low Saltmarch' })
    await someone.patch('/api/users/me', { username: 'Priya of the Low Saltmarch' })
    const { rows } = await eventually(async () => {
      const found = await stack.pool.query(`select channels, data from feed where type = 'UserRenamed' and item = $1`, [
        someone.id,
      ])
      return found.rowCount === 1 ? found : undefined
    })
    expect(rows[0].data).toEqual({ userId: someone.id })
    expect(rows[0].channels).toEqual(expect.arrayContaining([`user:${someone.id}`, `campaign:${campaignId}`]))
    const renamed = (await told(someone.id)).at(-1)
    expect(renamed).toMatchObject({ type: 'UserRenamed', data: { name: 'Priya of the Low Saltmarch' } })
    const { events } = await stack.sealedStore.read(`users-${someone.id}`)
    expect(JSON.stringify(events.map(({ data }) => data))).not.toContain('Saltmarch')
  })
})

describe('what administrators do to an account', () => {
  test.each([
    ['auth/admin/set-role', { role: 'auditor' }, 'reason'],
    ['auth/admin/ban-user', {}, 'banReason'],
    ['auth/admin/unban-user', {}, 'reason'],
    ['admin/user/reset-password', {}, 'reason'],
  ])('%s needs a reason', async (path, body, field) => {
    const answer = await admin.post(`/api/${path}`, { userId: admin.id, ...body, [field]: ' ' })
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, field])
  })

  test('is told with the reason', async () => {
    const someone = await stack.member()
    const of = { userId: someone.id }
    await admin.post('/api/auth/admin/set-role', { ...of, role: 'auditor', reason: 'She keeps the books' })
    await admin.post('/api/auth/admin/set-role', { ...of, role: 'user', reason: 'She left' })
    await admin.post('/api/auth/admin/ban-user', { ...of, banReason: 'Spam' })
    await admin.post('/api/auth/admin/unban-user', { ...of, reason: 'A mistake' })
    await admin.post('/api/admin/user/reset-password', { ...of, reason: 'She rang' })
    const reasons = (await told(someone.id))
      .slice(-5)
      .map(({ type, data }) => [type, (data as { reason: string }).reason])
    expect(reasons).toEqual([
      ['UserRoleChanged', 'She keeps the books'],
      ['UserRoleChanged', 'She left'],
      ['UserBanned', 'Spam'],
      ['UserUnbanned', 'A mistake'],
      ['PasswordResetMailed', 'She rang'],
    ])
    const mails = (await stack.mails.list({ limit: 200, offset: 0 })).data
    expect(mails.some(({ to, kind }) => to === someone.email && kind === 'password-reset')).toBe(true)
  })
})

describe('banning', () => {
  test('ends sessions at once, refuses signing in with its reason, and is told with who did it', async () => {
    expect((await stack.anyone().get('/api/auth-options')).body.supportContact).toBeNull()
    const someone = await stack.member()
    await admin.post('/api/auth/admin/ban-user', { userId: someone.id, banReason: 'Spam.' })
    expect((await me(someone)).status).toBe(401)
    const { answer } = await signIn(someone.email)
    expect(answer.status).toBe(403)
    expect(answer.body.detail).toBe(
      'This account has been suspended: Spam. If you believe this is a mistake, please contact support.',
    )
    const banned = (await told(someone.id)).at(-1)
    expect(banned).toMatchObject({ type: 'UserBanned', data: { reason: 'Spam.' }, metadata: { actor: admin.id } })

    await admin.post('/api/auth/admin/unban-user', { userId: someone.id, reason: 'Asked' })
    expect((await signIn(someone.email)).answer.status).toBe(200)
    expect((await eventsOf(someone.id)).slice(-2)).toEqual(['UserBanned', 'UserUnbanned'])
  })

  test('is not for oneself, nor for those who are no admins', async () => {
    expect((await admin.post('/api/auth/admin/ban-user', { userId: admin.id, banReason: 'Spam' })).status).toBe(400)
    const someone = await stack.signUp()
    expect((await someone.post('/api/auth/admin/ban-user', { userId: admin.id, banReason: 'Spam' })).status).toBe(403)
  })
})

describe('roles', () => {
  test('count at once, and their changes are told', async () => {
    const someone = await stack.member()
    for (const role of ['auditor', 'admin', 'auditor', 'user'])
      expect((await admin.post('/api/auth/admin/set-role', { userId: someone.id, role, reason: 'Asked' })).status).toBe(
        200,
      )
    const changes = (await told(someone.id)).filter(({ type }) => type === 'UserRoleChanged')
    expect(changes.map(({ data }) => (data as { role: string }).role)).toEqual(['auditor', 'admin', 'auditor', 'user'])
    expect(changes.every(({ metadata }) => metadata.actor === admin.id)).toBe(true)
    await admin.post('/api/auth/admin/set-role', { userId: someone.id, role: 'admin', reason: 'Asked' })
    expect((await someone.get('/api/admin/users')).status).toBe(200)
    await admin.post('/api/auth/admin/set-role', { userId: someone.id, role: 'user', reason: 'Asked' })
    expect((await someone.get('/api/admin/users')).status).toBe(403)
  })

  test('the only administrator stays one', async () => {
    const answer = await admin.post('/api/auth/admin/set-role', { userId: admin.id, role: 'user', reason: 'Asked' })
    expect(answer).toMatchObject({ status: 409, body: { code: 'last_admin' } })
    expect(
      (await admin.post('/api/auth/admin/set-role', { userId: admin.id, role: 'king', reason: 'Asked' })).status,
    ).toBeGreaterThanOrEqual(400)
  })

  test.each([
    ['demote', 'set-role', { role: 'user', reason: 'Asked' }],
    ['ban', 'ban-user', { banReason: 'Spam' }],
  ])('of two administrators who %s each other at once one stays', async (_name, path, how) => {
    const other = await stack.member()
    const isAdmin = async (someone: Person) => (await someone.get('/api/admin/users')).status === 200
    const restore = (by: Person, userId: string) =>
      path === 'ban-user'
        ? by.post('/api/auth/admin/unban-user', { userId, reason: 'Asked' })
        : by.post('/api/auth/admin/set-role', { userId, role: 'admin', reason: 'Asked' })
    await admin.post('/api/auth/admin/set-role', { userId: other.id, role: 'admin', reason: 'Asked' })
    let [one, two] = [admin, other]
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([
        one.post(`/api/auth/admin/${path}`, { userId: two.id, ...how }),
        two.post(`/api/auth/admin/${path}`, { userId: one.id, ...how }),
      ])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      // Who lost may hear of it before their own request is judged.
      const [refused] = answers.filter(({ status }) => status !== 200)
      expect([401, 403, 409]).toContain(refused?.status)
      const [left, gone] = (await isAdmin(one)) ? [one, two] : [two, one]
      expect(await isAdmin(left)).toBe(true)
      await restore(left, gone.id)
      // A ban ends sessions.
      if (path === 'ban-user') await gone.post('/api/auth/sign-in/email', { email: gone.email, password })
      ;[one, two] = [left, gone]
    }
    await admin.post('/api/auth/admin/set-role', { userId: other.id, role: 'user', reason: 'Asked' })
  })

  test('the only one who is not banned stays one', async () => {
    const other = await stack.member()
    await admin.post('/api/auth/admin/set-role', { userId: other.id, role: 'admin', reason: 'Asked' })
    await admin.post('/api/auth/admin/ban-user', { userId: other.id, banReason: 'Spam' })
    const answer = await admin.post('/api/auth/admin/set-role', { userId: admin.id, role: 'user', reason: 'Asked' })
    expect(answer).toMatchObject({ status: 409, body: { code: 'last_admin' } })
    await admin.post('/api/auth/admin/unban-user', { userId: other.id, reason: 'Asked' })
    await admin.post('/api/auth/admin/set-role', { userId: other.id, role: 'user', reason: 'Asked' })
  })

  test.each(['remove-user', 'set-user-password', 'create-user', 'update-user'])('%s is not offered', async (path) => {
    expect((await admin.post(`/api/auth/admin/${path}`, { userId: admin.id })).status).toBe(404)
  })
})

const impersonate = (browser: Person, userId: string, reason = 'Test', headers?: Record<string, string>) =>
  browser.post('/api/auth/admin/impersonate-user', { userId, reason }, headers)

describe('impersonating', () => {
  test('acts as the other and says so; its beginning and end are told', async () => {
    const someone = await stack.member('Target')
    const { browser } = await signIn(admin.email)
    expect((await impersonate(browser, someone.id, ' They cannot see their map ')).status).toBe(200)
    expect((await me(browser)).body).toMatchObject({
      id: someone.id,
      impersonatedBy: { id: admin.id, username: 'Admin' },
    })
    const { body } = await browser.post('/api/campaigns', { name: 'Made for them' })
    const [created] = (await stack.store.read(`campaigns-${body.id}`)).events
    expect(created?.metadata).toMatchObject({ actor: someone.id, impersonator: admin.id })

    expect((await browser.post('/api/auth/admin/stop-impersonating')).status).toBe(200)
    expect((await me(browser)).body).toMatchObject({ id: admin.id, impersonatedBy: null })
    const story = (await told(someone.id)).slice(-2)
    expect(story.map(({ type }) => type)).toEqual(['ImpersonationBegan', 'ImpersonationEnded'])
    const data = { userId: someone.id, impersonatorId: admin.id, sessionId: expect.any(String) }
    expect(story[0]?.data).toEqual({ ...data, reason: 'They cannot see their map' })
    expect(story[1]?.data).toEqual(data)
    expect(story.every(({ metadata }) => metadata.actor === admin.id)).toBe(true)
  })

  test('needs a reason', async () => {
    const someone = await stack.member()
    const { browser } = await signIn(admin.email)
    const smuggled = { 'x-admin-reason': 'smuggled' }
    for (const reason of [undefined, ' \n', { why: 'not' }, 'x'.repeat(401)]) {
      const body = { userId: someone.id, reason }
      const answer = await browser.post('/api/auth/admin/impersonate-user', body, smuggled)
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'reason' }] } })
    }
    expect((await me(browser)).body).toMatchObject({ id: admin.id, impersonatedBy: null })
    expect(await eventsOf(someone.id)).not.toContain('ImpersonationBegan')
  })

  test('is not told to whom it is about', async () => {
    const someone = await stack.member()
    const { browser } = await signIn(admin.email)
    await impersonate(browser, someone.id, 'A secret matter')
    for (const asking of [browser, someone])
      for (const path of ['get-session', 'list-sessions'])
        expect((await asking.get(`/api/auth/${path}`)).text).not.toMatch('A secret matter')
  })

  test('does not work with a bearer token, neither beginning nor going on', async () => {
    const someone = await stack.member()
    const { browser, answer } = await signIn(admin.email)
    const bearer = { authorization: `Bearer ${answer.body.token}`, cookie: '' }
    const begin = await impersonate(stack.anyone(), someone.id, 'Test', bearer)
    expect(begin).toMatchObject({ status: 403, body: { code: 'impersonation_needs_cookie' } })
    await impersonate(browser, someone.id)
    const [, token] = /session_token=([^.;]+)/.exec(browser.cookies()) ?? []
    const smuggled = { authorization: `Bearer ${token}`, cookie: '' }
    for (const path of ['/api/users/me', '/api/auth/get-session'])
      expect((await stack.anyone().get(path, smuggled)).body).toMatchObject({
        status: 403,
        code: 'impersonation_needs_cookie',
      })
  })

  test('is not for admins', async () => {
    const other = await stack.member()
    await admin.post('/api/auth/admin/set-role', { userId: other.id, role: 'admin', reason: 'Asked' })
    expect((await impersonate(admin, other.id)).status).toBe(403)
    await admin.post('/api/auth/admin/set-role', { userId: other.id, role: 'user', reason: 'Asked' })
  })

  test('an end that nobody heard of is told by the reconciliation, once', async () => {
    const someone = await stack.member()
    const { browser } = await signIn(admin.email)
    await impersonate(browser, someone.id)
    await stack.pool.query(
      `update auth.session set "expiresAt" = now() - interval '1 second' where "userId" = $1 and "impersonatedBy" is not null`,
      [someone.id],
    )
    await stack.reconcile()
    await stack.reconcile()
    expect((await eventsOf(someone.id)).slice(-2)).toEqual(['ImpersonationBegan', 'ImpersonationEnded'])
  })
})

describe('what the hooks missed', () => {
  test('is told by the reconciliation, and nothing twice', async () => {
    const id = randomUUID()
    await stack.pool.query(
      `insert into auth."user" (id, name, email, "emailVerified", role, banned, "banReason", "createdAt", "updatedAt")
        values ($1, 'Lost', $2, true, 'auditor', true, 'Spam', now(), now())`,
      [id, `${id}@example.org`],
    )
    await stack.reconcile()
    await stack.reconcile()
    expect(await eventsOf(id)).toEqual(['UserRegistered', 'UserBanned', 'EmailVerified'])
  })
})

describe('guessing', () => {
  test('passwords from one address is slowed down', { tags: 'long' }, async () => {
    const strict = await startStack({ rateLimit: true })
    try {
      const tries = []
      for (let n = 0; n < 12; n++)
        tries.push(
          await strict
            .anyone()
            .post('/api/auth/sign-in/email', { email: 'a@example.org', password }, { 'x-forwarded-for': `1.2.3.${n}` }),
        )
      expect(tries.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
      expect(tries.at(-1)?.body).toMatchObject({
        code: 'too_many_requests',
        detail: expect.stringMatching(/^Too many requests/),
      })
    } finally {
      await strict.stop()
    }
  })
})
