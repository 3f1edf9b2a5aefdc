import { randomUUID, scryptSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'

/** Sessions and passwords under attack. Their ordinary life, bans and guessing from one address are in `tests/api/accounts.int.test.ts`. */

let stack: Stack
let someone: Person
beforeAll(async () => {
  stack = await startStack()
  someone = await stack.member('Somebody')
})
afterAll(() => stack?.stop())

const password = 'correct horse'
const signIn = (email: string, headers = {}) =>
  stack.anyone().post('/api/auth/sign-in/email', { email, password }, headers)
const tokenIn = (cookies: string) => /session_token=([^;]+)/.exec(cookies)?.[1]
const mailTo = (email: string) =>
  eventually(async () => (await stack.mails.list({ limit: 100, offset: 0 })).data.find(({ to }) => to === email))

describe('a session', () => {
  test('that somebody else planted is not the one that signing in begins', async () => {
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

  test('has a token that nobody guesses, and each signing in another', async () => {
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

  test('is somebody’s own: nobody lists or ends another’s', async () => {
    const token = (await signIn(someone.email)).body.token as string
    const other = await stack.signUp('Other')
    await other.post('/api/auth/revoke-session', { token })
    await other.post('/api/auth/admin/revoke-user-sessions', { userId: someone.id })
    await other.post('/api/auth/admin/list-user-sessions', { userId: someone.id })
    expect((await stack.anyone().get('/api/users/me', { authorization: `Bearer ${token}` })).status).toBe(200)
    expect(JSON.stringify((await other.get('/api/auth/list-sessions')).body)).not.toContain(token)
  })
})

describe('over https', () => {
  test('cookies are sent over nothing else, and browsers are told to stay', async () => {
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
  test('is kept as a salted scrypt hash that takes 32 MB, never the same twice', async () => {
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
  test('is asked for in the same words for everybody, also when mail cannot be sent', async () => {
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
    const { email } = await stack.signUp(name)
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
  test('to register, for links, or with guessed links, is slowed down', async () => {
    const asked: [string, number, () => object][] = [
      ['sign-up/email', 10, () => ({ name: 'A', email: `${randomUUID()}@example.org`, password: 'short' })],
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
