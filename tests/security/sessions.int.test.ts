import { randomUUID, scryptSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unservedPaths } from '../../backend/auth/closed.ts'
import { createAuth } from '../../backend/auth.ts'
import { authEndpoints } from '../../backend/http/auth-endpoints.ts'
import { tabs } from '../api/socket.ts'
import { baseUrl, eventually, noLimits, type Person, person, type Stack, startStack } from '../stack.ts'

/** Sessions and passwords under attack. Their ordinary life, bans and guessing from one address are in `tests/api/accounts.int.test.ts`. */

let stack: Stack
let someone: Person
let admin: Person
beforeAll(async () => {
  stack = await startStack({
    passwords: null,
    limits: { ...noLimits, passwords: 5 },
  })
  admin = await stack.member('Admin')
  someone = await stack.member('Somebody')
})
afterAll(() => stack?.stop())

const password = 'correct horse'
const signIn = (email: string, headers = {}) =>
  stack.anyone().post('/api/auth/sign-in/email', { email, password }, headers)
const tokenIn = (cookies: string) => /session_token=([^;]+)/.exec(cookies)?.[1]
const resetMailsTo = async (email: string) => {
  const { data } = await stack.mails.list({ limit: 200, offset: 0 })
  return data.filter(({ to, kind }) => to === email && kind === 'password-reset')
}
const mailTo = (email: string) => eventually(async () => (await resetMailsTo(email))[0])

describe('a session', () => {
  test('that somebody else planted is not the one that signing in begins', { tags: 'long' }, async () => {
    const planted = (await stack.signUp('Attacker')).cookies()
    const { headers } = await signIn(someone.email, { cookie: planted })
    const begun = tokenIn(String(headers['set-cookie']))
    expect(begun).toBeDefined()
    expect(begun).not.toBe(tokenIn(planted))
    expect((await stack.anyone().get('/api/users/me', { cookie: planted })).body.username).toBe('Attacker')
    const made = 'better-auth.session_token=fixed.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA%3D'
    expect(tokenIn(String((await signIn(someone.email, { cookie: made })).headers['set-cookie']))).not.toMatch(/^fixed/)
    expect((await stack.anyone().get('/api/users/me', { cookie: made })).status).toBe(401)
  })

  test('has a token that nobody guesses, and each signing in another', { tags: 'long' }, async () => {
    const tokens = await Promise.all([1, 2, 3, 4].map(async () => (await signIn(someone.email)).body.token as string))
    expect(new Set(tokens).size).toBe(4)
    // 32 letters of 62 are 190 bits.
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9]{32}$/)
  })

  test('is not taken from anywhere but its cookie or its header', async () => {
    const token = (await signIn(someone.email)).body.token as string
    const asked = [
      await stack.anyone().get(`/api/users/me?token=${token}&access_token=${token}`),
      await stack
        .anyone()
        .get('/api/users/me', { authorization: `Basic ${Buffer.from(`x:${token}`).toString('base64')}` }),
      await stack.anyone().get('/api/users/me', { authorization: token }),
      await stack
        .anyone()
        .get('/api/users/me', { cookie: `session_token=${token}; better-auth.session_token=${token}` }),
      await stack.anyone().get('/api/users/me', { 'x-session-token': token }),
    ]
    expect(asked.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
  })

  test('is somebody’s own: nobody lists or ends another’s', { tags: 'long' }, async () => {
    const token = (await signIn(someone.email)).body.token as string
    const other = await stack.signUp('Other')
    await other.post('/api/auth/revoke-session', { token })
    await other.post('/api/auth/revoke-sessions')
    for (const path of ['admin/revoke-user-session', 'admin/revoke-user-sessions'])
      expect((await other.post(`/api/auth/${path}`, { token, sessionToken: token, userId: someone.id })).status).toBe(
        404,
      )
    expect((await stack.anyone().get('/api/users/me', { authorization: `Bearer ${token}` })).status).toBe(200)
  })

  test('has a token that nobody is told afterwards, not administrators either', async () => {
    const token = (await signIn(someone.email)).body.token as string
    for (const [who, path] of [
      [admin, 'admin/list-user-sessions'],
      [someone, 'list-sessions'],
    ] as const) {
      const body = { userId: someone.id }
      const answers = [await who.get(`/api/auth/${path}`), await who.post(`/api/auth/${path}`, body)]
      expect(answers.map(({ status }) => status)).toEqual([404, 404])
      expect(JSON.stringify(answers)).not.toContain(token)
    }
  })
})

