import { randomUUID } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tabs } from '../api/socket.ts'
import { baseUrl, eventually, type Person, type Stack, startStack } from '../stack.ts'
import { casesOf } from '../walk.ts'

/** Acting as another user under attack: how long it lasts, what ends it, and what remains afterwards. */

let stack: Stack
/** Stays administrator throughout. */
let first: Person
const opened = tabs()
beforeAll(async () => {
  stack = await startStack()
  first = await stack.member('First')
})
afterAll(async () => {
  opened.close()
  await stack?.stop()
})

const password = 'correct horse'
const setRole = (userId: string, role: string) =>
  first.post('/api/auth/admin/set-role', { userId, role, reason: 'Asked' })
const me = async (someone: Person) => {
  const { status, body } = await someone.get('/api/users/me')
  return status === 200 ? { id: body.id, impersonatedBy: body.impersonatedBy?.id ?? null } : status
}
const cookieOf = (someone: Person, name: string) =>
  someone
    .cookies()
    .split('; ')
    .find((cookie) => cookie.startsWith(`better-auth.${name}=`)) ?? ''

/** A second administrator who acts as an ordinary user, in a browser of their own. */
const impersonation = async () => {
  const admin = await stack.signUp('Second')
  await setRole(admin.id, 'admin')
  const target = await stack.signUp('Target')
  const browser = stack.anyone()
  await browser.post('/api/auth/sign-in/email', { email: admin.email, password })
  const own = browser.cookies()
  const begun = await browser.post('/api/auth/admin/impersonate-user', { userId: target.id, reason: 'Help' })
  expect(begun.status).toBe(200)
  expect(await me(browser)).toEqual({ id: target.id, impersonatedBy: admin.id })
  return { admin, target, browser, own, sessionId: begun.body.session.id as string }
}
type Impersonation = Awaited<ReturnType<typeof impersonation>>

/** As if it had begun so long ago. */
const begunAgo = async ({ sessionId }: Impersonation, ago: string) => {
  for (const [table, column, id] of [
    ['session', 'createdAt', 'id'],
    ['impersonations', 'beganAt', 'sessionId'],
  ])
    await stack.pool.query(
      `update auth.${table} set "${column}" = clock_timestamp() - $2::interval where "${id}" = $1`,
      [sessionId, ago],
    )
}

const endOf = async ({ target, sessionId }: Impersonation) => {
  const { events } = await stack.store.read(`users-${target.id}`)
  return events.filter(({ type, data }) => type === 'ImpersonationEnded' && Object(data).sessionId === sessionId).length
}

describe('an impersonation ends at once, sockets included,', () => {
  const endings: [string, string, (one: Impersonation) => Promise<unknown>][] = [
    ['when the admin is demoted', 'impersonator_role', ({ admin }) => setRole(admin.id, 'user')],
    ['when the admin becomes an auditor', 'impersonator_role', ({ admin }) => setRole(admin.id, 'auditor')],
    ['when the user becomes an admin', 'user_role', ({ target }) => setRole(target.id, 'admin')],
    ['when the user becomes an auditor', 'user_role', ({ target }) => setRole(target.id, 'auditor')],
    [
      'when the user is banned',
      'user_banned',
      ({ target }) => first.post('/api/auth/admin/ban-user', { userId: target.id, banReason: 'Spam' }),
    ],
    [
      'when the database alone changes the role',
      'impersonator_role',
      ({ admin }) => stack.pool.query(`update auth."user" set role = 'user' where id = $1`, [admin.id]),
    ],
  ]
  test.each(casesOf(endings))('%s, and stopping leads back to the admin’s own session', async (when, why, end) => {
    const one = await impersonation()
    const tab = await opened.listen(stack, one.browser)
    await end(one)
    expect(await me(one.browser)).toBe(401)
    // Long before sessions are checked by the clock.
    await eventually(() => tab.closed === 4401, 5_000)
    expect((await one.browser.get('/api/auth/get-session')).body).toBeNull()
    // No hook hears of what the database does by itself.
    if (when.includes('database')) await stack.reconcile()
    await eventually(async () => (await endOf(one)) === 1)

    const stopped = await one.browser.post('/api/auth/admin/stop-impersonating')
    expect(stopped).toMatchObject({ status: 200, body: { why, username: 'Target', returned: true } })
    expect(stopped.text).not.toMatch(/"token"/)
    expect(await me(one.browser)).toEqual({ id: one.admin.id, impersonatedBy: null })
  })

  const ownSession: [string, (one: Impersonation) => Promise<unknown>][] = [
    ['is signed out', ({ own }) => stack.anyone().post('/api/auth/sign-out', {}, { cookie: own })],
    ['is revoked from another browser', ({ admin }) => admin.post('/api/auth/revoke-other-sessions')],
    [
      'ends with a new password',
      ({ admin }) =>
        admin.post('/api/auth/change-password', { currentPassword: password, newPassword: 'battery staple' }),
    ],
    ['ends with a ban', ({ admin }) => first.post('/api/auth/admin/ban-user', { userId: admin.id, banReason: 'Spam' })],
    [
      'expires',
      ({ own }) =>
        stack.pool.query(`update auth.session set "expiresAt" = now() - interval '1 second' where token = $1`, [
          /session_token=(\w+)/.exec(own)?.[1],
        ]),
    ],
  ]
  test.each(casesOf(ownSession))(
    'when the admin’s own session %s, and stopping leaves nobody signed in',
    async (how, end) => {
      const one = await impersonation()
      const tab = await opened.listen(stack, one.browser)
      await end(one)
      expect(await me(one.browser)).toBe(401)
      if (how !== 'expires') await eventually(() => tab.closed === 4401, 5_000)
      const stopped = await one.browser.post('/api/auth/admin/stop-impersonating')
      expect(stopped).toMatchObject({ status: 200, body: { why: 'own_session', returned: false } })
      expect(one.browser.cookies()).not.toMatch(/session_token|admin_session/)
      expect(await me(one.browser)).toBe(401)
      await stack.reconcile()
      expect(await endOf(one)).toBe(1)
    },
  )
})

