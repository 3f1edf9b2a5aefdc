import { createHash, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { forgetUser } from '../../backend/sealing/forget.ts'
import { sealingKeys } from '../../backend/sealing/keys.ts'
import { personalData } from '../../backend/things.ts'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'
import { googleSays } from '../vendors/google.ts'

/** An address is its account's once a link that went there was confirmed in a session of that account. This installation sends mail. */

const operatorKey = 'the-operators-own-key'
let stack: Stack
let admin: Person
beforeAll(async () => {
  stack = await startStack({ outbox: undefined, operatorKey, google: { clientId: 'id', clientSecret: 'secret' } })
  admin = await stack.signUp('Admin')
})
afterAll(() => stack?.stop())

const password = 'correct horse'
const newAddress = () => `${randomUUID()}@example.org`
const me = async (someone: Person) =>
  (await someone.get('/api/users/me', { 'min-position': String(await stack.store.head()) })).body
const told = async (userId: string) => (await stack.store.read(`users-${userId}`)).events
const typesOf = async (userId: string) => (await told(userId)).map(({ type }) => type)

/** Mails to an address, newest first. */
const mailsTo = async (email: string) =>
  (await stack.mails.list({ limit: 500, offset: 0 })).data.filter(({ to }) => to === email)
const tokensTo = async (email: string) =>
  (await mailsTo(email)).flatMap(({ text }) => /\/verify-email\?token=([\w-]+)/.exec(text)?.[1] ?? [])
const tokenTo = (email: string) => eventually(async () => (await tokensTo(email))[0])
const confirm = (someone: Person, token: string) => someone.post('/api/users/me/email/confirm', { token })
const change = (someone: Person, email: string, secret: string | undefined = password) =>
  someone.post('/api/users/me/email/change', { email, password: secret })
/** As if so long had passed since each link to an address was sent. */
const age = (email: string, interval: string) =>
  stack.pool.query(
    `update auth.email_links set "createdAt" = "createdAt" - $2::interval, "expiresAt" = "expiresAt" - $2::interval where email = $1`,
    [email, interval],
  )
const resetPassword = async (email: string, newPassword: string) => {
  await stack.anyone().post('/api/auth/request-password-reset', { email })
  const token = await eventually(
    async () => (await mailsTo(email)).flatMap(({ text }) => /password-reset\?token=([\w-]+)/.exec(text)?.[1] ?? [])[0],
  )
  return stack.anyone().post('/api/auth/reset-password', { newPassword, token })
}
const signIn = async (email: string, secret = password) => {
  const browser = stack.anyone()
  const { status } = await browser.post('/api/auth/sign-in/email', { email, password: secret })
  return { browser, status }
}
const impersonating = async (userId: string) => {
  const { browser } = await signIn(admin.email)
  expect((await browser.post('/api/auth/admin/impersonate-user', { userId, reason: 'Test' })).status).toBe(200)
  return browser
}
const issueCoupon = async (email: string) =>
  (await admin.post('/api/admin/coupons', { email, plan: 'BASIC', through: null, reason: 'Pre-order' })).body
    .couponId as string
const redeem = (someone: Person, coupon: string) => someone.post('/api/billing/preorder/redeem', { coupon })

describe('a new address', () => {
  test('is verified by its link, which is an event of its user and brings the welcome credits', async () => {
    const someone = await stack.signUp('Nameless')
    expect(await me(someone)).toMatchObject({ emailVerified: false, imageCredits: 0 })
    expect((await mailsTo(someone.email))[0]).toMatchObject({ kind: 'verification', userId: someone.id })

    const answer = await confirm(someone, await tokenTo(someone.email))
    expect(answer).toMatchObject({ status: 200, body: { email: someone.email, isChange: false, isRepeat: false } })
    expect(await me(someone)).toMatchObject({ emailVerified: true })
    expect((await told(someone.id)).at(-1)).toMatchObject({
      type: 'EmailVerified',
      data: { userId: someone.id, how: 'link' },
      metadata: { actor: someone.id },
    })
    await eventually(async () => (await me(someone)).imageCredits === 100)
    expect(JSON.stringify((await told(someone.id)).map(({ data }) => data))).not.toMatch(/Nameless|example\.org/)
  })

  test('has a link that the database knows by a hash only', async () => {
    const someone = await stack.signUp()
    const token = await tokenTo(someone.email)
    expect(token).toMatch(/^[\w-]{43}$/)
    const { rows } = await stack.pool.query('select * from auth.email_links where "userId" = $1', [someone.id])
    expect(rows).toMatchObject([{ hash: createHash('sha256').update(token).digest('hex'), email: someone.email }])
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('is verified once by two requests at once, and a link that did its work says so', async () => {
    const someone = await stack.signUp()
    const token = await tokenTo(someone.email)
    const answers = await Promise.all([1, 2, 3].map(() => confirm(someone, token)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers.filter(({ body }) => !body.isRepeat)).toHaveLength(1)
    expect((await confirm(someone, token)).body).toMatchObject({ email: someone.email, isRepeat: true })
    expect((await typesOf(someone.id)).filter((type) => type === 'EmailVerified')).toHaveLength(1)
  })

  test('is not verified by looking at its link: programs that read mail do', async () => {
    const someone = await stack.signUp()
    const token = await tokenTo(someone.email)
    for (const address of [`/verify-email?token=${token}`, `/api/users/me/email/confirm?token=${token}`])
      expect((await someone.get(address)).status).toBe(404)
    expect((await me(someone)).emailVerified).toBe(false)
    expect((await confirm(someone, token)).status).toBe(200)
  })

  test('is verified by its own account alone: not in another’s session, by an impersonator, signed out or banned', async () => {
    const [someone, other] = [await stack.signUp('One'), await stack.signUp('Other')]
    const token = await tokenTo(someone.email)
    const refused = { status: 403, body: { code: 'email_link_of_another' } }
    expect(await confirm(other, token)).toMatchObject(refused)
    const impersonator = await impersonating(someone.id)
    expect(await confirm(impersonator, token)).toMatchObject({ body: { code: 'not_as_somebody_else' } })
    expect((await confirm(stack.anyone(), token)).status).toBe(401)
    await admin.post('/api/auth/admin/ban-user', { userId: someone.id, banReason: 'Spam' })
    expect((await confirm(someone, token)).status).toBe(401)
    await admin.post('/api/auth/admin/unban-user', { userId: someone.id, reason: 'Asked' })
    const { browser } = await signIn(someone.email)
    expect([(await me(browser)).emailVerified, (await me(other)).emailVerified]).toEqual([false, false])
    expect((await confirm(browser, token)).status).toBe(200)
  })

  test.each([
    ['that is none', async () => 'x'.repeat(43), 404, 'email_link_unknown'],
    [
      'that ran out',
      async ({ email }: Person) => {
        const token = await tokenTo(email)
        await age(email, '1 day')
        return token
      },
      410,
      'email_link_expired',
    ],
    [
      'to an address that changed since',
      async ({ id, email }: Person) => {
        const token = await tokenTo(email)
        await stack.pool.query('update auth."user" set email = $2 where id = $1', [id, newAddress()])
        return token
      },
      410,
      'email_link_ended',
    ],
    [
      'of an ordinary user who was made an admin since',
      async ({ id, email }: Person) => {
        const token = await tokenTo(email)
        expect(
          (await admin.post('/api/auth/admin/set-role', { userId: id, role: 'admin', reason: 'Asked' })).status,
        ).toBe(200)
        return token
      },
      410,
      'email_link_ended',
    ],
  ])('a link %s verifies nothing, and says why', async (_what, make, status, code) => {
    const someone = await stack.signUp()
    expect(await confirm(someone, await make(someone))).toMatchObject({ status, body: { code } })
    expect((await me(someone)).emailVerified).toBe(false)
  })

  test('is verified where the operator registers it, and gets no mail; nobody else can say so', async () => {
    const register = async (headers: Record<string, string>) => {
      const [browser, email] = [stack.anyone(), newAddress()]
      await browser.post('/api/auth/sign-up/email', { name: 'Demo', email, password }, headers)
      return { isVerified: (await me(browser)).emailVerified, mails: (await mailsTo(email)).length }
    }
    expect(await register({ 'x-operator-key': operatorKey })).toEqual({ isVerified: true, mails: 0 })
    for (const headers of [{ 'x-operator-key': 'guessed' }, { 'x-registered-by-operator': 'yes' }])
      expect(await register(headers)).toMatchObject({ isVerified: false })
  })
})

describe('a link', () => {
  const again = (someone: Person) => someone.post('/api/users/me/email/link')
  const sent = async (email: string) => (await tokensTo(email)).length

  test('is sent again after a minute, not before; those sent before still work', async () => {
    const someone = await stack.signUp()
    const first = await tokenTo(someone.email)
    expect((await Promise.all([again(someone), again(someone)])).map(({ status }) => status)).toEqual([200, 200])
    expect(await sent(someone.email)).toBe(1)
    await age(someone.email, '61 seconds')
    await Promise.all([again(someone), again(someone)])
    await eventually(async () => (await sent(someone.email)) === 2)
    expect((await confirm(someone, first)).status).toBe(200)
    expect(await again(someone)).toMatchObject({ status: 409, body: { code: 'email_verified_already' } })
  })

  test('is sent ten times a day at most, for one account and to one address', { tags: 'long' }, async () => {
    const [someone, victim] = [await stack.signUp(), newAddress()]
    for (let n = 1; n < 10; n++) {
      await age(someone.email, '61 seconds')
      expect((await again(someone)).status).toBe(200)
    }
    await age(someone.email, '61 seconds')
    expect(await again(someone)).toMatchObject({ status: 429, body: { code: 'too_many_links' } })
    expect((await change(someone, victim)).status).toBe(429)

    const statuses: number[] = []
    for (let n = 0; n < 11; n++) statuses.push((await change(await stack.signUp(), victim)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  })

  test('to set a password is sent six times an hour at most, from wherever it is asked for', async () => {
    const someone = await stack.signUp()
    for (let n = 0; n < 9; n++) {
      const answer = await stack.anyone().post('/api/auth/request-password-reset', { email: someone.email })
      expect(answer.status).toBe(200)
    }
    const resets = async () => (await mailsTo(someone.email)).filter(({ kind }) => kind === 'password-reset').length
    await eventually(async () => (await resets()) === 6)
    expect(await resets()).toBe(6)
  })
})

describe('a coupon', () => {
  test('is found and redeemed by an address that is verified, however it is written', async () => {
    const email = newAddress()
    const couponId = await issueCoupon(email.toUpperCase())
    const someone = await stack.signUp('Wren', email.replace('@example', '@EXAMPLE'))
    expect((await me(someone)).preorderRedemptionCoupon).toBeNull()
    expect(await redeem(someone, couponId)).toMatchObject({ status: 404, body: { code: 'coupon_not_found' } })
    await confirm(someone, await tokenTo(email))
    expect((await me(someone)).preorderRedemptionCoupon).toBe(couponId)
    expect((await redeem(someone, couponId)).status).toBe(200)
  })

  test('outlives a squatter who is forgotten', async () => {
    const email = newAddress()
    const couponId = await issueCoupon(email)
    const squatter = await stack.signUp('Squatter', email)
    await me(squatter)
    const keys = await sealingKeys(stack.pool)
    await forgetUser({ ...personalData, pool: stack.pool, keys, files: { remove: async () => undefined } }, squatter.id)
    const { rows } = await stack.pool.query(
      'select owner from sealing_keys where owner = any($1) and key is not null',
      [[`user:${couponId}`, `user:${squatter.id}`]],
    )
    expect(rows).toEqual([{ owner: `user:${couponId}` }])
    expect((await stack.pool.query('select from auth.email_links where "userId" = $1', [squatter.id])).rowCount).toBe(0)
    expect(await mailsTo(email)).toEqual([])

    const owner = await stack.verify(await stack.signUp('Owner', email))
    expect((await me(owner)).preorderRedemptionCoupon).toBe(couponId)
  })

  test('of an address is found no more by who left that address', async () => {
    const email = newAddress()
    const couponId = await issueCoupon(email)
    const someone = await stack.verify(await stack.signUp('Mover', email))
    const next = newAddress()
    await change(someone, next)
    await confirm(someone, await tokenTo(next))
    expect(await me(someone)).toMatchObject({ email: next, preorderRedemptionCoupon: null })
    expect((await redeem(someone, couponId)).status).toBe(404)
  })
})

describe('somebody who registered with an address of somebody else', () => {
  test('loses the account to a link to set a password, and every way back into it', async () => {
    const email = newAddress()
    const couponId = await issueCoupon(email)
    const squatter = await stack.signUp('Squatter', email)
    await stack.pool.query(
      `insert into auth.account (id, "userId", "providerId", "accountId", "createdAt", "updatedAt") values ($1, $2, 'google', 'squatters', now(), now())`,
      [randomUUID(), squatter.id],
    )
    expect((await change(squatter, newAddress())).status).toBe(200)

    expect((await resetPassword(email, 'the owners own')).status).toBe(200)
    expect((await squatter.get('/api/users/me')).status).toBe(401)
    expect((await signIn(email)).status).toBe(401)
    const { browser } = await signIn(email, 'the owners own')
    expect(await me(browser)).toMatchObject({ emailVerified: true, preorderRedemptionCoupon: couponId })
    expect((await browser.get('/api/users/me/email')).body).toMatchObject({ isVerified: true, waiting: null })
    expect((await browser.get('/api/auth/list-accounts')).body).toMatchObject([{ providerId: 'credential' }])
    const proved = (await told(squatter.id)).find(({ type }) => type === 'EmailVerified')
    expect(proved).toMatchObject({ data: { how: 'password_reset' }, metadata: { actor: squatter.id } })
  })
})

describe('another address', () => {
  const standing = async (someone: Person) => (await someone.get('/api/users/me/email')).body

  test('takes the place of the old one when its link is confirmed, and the old one is told twice', async () => {
    const someone = await stack.verify(await stack.signUp('Mover'))
    const next = newAddress()
    expect((await change(someone, next.toUpperCase())).status).toBe(200)
    expect(await standing(someone)).toMatchObject({
      email: someone.email,
      isVerified: true,
      hasPassword: true,
      sendsMail: true,
      waiting: { email: next, isChange: true },
    })
    const notices = async () => (await mailsTo(someone.email)).filter(({ kind }) => kind === 'notice')
    const [requested] = await eventually(async () => ((await notices()).length === 1 ? notices() : undefined))
    expect(requested?.text).toContain('•••@e•••.org')
    expect(requested?.text).not.toContain(next)

    const token = await tokenTo(next)
    expect((await signIn(next)).status).toBe(401)
    expect((await confirm(await stack.signUp('Thief'), token)).body.code).toBe('email_link_of_another')
    expect(await me(someone)).toMatchObject({ email: someone.email })
    expect((await confirm(someone, token)).body).toMatchObject({ email: next, isChange: true, isRepeat: false })
    expect(await me(someone)).toMatchObject({ email: next, emailVerified: true })
    expect([(await signIn(next)).status, (await signIn(someone.email)).status]).toEqual([200, 401])
    await eventually(async () => (await notices()).length === 2)
    expect((await typesOf(someone.id)).slice(-3)).toEqual(['EmailChangeRequested', 'EmailChanged', 'EmailVerified'])
    const { history, waiting } = await standing(someone)
    expect([history.map(({ kind }: { kind: string }) => kind), waiting]).toEqual([
      ['verified', 'changed', 'change_requested', 'verified', 'registered'],
      null,
    ])
    expect((await confirm(someone, token)).body).toMatchObject({ isRepeat: true })
  })

  test('needs the password, and is refused to an impersonator', async () => {
    const someone = await stack.signUp()
    for (const secret of ['', 'a wrong guess'])
      expect(await change(someone, newAddress(), secret)).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'password' }] },
      })
    const impersonator = await impersonating(someone.id)
    for (const answer of [
      await change(impersonator, newAddress()),
      await impersonator.post('/api/users/me/email/link'),
      await impersonator.delete('/api/users/me/email/change'),
    ])
      expect(answer).toMatchObject({ status: 403, body: { code: 'not_as_somebody_else' } })
    expect((await standing(impersonator)).waiting).toMatchObject({ isChange: false })
  })

  test.each([
    ['nobody', 'Please enter a valid email address'],
    ['ÿ@example.org', 'Please enter a valid email address'],
    // The Kelvin sign is a k in small letters.
    ['\u212Aate@example.org', 'Please enter a valid email address'],
  ])('is not %s', async (email, message) => {
    const answer = await change(admin, email)
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'email', message }] } })
  })

  test('is another one', async () => {
    const answer = await change(admin, admin.email.toUpperCase())
    expect(answer.body.errors).toEqual([{ field: 'email', message: 'This is your address already.' }])
  })

  test('that somebody has is not said to be taken: its mailbox is told, and no link works', async () => {
    const [someone, owner] = [await stack.signUp(), await stack.verify(await stack.signUp('Owner'))]
    const [taken, free] = [await change(someone, owner.email), await change(await stack.signUp(), newAddress())]
    expect([taken.status, Object.keys(taken.body)]).toEqual([free.status, Object.keys(free.body)])
    expect((await standing(someone)).waiting).toMatchObject({ email: owner.email, isChange: true })
    const mail = await eventually(async () => (await mailsTo(owner.email)).find(({ kind }) => kind === 'notice'))
    expect(mail.text).not.toContain('token')
    expect(await tokensTo(owner.email)).toHaveLength(1)
  })

  test('that somebody registered with meanwhile stays theirs', async () => {
    const [someone, next] = [await stack.signUp(), newAddress()]
    await change(someone, next)
    const token = await tokenTo(next)
    await stack.signUp('Quicker', next)
    expect(await confirm(someone, token)).toMatchObject({ status: 422, body: { code: 'email_taken' } })
    expect(await me(someone)).toMatchObject({ email: someone.email })
    expect(await typesOf(someone.id)).not.toContain('EmailChanged')
  })

  test('replaces one that waits, and waits no more once it is withdrawn or the password is another', async () => {
    const someone = await stack.signUp()
    const addresses = [newAddress(), newAddress(), newAddress()] as const
    for (const address of addresses.slice(0, 2)) await change(someone, address)
    expect((await confirm(someone, await tokenTo(addresses[0]))).body.code).toBe('email_link_ended')
    expect((await someone.delete('/api/users/me/email/change')).status).toBe(200)
    expect((await confirm(someone, await tokenTo(addresses[1]))).body.code).toBe('email_link_ended')
    expect((await typesOf(someone.id)).at(-1)).toBe('EmailChangeWithdrawn')

    await change(someone, addresses[2])
    const newer = { currentPassword: password, newPassword: 'battery staple', revokeOtherSessions: false }
    expect((await someone.post('/api/auth/change-password', newer)).status).toBe(200)
    expect((await confirm(someone, await tokenTo(addresses[2]))).body.code).toBe('email_link_ended')
    expect(await me(someone)).toMatchObject({ email: someone.email })
    // What proves the address that the account has is no matter of its password.
    expect((await confirm(someone, await tokenTo(someone.email))).status).toBe(200)
  })

  test('that an admin asks for waits for its link: until then the old one stays, is told, and gets links to set a password', async () => {
    const someone = await stack.verify(await stack.signUp())
    const next = newAddress()
    await admin.post('/api/admin/user/update-email', { userId: someone.id, email: next, reason: 'Lost the mailbox' })
    expect(await me(someone)).toMatchObject({ email: someone.email, emailVerified: true })
    await eventually(async () => (await mailsTo(someone.email)).some(({ kind }) => kind === 'notice'))
    const reset = (email: string) => stack.anyone().post('/api/auth/request-password-reset', { email })
    for (const email of [next, someone.email]) expect((await reset(email)).status).toBe(200)
    await eventually(async () => (await mailsTo(someone.email)).some(({ kind }) => kind === 'password-reset'))
    expect((await mailsTo(next)).map(({ kind }) => kind)).toEqual(['verification'])
    const token = await tokenTo(next)
    expect((await confirm(admin, token)).body.code).toBe('email_link_of_another')
    expect((await confirm(someone, token)).status).toBe(200)
    expect(await me(someone)).toMatchObject({ email: next, emailVerified: true, imageCredits: 100 })
    expect((await typesOf(someone.id)).slice(-4)).toEqual([
      ...['EmailVerified', 'EmailChangeRequested', 'EmailChanged', 'EmailVerified'],
    ])
  })
})