describe('what the authentication library answers', () => {
  test('is open with a policy, or closed: nothing that a new version brings is open unseen', async () => {
    const { pool } = stack
    const never = { dispatch: () => Promise.reject(new Error('Nothing is told here')) }
    const log = stack.app.log
    const options = { mailer: stack.mails, baseUrl, origins: [], secret: 's'.repeat(40), rateLimit: false, log }
    const { paths } = await createAuth({ pool, handler: never, ...options })
    const named = [...authEndpoints.map(({ path }) => path), ...unservedPaths]
    expect(paths.toSorted()).toEqual(named.toSorted())
    for (const { path, policy } of authEndpoints) expect([path, policy.sentence]).toEqual([path, expect.any(String)])
  })

  test.each(unservedPaths)('is nothing at %s', async (path) => {
    for (const method of ['GET', 'POST'] as const)
      expect((await admin.send(method, `/api/auth${path}`, method === 'POST' ? {} : undefined)).status).toBe(404)
  })

  const odd: unknown[] = [null, 'x'.repeat(60_000), 'a\0b', '\uD800', { $ne: null }, ['a']]
  test('is no fault of ours, whatever a body or a query says', { tags: 'long' }, async () => {
    const victim = await stack.member('Victim')
    const right = {
      name: 'V',
      email: victim.email,
      password,
      newPassword: password,
      userId: victim.id,
      provider: 'google',
    }
    const asked: [string, number][] = []
    for (const { method, path, body, query } of authEndpoints) {
      const names = Object.keys((body ?? query)?.shape ?? {})
      const url = `/api/auth${path.replace(':id', 'google').replace(':token', 'x')}`
      const who = path.startsWith('/admin/') ? admin : names.length > 0 ? victim : stack.anyone()
      for (const value of odd)
        for (const name of names) {
          const sent = { ...right, [name]: value }
          const search = new URLSearchParams(
            Object.entries(sent).map(([field, said]) => [field, String(said).slice(0, 3000)]),
          )
          const { status } = await (method === 'GET' ? who.get(`${url}?${search}`) : who.post(url, sent))
          if (status >= 500) asked.push([`${method} ${path} ${JSON.stringify(sent).slice(0, 200)}`, status])
        }
    }
    expect(asked).toEqual([])
  })

  test('is kept from the person whom somebody acts as', async () => {
    const browser = stack.anyone()
    await browser.post('/api/auth/sign-in/email', { email: admin.email, password })
    await browser.post('/api/auth/admin/impersonate-user', { userId: someone.id, reason: 'Help' })
    for (const [path, body] of [
      ['change-password', { currentPassword: password, newPassword: password }],
      ['update-user', { name: 'Mallory' }],
      ['link-social', { provider: 'google', callbackURL: '/' }],
      ['revoke-sessions', {}],
    ] as const)
      expect([path, (await browser.post(`/api/auth/${path}`, body)).body.code]).toEqual([path, 'not_as_somebody_else'])
    expect((await someone.get('/api/users/me')).body.username).toBe('Somebody')
  })
})

describe('a name', () => {
  const refused: [string, unknown][] = [
    ['nothing', ''],
    ['blanks', ' \t '],
    ['null', null],
    ['a number', 7],
    ['an object', { toString: 'x' }],
    ['a list', ['x']],
    ['60,000 letters', 'x'.repeat(60_000)],
    ['101 letters', 'x'.repeat(101)],
    ['two lines', 'You won\r\nClick here'],
    ['a line separator', 'You won\u2028Click here'],
    ['a NUL', 'a\0b'],
    ['letters turned about', '\u202Emoc.live'],
    ['half a letter', 'a\uD800'],
  ]
  test.each(refused)('is not %s, neither at first nor afterwards', async (_what, name) => {
    const account = { email: `${randomUUID()}@example.org`, password }
    for (const answer of [
      await stack.anyone().post('/api/auth/sign-up/email', { name, ...account }),
      await someone.post('/api/auth/update-user', { name }),
    ])
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'name' }], message: answer.body.detail } })
    expect((await someone.get('/api/users/me')).body.username).toBe('Somebody')
  })

  test('is changed by its person, without the spaces around it', async () => {
    const renamed = await stack.member('Before')
    expect((await renamed.post('/api/auth/update-user', { name: ' José 👩‍🚀 O’Neil ' })).status).toBe(200)
    expect((await renamed.get('/api/users/me')).body.username).toBe('José 👩‍🚀 O’Neil')
    expect((await renamed.post('/api/auth/update-user', { image: 'https://evil.example/x.png' })).status).toBe(400)
  })
})

