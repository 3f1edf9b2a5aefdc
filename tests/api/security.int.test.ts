import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'

/** The tab Security: the devices on which a user is signed in, sign-ins from new ones, and passwords that are refused. */

let stack: Stack
let admin: Person
beforeAll(async () => {
  stack = await startStack()
  admin = await stack.member('Admin')
})
afterAll(() => stack?.stop())

const password = 'correct horse'
const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
const signIn = async (email: string, headers = {}) => {
  const browser = stack.anyone()
  const { status } = await browser.post('/api/auth/sign-in/email', { email, password }, headers)
  expect(status).toBe(200)
  return browser
}
const security = async (someone: Person) => (await someone.get('/api/users/me/security')).body
const mailsTo = async (email: string) => {
  const { data } = await stack.mails.list({ limit: 200, offset: 0 })
  return data.filter(({ to, subject }) => to === email && subject === 'A new sign-in to your Loreloom account')
}

describe('the list of sessions', () => {
  test('names devices, marks the current one and returns no token and no address', async () => {
    const someone = await stack.signUp('Ines')
    const other = await signIn(someone.email, firefox)
    const answer = await other.get('/api/users/me/security')
    expect(answer.body).toMatchObject({ hasPassword: true })
    expect(answer.body.sessions).toHaveLength(2)
    expect(answer.body.sessions.find((each: { isCurrent: boolean }) => each.isCurrent).device).toBe('Firefox on Linux')
    const { rows } = await stack.pool.query(
      'select token, "ipAddress", "userAgent" from auth.session where "userId" = $1',
      [someone.id],
    )
    for (const { token, ipAddress, userAgent } of rows) {
      expect(answer.text).not.toContain(token)
      expect(ipAddress).toBe('')
      expect(userAgent).not.toContain('/')
    }
  })

  test('a device that is signed out is out at once, also its live connection, and the end has its reason', async () => {
    const someone = await stack.signUp('Wren')
    const other = await signIn(someone.email, firefox)
    const { sessions } = await security(someone)
    const { id } = sessions.find((each: { isCurrent: boolean }) => !each.isCurrent)
    expect((await someone.delete(`/api/users/me/sessions/${id}`)).body).toEqual({ ended: 1 })
    expect((await other.get('/api/users/me')).status).toBe(401)
    expect((await someone.get('/api/users/me')).status).toBe(200)
    expect((await someone.delete(`/api/users/me/sessions/${id}`)).status).toBe(404)
    const { events } = await stack.store.read(`sessions-${id}`)
    expect(events.map(({ type, data }) => [type, (data as { how?: string }).how])).toEqual([
      ['SignedIn', undefined],
      ['SignedOut', 'revoked'],
    ])
  })

  test('all others end at once; the current one and those of other users stay', async () => {
    const someone = await stack.signUp('Brother Aldous')
    const others = [await signIn(someone.email), await signIn(someone.email, firefox)]
    expect((await someone.delete('/api/users/me/sessions')).body).toEqual({ ended: 2 })
    expect((await someone.delete('/api/users/me/sessions')).body).toEqual({ ended: 0 })
    for (const other of others) expect((await other.get('/api/users/me')).status).toBe(401)
    expect((await security(someone)).sessions).toHaveLength(1)
    expect((await admin.get('/api/users/me')).status).toBe(200)
  })

  test('a session of another user is not found and stays', async () => {
    const [someone, other] = [await stack.signUp('One'), await stack.signUp('Two')]
    const [{ id }] = (await security(other)).sessions
    expect((await someone.delete(`/api/users/me/sessions/${id}`)).status).toBe(404)
    expect((await other.get('/api/users/me')).status).toBe(200)
  })

  test('an impersonator reads it and ends nothing; an impersonation is not listed', async () => {
    const someone = await stack.signUp('Three')
    const acting = await signIn(admin.email)
    await acting.post('/api/auth/admin/impersonate-user', { userId: someone.id, reason: 'To help' })
    expect((await security(acting)).sessions).toHaveLength(1)
    for (const path of ['', '/x']) {
      const { status, body } = await acting.delete(`/api/users/me/sessions${path}`)
      expect([status, body.code]).toEqual([403, 'not_as_somebody_else'])
    }
    expect((await security(someone)).sessions).toHaveLength(1)
  })
})

describe('a sign-in from a new browser', () => {
  test('is mailed to the account; one from a browser that was used before is not', async () => {
    const someone = await stack.signUp('Four')
    expect(await mailsTo(someone.email)).toEqual([])
    const other = await signIn(someone.email, firefox)
    const mail = await eventually(async () => (await mailsTo(someone.email))[0])
    expect(mail.text).toContain('Firefox on Linux')
    await other.post('/api/auth/sign-out')
    await other.post('/api/auth/sign-in/email', { email: someone.email, password }, firefox)
    expect(await mailsTo(someone.email)).toHaveLength(1)
  })

  test('is mailed a few times a day at most', async () => {
    const someone = await stack.signUp('Five')
    for (let times = 0; times < 9; times++) await signIn(someone.email)
    await eventually(async () => (await mailsTo(someone.email)).length > 3)
    expect((await mailsTo(someone.email)).length).toBeLessThanOrEqual(6)
  })
})

describe('a password', () => {
  const common = 'This password is one of the most common ones. Please choose another one.'
  const own = 'This password is too easy to guess: it is your name, your address or ours. Please choose another one.'
  test.each([
    ['password1', common],
    ['QWERTYUIOP', common],
    ['aaaaaaaa', common],
    ['loreloom2026', own],
    ['marlowe-the-bold', own],
    ['marlowe-the-bold99', own],
  ])('%s is refused at sign-up', async (given, message) => {
    const answer = await stack.anyone().post('/api/auth/sign-up/email', {
      name: 'Marlowe',
      email: 'marlowe-the-bold@example.org',
      password: given,
    })
    expect([answer.status, answer.body.errors]).toEqual([400, [{ field: 'password', message }]])
  })

  test('that is changed signs out a copied cookie too; the session itself and its id stay', async () => {
    const someone = await stack.signUp('Seven')
    const copied = { cookie: someone.cookies() }
    const before = await security(someone)
    const change = { currentPassword: password, newPassword: 'battery staple' }
    expect((await someone.post('/api/auth/change-password', change)).status).toBe(200)
    expect((await stack.anyone().get('/api/users/me', copied)).status).toBe(401)
    const { sessions } = await security(someone)
    expect(sessions.map(({ id }: { id: string }) => id)).toEqual(before.sessions.map(({ id }: { id: string }) => id))
  })

  test('a common one is refused when it is changed or reset, and the old one stays', async () => {
    const someone = await stack.signUp('Six')
    const changed = await someone.post('/api/auth/change-password', {
      currentPassword: password,
      newPassword: 'iloveyou1',
    })
    expect([changed.status, changed.body.errors[0].field]).toEqual([400, 'newPassword'])
    const reset = await stack.anyone().post('/api/auth/reset-password', { newPassword: 'iloveyou1', token: 'x' })
    expect([reset.status, reset.body.errors[0].message]).toEqual([400, common])
    await signIn(someone.email)
  })
})