describe('an impersonation lasts for an hour at most', () => {
  test('whatever cookies are sent', { tags: 'long' }, async () => {
    const one = await impersonation()
    const expiry = async () => {
      const { rows } = await stack.pool.query<{ most: number }>(
        `select extract(epoch from "expiresAt" - "createdAt") as most from auth.session where id = $1`,
        [one.sessionId],
      )
      return Number(rows[0]?.most)
    }
    // The library renews a session for a week where the cookie is missing that says not to.
    const raw = { cookie: cookieOf(one.browser, 'session_token') }
    for (const query of ['', '?disableCookieCache=true'])
      expect((await stack.anyone().get(`/api/auth/get-session${query}`, raw)).body.user.id).toBe(one.target.id)
    expect(await expiry()).toBeLessThanOrEqual(3600)
    await stack.pool.query(`update auth.session set "expiresAt" = now() + interval '7 days' where id = $1`, [
      one.sessionId,
    ])
    expect(await expiry()).toBeLessThanOrEqual(3600)

    await begunAgo(one, '1 hour')
    for (const cookies of [raw.cookie, one.browser.cookies()]) {
      expect((await stack.anyone().get('/api/users/me', { cookie: cookies })).status).toBe(401)
      expect((await stack.anyone().get('/api/auth/get-session', { cookie: cookies })).body).toBeNull()
    }
    const stopped = await one.browser.post('/api/auth/admin/stop-impersonating')
    expect(stopped).toMatchObject({ status: 200, body: { why: 'hour', username: 'Target', returned: true } })
    expect(await me(one.browser)).toEqual({ id: one.admin.id, impersonatedBy: null })
  })

  test('and its sockets close when it is over', { tags: 'long' }, async () => {
    const one = await impersonation()
    await begunAgo(one, '59 minutes 58.5 seconds')
    const tab = await opened.listen(stack, one.browser, '', { silent: true })
    await eventually(() => tab.closed === 4401, 10_000)
  })

  test('and not longer than the admin’s own session', async () => {
    const { admin, target } = await impersonation()
    const browser = stack.anyone()
    // A session that is not remembered is not renewed on the way.
    await browser.post('/api/auth/sign-in/email', { email: admin.email, password, rememberMe: false })
    const token = /session_token=(\w+)/.exec(browser.cookies())?.[1]
    await stack.pool.query(`update auth.session set "expiresAt" = now() + interval '5 minutes' where token = $1`, [
      token,
    ])
    const { body } = await browser.post('/api/auth/admin/impersonate-user', { userId: target.id, reason: 'Help' })
    expect(Date.parse(body.session.expiresAt)).toBeLessThanOrEqual(Date.now() + 301_000)
  })
})