describe('the sockets of a session', () => {
  const opened = tabs()
  afterAll(opened.close)

  test('end with it at once in every process, however it ends, and no others', { tags: 'long' }, async () => {
    const { app } = await stack.beside(['api'])
    if (!app) throw new Error('There is no second api')
    const [admin, mine] = [await stack.signUp('Admin'), await stack.signUp('Mine')]
    await stack.pool.query(`update auth."user" set role = 'admin' where id = $1`, [admin.id])
    /** Signed in anew, with a tab at each of the two. */
    const signedIn = async () => {
      const at = stack.anyone()
      const { body } = await at.post('/api/auth/sign-in/email', { email: mine.email, password })
      const there = Object.assign(person(app), { cookies: at.cookies })
      const both = [await opened.listen(stack, at), await opened.listen({ app }, there)]
      return { at, both, token: body.token as string }
    }
    type SignedIn = Awaited<ReturnType<typeof signedIn>>
    const other = await signedIn()
    const endings: Record<string, (one: SignedIn) => Promise<unknown>> = {
      'signing out': ({ at }) => at.post('/api/auth/sign-out'),
      revoking: ({ token }) => other.at.post('/api/auth/revoke-session', { token }),
      'revoking all others': () => other.at.post('/api/auth/revoke-other-sessions'),
      'a new password': () =>
        other.at.post('/api/auth/change-password', { currentPassword: password, newPassword: password }),
    }
    const closed = async (how: string, { both }: SignedIn) => {
      // Long before anybody looks after sessions by themselves, and one of the two is not where it was asked.
      await eventually(() => both.every(({ closed }) => closed === 4401), 5_000).catch(() => {
        throw new Error(`${how} left a socket open`)
      })
    }
    for (const [how, end] of Object.entries(endings)) {
      const one = await signedIn()
      await end(one)
      await closed(how, one)
      expect(other.both.map(({ closed }) => closed)).toEqual([undefined, undefined])
    }
    const last = [await signedIn(), await signedIn()] as const
    await stack.anyone().post('/api/auth/request-password-reset', { email: mine.email })
    const token = new URL(/http:\S+/.exec((await mailTo(mine.email)).text)?.[0] ?? '').searchParams.get('token')
    await stack.anyone().post('/api/auth/reset-password', { newPassword: password, token })
    for (const one of last) await closed('a link to set a password', one)
    const banned = await signedIn()
    await admin.post('/api/auth/admin/ban-user', { userId: mine.id, banReason: 'Spam' })
    await closed('a ban', banned)
  })
})

describe('over https', () => {
  test('cookies are sent over nothing else, and browsers are told to stay', { tags: 'long' }, async () => {
    const baseUrl = 'https://lore.example.org'
    const secure = await startStack({ baseUrl })
    try {
      const { headers, cookies } = await secure.app.inject({
        method: 'POST',
        url: '/api/auth/sign-up/email',
        headers: { host: 'lore.example.org', origin: baseUrl },
        payload: { name: 'A', email: `${randomUUID()}@example.org`, password },
      })
      const session = cookies.find(({ name }) => name.includes('session_token'))
      expect(session).toMatchObject({
        name: '__Secure-better-auth.session_token',
        secure: true,
        httpOnly: true,
        sameSite: 'Lax',
        path: '/',
      })
      expect(session).not.toHaveProperty('domain')
      expect(headers['strict-transport-security']).toMatch(/max-age=\d{8}/)
    } finally {
      await secure.stop()
    }
  })
})