describe('signing in with Google', () => {
  afterEach(() => vi.unstubAllGlobals())

  const comeBack = async (claims: { email: string; email_verified: unknown; sub?: string }) => {
    const browser = stack.anyone()
    const begun = await browser.post('/api/auth/sign-in/social', {
      provider: 'google',
      callbackURL: '/collections',
      errorCallbackURL: '/auth/login',
    })
    const state = new URL(begun.body.url).searchParams.get('state')
    googleSays({ sub: randomUUID(), ...claims })
    const { headers } = await browser.get(`/api/auth/callback/google?code=x&state=${state}`)
    return { browser, location: String(headers.location) }
  }

  test.each([
    [true, true],
    [false, false],
    ['true', false],
    [undefined, false],
  ])('whose word on the address is %s makes it verified: %s', async (email_verified, isVerified) => {
    const { browser } = await comeBack({ email: newAddress(), email_verified })
    const account = await me(browser)
    expect(account.emailVerified).toBe(isVerified)
    const proof = (await told(account.id)).find(({ type }) => type === 'EmailVerified')
    expect(proof?.data).toEqual(isVerified ? { userId: account.id, how: 'google' } : undefined)
    if (isVerified) await eventually(async () => (await me(browser)).imageCredits === 100)
  })

  test('does not join an account whose address nobody proved: it may be a squatter’s', async () => {
    const squatter = await stack.signUp('Squatter')
    const { browser, location } = await comeBack({ email: squatter.email, email_verified: true })
    expect(location).toMatch(/\/auth\/login\?error=account_not_linked$/)
    expect((await browser.get('/api/users/me')).status).toBe(401)
    expect(await me(squatter)).toMatchObject({ emailVerified: false })
  })

  test('joins an account with the same address, proven by both', async () => {
    const owner = await stack.verify(await stack.signUp('Owner'))
    const { browser } = await comeBack({ email: owner.email, email_verified: true })
    expect(await me(browser)).toMatchObject({ id: owner.id })
  })

  test('changes the address soon after, without a password; later asks to sign in again', async () => {
    const { browser } = await comeBack({ email: newAddress(), email_verified: true })
    const { id } = await me(browser)
    expect((await browser.get('/api/users/me/email')).body.hasPassword).toBe(false)
    const next = newAddress()
    expect((await change(browser, next, undefined)).status).toBe(200)
    await stack.pool.query(`update auth.session set "createdAt" = now() - interval '11 minutes' where "userId" = $1`, [
      id,
    ])
    expect(await change(browser, newAddress())).toMatchObject({ status: 403, body: { code: 'sign_in_again' } })
    expect((await confirm(browser, await tokenTo(next))).status).toBe(200)
    expect(await me(browser)).toMatchObject({ email: next, emailVerified: true })
  })
})