describe('an impersonation cannot', () => {
  test('be begun of an admin or an auditor, not by the database either', async () => {
    const { admin, browser } = await impersonation()
    await browser.post('/api/auth/admin/stop-impersonating')
    const other = await stack.signUp('Other')
    for (const role of ['auditor', 'admin']) {
      await setRole(other.id, role)
      const refused = await browser.post('/api/auth/admin/impersonate-user', { userId: other.id, reason: 'Help' })
      expect(refused).toMatchObject({ status: 403, body: { code: 'only_users_impersonated' } })
      const { rows } = await stack.pool.query<{ id: string }>('select id from auth.session where "userId" = $1', [
        admin.id,
      ])
      await expect(
        stack.pool.query(
          `insert into auth.session (id, "userId", token, "expiresAt", "createdAt", "updatedAt", "impersonatedBy", "impersonatorSessionId")
            values ($1, $2, $1, now() + interval '1 hour', now(), now(), $3, $4)`,
          [randomUUID(), other.id, admin.id, rows[0]?.id],
        ),
      ).rejects.toMatchObject({ constraint: 'impersonation_stands' })
    }
    const { rowCount } = await stack.pool.query(
      'select from auth.session where "userId" = $1 and "impersonatedBy" is not null',
      [other.id],
    )
    expect(rowCount).toBe(0)
    const nobody = await browser.post('/api/auth/admin/impersonate-user', { userId: randomUUID(), reason: 'Help' })
    expect(nobody.status).toBe(404)
  })

  test('be finished by a request that began before it ended', async () => {
    const one = await impersonation()
    const body = new PassThrough()
    const name = JSON.stringify({ name: 'Made too late' })
    body.write(name.slice(0, 5))
    const answer = stack.app.inject({
      method: 'POST',
      url: '/api/campaigns',
      headers: {
        cookie: one.browser.cookies(),
        origin: baseUrl,
        'content-type': 'application/json',
        'content-length': String(name.length),
      },
      payload: body,
    })
    await new Promise((read) => setImmediate(read))
    await setRole(one.admin.id, 'user')
    body.end(name.slice(5))
    expect((await answer).statusCode).toBe(401)
  })

  test('be taken up again after signing out, nor in the session of whoever signs in next', {
    tags: 'long',
  }, async () => {
    const one = await impersonation()
    const kept = cookieOf(one.browser, 'admin_session')
    expect(kept).not.toBe('')
    expect((await one.browser.post('/api/auth/sign-out')).status).toBe(200)
    expect(one.browser.cookies()).not.toMatch(/session_token|admin_session/)
    const stop = await stack.anyone().post('/api/auth/admin/stop-impersonating', {}, { cookie: kept })
    expect(stop).toMatchObject({ status: 200, body: { returned: false } })
    expect(stop.headers['set-cookie']).not.toEqual(expect.stringMatching(/session_token=\w/))

    const other = await impersonation()
    await other.browser.post('/api/auth/sign-in/email', { email: one.target.email, password })
    expect(other.browser.cookies()).not.toContain('admin_session')
    expect(await other.browser.post('/api/auth/admin/stop-impersonating')).toMatchObject({
      status: 400,
      body: { code: 'not_impersonating' },
    })
    expect(await me(other.browser)).toEqual({ id: one.target.id, impersonatedBy: null })
  })

  test('lead to anybody by a cookie that is forged, cut or of another session', async () => {
    const one = await impersonation()
    const stranger = stack.anyone()
    await stranger.post('/api/auth/sign-in/email', { email: one.target.email, password })
    const strangers = cookieOf(stranger, 'session_token').replace(/.*session_token=/, '')
    const session = cookieOf(one.browser, 'session_token')
    await begunAgo(one, '1 hour')
    for (const kept of ['x', `${one.sessionId}%3A.AAAA`, strangers, '']) {
      const cookie = `${session}; better-auth.admin_session=${kept}`
      const answer = await stack.anyone().post('/api/auth/admin/stop-impersonating', {}, { cookie })
      expect(answer).toMatchObject({ status: 200, body: { returned: false } })
      expect(JSON.stringify(answer.headers['set-cookie'])).not.toMatch(/session_token=\w/)
    }
  })
})

test('stopping twice, or without a session at all, is no fault', async () => {
  const one = await impersonation()
  const cookie = one.browser.cookies()
  const both = await Promise.all(
    [1, 2].map(() => stack.anyone().post('/api/auth/admin/stop-impersonating', {}, { cookie })),
  )
  for (const { status, body } of both) expect([status, body.returned]).toEqual([200, true])
  await eventually(async () => (await endOf(one)) === 1)
  expect(await stack.anyone().post('/api/auth/admin/stop-impersonating')).toMatchObject({
    status: 200,
    body: { returned: false },
  })
})