describe('a password', () => {
  test('is kept as a salted scrypt hash that takes 32 MB, never the same twice', { tags: 'long' }, async () => {
    const [one, other] = [await stack.signUp(), await stack.signUp()]
    const { rows } = await stack.pool.query<{ password: string }>(
      'select password from auth.account where "userId" = any($1)',
      [[one.id, other.id]],
    )
    expect(new Set(rows.map((row) => row.password)).size).toBe(2)
    for (const { password: kept } of rows) {
      const [salt = '', hash] = kept.split(':')
      // Memory is 128 · N · r bytes.
      const options = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }
      expect(scryptSync(password, salt, 64, options).toString('hex')).toBe(hash)
      expect(salt).toMatch(/^[\da-f]{32}$/)
    }
  })

  test('is in no answer, and a hash neither', async () => {
    const admin = stack.anyone()
    const answers = [
      await signIn(someone.email),
      await someone.get('/api/auth/get-session'),
      await someone.get('/api/auth/list-accounts'),
      await someone.get('/api/users/me'),
      await admin.post('/api/auth/sign-up/email', { name: 'A', email: `${randomUUID()}@example.org`, password }),
    ]
    for (const { text } of answers) expect(text).not.toMatch(/[\da-f]{32}:[\da-f]{64}|correct horse/)
  })

  test('that is wrong is refused in the same words as an address that nobody has, with the same work', async () => {
    const anyone = stack.anyone()
    const wrong = await anyone.post('/api/auth/sign-in/email', { email: someone.email, password: 'wrong password' })
    const nobody = await anyone.post('/api/auth/sign-in/email', {
      email: `${randomUUID()}@example.org`,
      password: 'wrong password',
    })
    expect([wrong.status, wrong.body]).toEqual([nobody.status, nobody.body])
    expect(wrong.status).toBe(401)
  })
})

describe('a link to set a password', () => {
  test('is asked for in the same words for everybody, also when mail cannot be sent', { tags: 'long' }, async () => {
    const failing = await startStack({
      auth: {
        mailer: { send: () => Promise.reject(new Error('No mail today')) },
        secret: 's'.repeat(40),
        rateLimit: false,
      },
    })
    try {
      const { email } = await failing.signUp('Real')
      const ask = (email: string) => failing.anyone().post('/api/auth/request-password-reset', { email })
      const [real, nobody] = [await ask(email), await ask(`${randomUUID()}@example.org`)]
      expect([real.status, real.body]).toEqual([nobody.status, nobody.body])
      expect(real.status).toBe(200)
    } finally {
      await failing.stop()
    }
  })

  test('works once, only as it was sent, and the database does not know it', async () => {
    const { email } = await stack.signUp('Forgetful')
    await stack.anyone().post('/api/auth/request-password-reset', { email })
    const link = new URL(/http:\S+/.exec((await mailTo(email)).text)?.[0] ?? '')
    const token = link.searchParams.get('token') ?? ''
    const { rows } = await stack.pool.query<{ row: string }>('select v::text as row from auth.verification v')
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter(({ row }) => row.includes(token))).toEqual([])
    const set = (token: unknown) =>
      stack.anyone().post('/api/auth/reset-password', { newPassword: 'another password', token })
    for (const forged of [`${token}x`, token.toLowerCase(), token.slice(1), '', '%', ['a'], { $ne: null }, null])
      expect((await set(forged)).status).toBe(400)
    expect((await set(token)).status).toBe(200)
    expect((await set(token)).status).toBe(400)
  })

  const linkFor = async (email: string) => {
    const before = new Set((await resetMailsTo(email)).map(({ id }) => id))
    await stack.anyone().post('/api/auth/request-password-reset', { email })
    const { text } = await eventually(async () => (await resetMailsTo(email)).find(({ id }) => !before.has(id)))
    return new URL(/http:\S+/.exec(text)?.[0] ?? '').searchParams.get('token') ?? ''
  }
  const setBy = (token: string) =>
    stack.anyone().post('/api/auth/reset-password', { newPassword: 'the last password', token })

  test('ends with every other one once one of them was used, and when the password is changed', {
    tags: 'long',
  }, async () => {
    const forgetful = await stack.signUp('Forgetful')
    const [one, other] = [await linkFor(forgetful.email), await linkFor(forgetful.email)]
    const elses = await linkFor(someone.email)
    expect(one).not.toBe(other)
    expect((await setBy(other)).status).toBe(200)
    expect((await setBy(one)).body.code).toBe('invalid_token')

    const careful = await stack.signUp('Careful')
    const session = (await signIn(careful.email)).body.token as string
    const unused = await linkFor(careful.email)
    const change = { currentPassword: password, newPassword: 'another password' }
    expect((await careful.post('/api/auth/change-password', change)).status).toBe(200)
    expect((await setBy(unused)).body.code).toBe('invalid_token')
    // Whoever else was signed in is not any more; the browser that changed it is.
    expect((await stack.anyone().get('/api/users/me', { authorization: `Bearer ${session}` })).status).toBe(401)
    expect((await careful.get('/api/users/me')).status).toBe(200)
    const { rows } = await stack.pool.query('select 1 from auth.verification where value = $1', [someone.id])
    expect([rows.length, elses.length > 0]).toEqual([1, true])
  })

  test('goes to this installation, whatever host the request named', async () => {
    const { email } = await stack.signUp('Hosted')
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example',
    }
    await stack.anyone().post('/api/auth/request-password-reset', { email }, headers)
    const { text } = await mailTo(email)
    expect(text).toMatch('http://loreloom.test/auth/password-reset?token=')
    expect(text).not.toMatch('evil')
  })

  test.each([
    'Visit https://evil.example',
    'You won\r\nClick www.evil.example',
    'Bob <bob@evil.example>',
    '\u202Emoc.live',
  ])('carries no message of whoever chose the name %j', async (name) => {
    const { id, email } = await stack.signUp('Named')
    // Some of them could be chosen once.
    await stack.pool.query('update auth."user" set name = $2 where id = $1', [id, name])
    await stack.anyone().post('/api/auth/request-password-reset', { email })
    const { text, subject } = await mailTo(email)
    expect(text).toMatch(/^Hello,\n/)
    expect(subject).toBe('Reset your Loreloom password')
  })

  test('greets by an ordinary name', async () => {
    const { email } = await stack.signUp('J. R. Ølsen-García')
    await stack.anyone().post('/api/auth/request-password-reset', { email })
    expect((await mailTo(email)).text).toMatch(/^Hello J\. R\. Ølsen-García,\n/)
  })
})

describe('asking again and again', () => {
  test('for one’s own password is slowed down by account, from wherever it comes', { tags: 'long' }, async () => {
    const [guesser, other] = [await stack.signUp(), await stack.signUp()]
    const guess = (as: Person, n: number) =>
      as.post('/api/auth/change-password', { currentPassword: `guess ${n}`, newPassword: 'new password' })
    const statuses = []
    for (let n = 0; n < 7; n++) statuses.push((await guess(guesser, n)).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429])
    expect((await guess(other, 0)).status).toBe(400)
    expect((await guesser.post('/api/auth/verify-password', { password })).status).toBe(404)
  })

  test('to register, for links, or with guessed links, is slowed down', { tags: 'long' }, async () => {
    const asked: [string, number, () => object][] = [
      ['sign-up/email', 10, () => ({ name: 'A', email: 'taken@example.org', password })],
      ['request-password-reset', 5, () => ({ email: 'a@example.org' })],
      ['reset-password', 10, () => ({ newPassword: password, token: randomUUID() })],
    ]
    const strict = await startStack({ rateLimit: true })
    try {
      for (const [path, most, body] of asked) {
        const statuses: number[] = []
        for (let n = 0; n < most + 2; n++) {
          const claimed = { 'x-client-address': `1.2.3.${n}`, 'x-forwarded-for': `1.2.3.${n}` }
          statuses.push((await strict.anyone().post(`/api/auth/${path}`, body(), claimed)).status)
        }
        expect([path, statuses.slice(0, most).includes(429), ...statuses.slice(most)]).toEqual([path, false, 429, 429])
      }
    } finally {
      await strict.stop()
    }
  })
})
