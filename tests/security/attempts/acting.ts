import { createHash, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { eventually, type Person } from '../../stack.ts'
import { type Attempt, harmless, refused } from './attempt.ts'
import { changeAddress, done, mailsTo, operatorKey, password, together, verifyToken, type World } from './world.ts'

const cookie = 'better-auth.session_token'
const sessionOf = (someone: Person) => new RegExp(`${cookie}=([^;]+)`).exec(someone.cookies())?.[1] ?? ''
const tokenOf = async (w: World, someone: Person): Promise<string> =>
  (await done(w.stack.anyone().post('/api/auth/sign-in/email', { email: someone.email, password }))).body.token
const me = (w: World, headers: Record<string, string>) => w.anonymous.get('/api/users/me', headers)
const name = async (someone: Person) => (await someone.get('/api/users/me')).body.username as string
const resetToken = async (w: World, email: string): Promise<string> => {
  const before = (await mailsTo(w, email, 'password-reset')).length
  await w.stack.anyone().post('/api/auth/request-password-reset', { email })
  const mail = await eventually(async () => {
    const mails = await mailsTo(w, email, 'password-reset')
    return mails.length > before ? mails[0] : undefined
  })
  return /token=([\w-]+)/.exec(mail.text)?.[1] ?? ''
}
const reset = (w: World, token: string, newPassword = 'battery staple') =>
  w.stack.anyone().post('/api/auth/reset-password', { token, newPassword })

/** What an account hangs on, with a valid body each. */
const inPerson: [string, (as: Person) => ReturnType<Person['post']>][] = [
  ['rename the user', (as) => as.post('/api/auth/update-user', { name: 'Renamed' })],
  ['rename the user by the account’s own call', (as) => as.patch('/api/users/me', { username: 'Renamed' })],
  [
    'change the password',
    (as) => as.post('/api/auth/change-password', { currentPassword: password, newPassword: 'battery staple' }),
  ],
  ['change the address', (as) => as.post('/api/users/me/email/change', { email: 'mine@example.org', password })],
  ['ask for the link that proves the address', (as) => as.post('/api/users/me/email/link')],
  ['withdraw a change of address', (as) => as.delete('/api/users/me/email/change')],
  ['prove an address', (as) => as.post('/api/users/me/email/confirm', { token: 'x' })],
  ['connect a Google account', (as) => as.post('/api/auth/link-social', { provider: 'google', callbackURL: '/' })],
  ['end the user’s sessions', (as) => as.post('/api/auth/revoke-sessions')],
  ['end the user’s other sessions', (as) => as.post('/api/auth/revoke-other-sessions')],
  ['sign out the user’s other devices', (as) => as.delete('/api/users/me/sessions')],
  ['sign out one of the user’s devices', (as) => as.delete('/api/users/me/sessions/x')],
  ['connect a Discord account', (as) => as.get('/api/integrations/discord/connect')],
  ['disconnect a Discord account', (as) => as.post('/api/integrations/discord/disconnect')],
  ['connect Story Vault', (as) => as.get('/api/integrations/storyvault/connect')],
  ['store a token of Story Vault', (as) => as.post('/api/users/tokens', { token: 'sv_any', type: 'STORY_VAULT' })],
  ['disconnect Story Vault', (as) => as.post('/api/integrations/storyvault/disconnect')],
  ['disconnect a Google account', (as) => as.delete('/api/users/me/connections/google')],
  ['end one session', (as) => as.post('/api/auth/revoke-session', { token: 'x' })],
  ['say how the user heard of us', (as) => as.post('/api/users/me/signup-source', { source: 'friend' })],
  ['note a revealed link for the user', (as) => as.post('/api/users/me/revealed-link/noted')],
]

/** Routes of administrators. */
const administering: [string, string, object][] = [
  ['change a role', '/api/auth/admin/set-role', { role: 'admin', reason: 'Asked' }],
  ['ban a user', '/api/auth/admin/ban-user', { banReason: 'Spam' }],
  ['unban a user', '/api/auth/admin/unban-user', { reason: 'Asked' }],
  ['act as a user', '/api/auth/admin/impersonate-user', { reason: 'Help' }],
  ['change an address', '/api/admin/user/update-email', { email: 'x@example.org', reason: 'Asked' }],
]

const spoofed: Record<string, string> = {
  'x-admin-reason': 'Help',
  'x-registered-by-operator': 'yes',
  'x-client-address': '127.0.0.1',
  'x-user-id': 'admin',
  'x-forwarded-user': 'admin',
  'x-real-ip': '127.0.0.1',
}

export const acting: readonly Attempt[] = [
  ...[
    ['a token that ends in a false signature', (token: string) => `Bearer ${token}.x`],
    ['a tab behind the scheme', (token: string) => `Bearer\t${token}`],
    ['the scheme in other letters', (token: string) => `bEARER  ${token}`],
  ].map(([what, header]) =>
    harmless(
      `An impersonator’s cookie beside a token of their own session, with ${what}`,
      'the user keeps name and sessions',
      async (w) => {
        const target = await w.stack.signUp('Untouched')
        const { browser, token } = await w.impersonate(target.id)
        const authorization = (header as (token: string) => string)(token)
        await browser.post('/api/auth/update-user', { name: 'Taken over' }, { authorization })
        await browser.post('/api/auth/revoke-sessions', {}, { authorization })
        expect(await name(target)).toBe('Untouched')
        const linked = await browser.post(
          '/api/auth/link-social',
          { provider: 'google', callbackURL: '/' },
          { authorization },
        )
        const state = new URL(linked.body?.url ?? 'http://x').searchParams.get('state')
        const { rows } = await w.stack.pool.query(
          `select value from auth.verification where value like '%' || $1 || '%'`,
          [target.id],
        )
        expect([state === null ? [] : rows]).toEqual([[]])
      },
    ),
  ),
  harmless('Two cookies of two sessions, of which the policy reads one', 'both are read alike', async (w) => {
    const target = await w.stack.signUp('Untouched')
    const { browser, own } = await w.impersonate(target.id)
    const [acting, mine] = [sessionOf(browser), new RegExp(`${cookie}=([^;]+)`).exec(own)?.[1]]
    for (const pair of [
      [acting, mine],
      [mine, acting],
      [`"${acting}"`, mine],
      [mine, `"${acting}"`],
      [`${acting}%20`, mine],
    ])
      await w.anonymous.post(
        '/api/auth/update-user',
        { name: 'Taken over' },
        { cookie: pair.map((one) => `${cookie}=${one}`).join('; ') },
      )
    expect(await name(target)).toBe('Untouched')
  }),
  ...inPerson.map(([what, send]) => refused(`As an impersonator: ${what}`, 403, (w) => send(w.impersonated))),
  ...administering.map(([what, url, body]) =>
    refused(`As an impersonator of a user: ${what}`, 403, (w) =>
      w.impersonated.post(url, { userId: w.outsider.id, ...body }),
    ),
  ),
  ...(['player', 'owner', 'auditor'] as const).flatMap((who) =>
    administering.map(([what, url, body]) =>
      refused(`As ${who === 'owner' ? 'a campaign’s owner' : `a ${who}`}: ${what}`, 403, (w) =>
        w[who].post(url, { userId: w.outsider.id, ...body }),
      ),
    ),
  ),
  refused('Acting as an administrator', 403, (w) =>
    w.admin.post('/api/auth/admin/impersonate-user', { userId: w.admin.id, reason: 'Help' }),
  ),
  refused('Acting as an auditor', 403, (w) =>
    w.admin.post('/api/auth/admin/impersonate-user', { userId: w.auditor.id, reason: 'Help' }),
  ),
  ...['', '  ', undefined].map((reason) =>
    refused(`Acting as a user with ${JSON.stringify(reason)} for a reason`, 400, (w) =>
      w.admin.post('/api/auth/admin/impersonate-user', { userId: w.outsider.id, reason }),
    ),
  ),
  refused('Acting as a user over a bearer token', 403, async (w) =>
    w.stack
      .anyone()
      .post(
        '/api/auth/admin/impersonate-user',
        { userId: w.outsider.id, reason: 'Help' },
        { authorization: `Bearer ${await tokenOf(w, w.admin)}` },
      ),
  ),
  refused('The session of an impersonation as a bearer token', 403, async (w) => {
    const { browser } = await w.impersonate(w.target.id)
    const token = decodeURIComponent(sessionOf(browser)).split('.')[0]
    return w.stack.anyone().post('/api/campaigns', { name: 'C' }, { authorization: `Bearer ${token}` })
  }),
  refused('Acting as two users at once', 403, async (w) => {
    const { browser } = await w.impersonate(w.target.id)
    return browser.post('/api/auth/admin/impersonate-user', { userId: w.outsider.id, reason: 'Help' })
  }),
  refused('Stopping an impersonation that there is none of', 400, (w) =>
    w.player.post('/api/auth/admin/stop-impersonating'),
  ),
  harmless('Stopping an impersonation with a made-up cookie of an administrator', 'nobody is signed in', async (w) => {
    const someone = w.stack.anyone()
    const token = await tokenOf(w, w.admin)
    for (const value of [`${token}:`, `${token}:.AAAA`, encodeURIComponent(`${token}:.${'A'.repeat(43)}=`)])
      await someone.post('/api/auth/admin/stop-impersonating', {}, { cookie: `better-auth.admin_session=${value}` })
    expect((await someone.get('/api/users/me')).status).toBe(401)
  }),
  harmless('The administrator’s session after the impersonator signed out', 'nobody is signed in', async (w) => {
    const { browser } = await w.impersonate(w.target.id)
    await done(browser.post('/api/auth/sign-out'))
    await browser.post('/api/auth/admin/stop-impersonating')
    expect((await browser.get('/api/users/me')).status).toBe(401)
  }),
  harmless('An impersonation without the cookie that ends it with the browser', 'an hour at most', async (w) => {
    const { browser } = await w.impersonate(w.target.id)
    await w.anonymous.get('/api/auth/get-session', { cookie: `${cookie}=${sessionOf(browser)}` })
    const { rows } = await w.stack.pool.query(
      `select 1 from auth.session where "impersonatedBy" is not null and "expiresAt" > "createdAt" + interval '1 hour'`,
    )
    expect(rows).toEqual([])
  }),
  ...['superadmin', 'admin,user', '', ['admin'], null].map((role) =>
    refused(`A role of another name: ${JSON.stringify(role)}`, 400, (w) =>
      w.admin.post('/api/auth/admin/set-role', { userId: w.outsider.id, role, reason: 'Asked' }),
    ),
  ),
  refused('The only administrator’s office, by a change of role', 409, (w) =>
    w.stack.pool
      .query(
        `select count(*)::int as count from auth."user" where role = 'admin' and id <> $1 and banned is not true`,
        [w.admin.id],
      )
      .then(async ({ rows }) => {
        await w.stack.pool.query(`update auth."user" set role = 'user' where role = 'admin' and id <> $1`, [w.admin.id])
        expect(rows).toHaveLength(1)
        return w.admin.post('/api/auth/admin/set-role', { userId: w.admin.id, role: 'user', reason: 'Asked' })
      }),
  ),
  ...[
    'admin/create-user',
    'admin/remove-user',
    'admin/set-user-password',
    'admin/update-user',
    'admin/list-user-sessions',
    'admin/revoke-user-sessions',
    'change-email',
    'delete-user',
    'list-sessions',
    'get-access-token',
    'update-session',
    'verify-password',
    'send-verification-email',
  ].map((path) =>
    refused(`A route of the sign-in library that is closed: ${path}`, 404, async (w) => [
      await w.admin.post(`/api/auth/${path}`, {
        userId: w.player.id,
        newPassword: 'battery staple',
        password: 'battery staple',
      }),
      await w.admin.get(`/api/auth/${path}`),
    ]),
  ),
  ...[
    ['with another signature', (value: string) => value.replace(/\.[^.]*$/, '.AAAA')],
    ['without a signature', (value: string) => value.replace(/(\.|%2E).*$/, '')],
    ['with its token in other letters', (value: string) => value.toUpperCase()],
    ['behind a quote', (value: string) => `"${value}`],
    ['with a letter more', (value: string) => `x${value}`],
    ['encoded twice', (value: string) => encodeURIComponent(encodeURIComponent(value))],
  ].map(([what, change]) =>
    refused(`A session cookie ${what}`, 401, (w) =>
      me(w, { cookie: `${cookie}=${(change as (value: string) => string)(sessionOf(w.player))}` }),
    ),
  ),
  refused('A token elsewhere than in its header', 401, async (w) => {
    const token = await tokenOf(w, w.player)
    return [
      await w.anonymous.get(`/api/users/me?token=${token}`),
      await me(w, { 'x-session-token': token }),
      await me(w, { authorization: token }),
      await me(w, { authorization: `Basic ${Buffer.from(`x:${token}`).toString('base64')}` }),
      await me(w, { authorization: `Bearer ${createHash('sha256').update(token).digest('hex')}` }),
    ]
  }),
  refused('The session of somebody who is banned', 401, (w) => w.banned.get('/api/users/me')),
  refused('Signing in when banned', 403, (w) =>
    w.stack.anyone().post('/api/auth/sign-in/email', { email: w.banned.email, password }),
  ),
  refused('A session after it was signed out', 401, async (w) => {
    const someone = await w.stack.signUp('Leaver')
    const [before, token] = [someone.cookies(), await tokenOf(w, someone)]
    await done(someone.post('/api/auth/sign-out'))
    await done(w.stack.anyone().post('/api/auth/sign-out', {}, { authorization: `Bearer ${token}` }))
    return [await me(w, { cookie: before }), await me(w, { authorization: `Bearer ${token}` })]
  }),
  refused('An old session after a new password', 401, async (w) => {
    const someone = await w.stack.signUp('Careful')
    const before = await tokenOf(w, someone)
    await done(someone.post('/api/auth/change-password', { currentPassword: password, newPassword: 'battery staple' }))
    return me(w, { authorization: `Bearer ${before}` })
  }),
  harmless('A session that was planted before somebody signs in', 'another one begins', async (w) => {
    const attacker = await w.stack.signUp('Planter')
    const planted = sessionOf(attacker)
    const victim = w.stack.anyone()
    const someone = await w.stack.signUp('Victim')
    await victim.post('/api/auth/sign-in/email', { email: someone.email, password }, { cookie: `${cookie}=${planted}` })
    expect(sessionOf(victim)).not.toBe(planted)
    expect(await name(attacker)).toBe('Planter')
  }),
  ...[undefined, '', 'x', '0'.repeat(32), '%00', "' or '1'='1"].map((token) =>
    refused(`A new password by the link ${JSON.stringify(token)}`, [400, 401], (w) =>
      w.stack.anyone().post('/api/auth/reset-password', { token, newPassword: 'battery staple' }),
    ),
  ),
  refused('A link to set a password, twice', [400, 401], async (w) => {
    const someone = await w.stack.signUp('Forgetful')
    const token = await resetToken(w, someone.email)
    await done(reset(w, token))
    return reset(w, token, 'another staple')
  }),
  harmless('A link to set a password, five times at once', 'used once', async (w) => {
    const someone = await w.stack.signUp('Forgetful')
    const token = await resetToken(w, someone.email)
    const answers = await together(5, (n) => reset(w, token, `battery staple ${n}`))
    const set = answers.flatMap(({ status }, n) => (status === 200 ? [n] : []))
    const signedIn = await together(5, (n) =>
      w.stack.anyone().post('/api/auth/sign-in/email', { email: someone.email, password: `battery staple ${n}` }),
    )
    expect(signedIn.filter(({ status }) => status === 200).length).toBe(1)
    expect(set.length).toBeGreaterThan(0)
  }),
  refused('A link to set a password after another one was used', [400, 401], async (w) => {
    const someone = await w.stack.signUp('Forgetful')
    const [first, second] = [await resetToken(w, someone.email), await resetToken(w, someone.email)]
    await done(reset(w, second))
    return reset(w, first)
  }),
  refused('A link to set a password that was mailed before the address changed', [400, 401], async (w) => {
    const someone = await w.stack.signUp('Mover')
    const token = await resetToken(w, someone.email)
    await changeAddress(w, someone)
    return reset(w, token)
  }),
  refused('A link to set a password that was mailed before the user became an auditor', [400, 401], async (w) => {
    const someone = await w.stack.signUp('Promoted')
    const token = await resetToken(w, someone.email)
    await done(w.admin.post('/api/auth/admin/set-role', { userId: someone.id, role: 'auditor', reason: 'Asked' }))
    return reset(w, token)
  }),
  ...[
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'http://loreloom.test.evil.example',
    'http://loreloom.test@evil.example',
  ].map((redirect) =>
    harmless(`Leading a link to ${redirect}`, 'refused', async (w) => {
      const { email } = w.player
      const answers = [
        await w.stack.anyone().post('/api/auth/request-password-reset', { email, redirectTo: redirect }),
        await w.stack.anyone().post('/api/auth/sign-in/social', { provider: 'google', callbackURL: redirect }),
        await w.stack.anyone().get(`/api/auth/reset-password/x?callbackURL=${encodeURIComponent(redirect)}`),
      ]
      for (const { status, headers } of answers)
        if (status < 400) expect(String(headers.location)).not.toContain('evil')
      expect(answers.some(({ status }) => status < 300)).toBe(false)
    }),
  ),
  harmless('A link in mail that leads to the host of the request', 'it leads to the installation', async (w) => {
    const someone = await w.stack.signUp('Hosted')
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    await w.stack.anyone().post('/api/auth/request-password-reset', { email: someone.email }, headers)
    const mail = await eventually(async () => (await mailsTo(w, someone.email, 'password-reset'))[0])
    expect(mail.text).not.toContain('evil')
  }),
  harmless('Finding out whose address has an account by asking for a link', 'the same answer', async (w) => {
    const ask = (email: string) => w.stack.anyone().post('/api/auth/request-password-reset', { email })
    const [known, unknown] = [await ask(w.player.email), await ask('nobody.here@example.org')]
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
  }),
  refused('The link that proves somebody else’s address', [403, 404, 409], async (w) => {
    const [one, other] = [await w.stack.signUp('One'), await w.stack.signUp('Other')]
    return other.post('/api/users/me/email/confirm', { token: await verifyToken(w, one.email) })
  }),
  refused('A link to verify an address in other letters', 404, async (w) => {
    const someone = await w.stack.signUp('Lettered')
    const token = await verifyToken(w, someone.email)
    const swapped = [...token]
      .map((letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()))
      .join('')
    return someone.post('/api/users/me/email/confirm', { token: swapped })
  }),
  refused('A link to verify an address that the account has no more', [404, 409, 410], async (w) => {
    const someone = await w.stack.signUp('Mover')
    const token = await verifyToken(w, someone.email)
    await changeAddress(w, someone)
    return someone.post('/api/users/me/email/confirm', { token })
  }),
  refused('Another address without the password', 400, async (w) => {
    const someone = await w.stack.signUp('Left open')
    const email = `${randomUUID()}@example.org`
    return [
      await someone.post('/api/users/me/email/change', { email }),
      await someone.post('/api/users/me/email/change', { email, password: 'guess' }),
    ]
  }),
  harmless('The address of another account', 'both keep theirs', async (w) => {
    const [one, other] = [await w.stack.signUp('One'), await w.stack.signUp('Other')]
    await one.post('/api/users/me/email/change', { email: other.email, password })
    expect((await mailsTo(w, other.email, 'verification')).filter(({ userId }) => userId === one.id)).toEqual([])
    expect((await other.get('/api/users/me')).body.email).toBe(other.email)
  }),
  refused('More than ten links in a day', 429, async (w) => {
    const someone = await w.stack.signUp('Flooder')
    const change = () => someone.post('/api/users/me/email/change', { email: `${randomUUID()}@example.org`, password })
    for (let n = 0; n < 9; n++) await change()
    return [await change(), await change()]
  }),
  ...['', '?code=x', '?code=x&state=x', '?error=access_denied', `?code=x&state=${'a'.repeat(32)}`].map((query) =>
    harmless(`Coming back from Google with ${query || 'nothing'}`, 'nobody is signed in', async (w) => {
      const someone = w.stack.anyone()
      const { headers } = await someone.get(`/api/auth/callback/google${query}`)
      expect(String(headers.location ?? '')).not.toContain('evil')
      expect((await someone.get('/api/users/me')).status).toBe(401)
    }),
  ),
  harmless(
    'The way to Google that somebody else began, in another browser',
    'nobody is signed in or connected',
    async (w) => {
      const began = await w.player.post('/api/auth/link-social', { provider: 'google', callbackURL: '/' })
      const state = new URL(began.body.url).searchParams.get('state')
      for (const someone of [w.stack.anyone(), w.outsider])
        await someone.get(`/api/auth/callback/google?code=x&state=${state}`)
      const { rows } = await w.stack.pool.query(`select 1 from auth.account where "providerId" = 'google'`)
      expect(rows).toEqual([])
    },
  ),
  refused('Connecting or disconnecting a Google account in a session that was left open', 403, async (w) => {
    const someone = await w.stack.signUp('Left Open')
    await w.stack.pool.query(
      `update auth.session set "createdAt" = now() - interval '11 minutes' where "userId" = $1`,
      [someone.id],
    )
    return [
      await someone.post('/api/auth/link-social', { provider: 'google', callbackURL: '/' }),
      await someone.delete('/api/users/me/connections/google'),
    ]
  }),
  refused('Removing the password of an account by the library’s own address', 404, async (w) => {
    const someone = await w.stack.signUp('Two Ways')
    const { body } = await done(someone.get('/api/auth/list-accounts'))
    return someone.post('/api/auth/unlink-account', { accountId: body[0].id })
  }),
  ...['github', 'evil', '../google', '__proto__', 'constructor'].map((provider) =>
    refused(`Signing in by a provider that is not offered: ${provider}`, [400, 404], async (w) => [
      await w.stack.anyone().post('/api/auth/sign-in/social', { provider }),
      await w.stack.anyone().get(`/api/auth/callback/${encodeURIComponent(provider)}?code=x&state=x`),
    ]),
  ),
  ...Object.entries(spoofed).map(([header, value]) =>
    harmless(`A header that only the server writes: ${header}`, 'dropped', async (w) => {
      const someone = w.stack.anyone()
      const email = `${randomUUID()}@example.org`
      await done(someone.post('/api/auth/sign-up/email', { name: 'Spoofer', email, password }, { [header]: value }))
      const { body } = await w.get(someone, '/api/users/me')
      expect([body.role, body.emailVerified, body.username]).toEqual(['user', false, 'Spoofer'])
    }),
  ),
  ...['', 'x', operatorKey.slice(0, -1), `${operatorKey}x`].map((given) =>
    harmless(
      `The operator’s key as ${given === '' ? 'nothing' : `${given.length} letters`}`,
      'the address is not verified',
      async (w) => {
        const someone = w.stack.anyone()
        const email = `${randomUUID()}@example.org`
        await done(
          someone.post('/api/auth/sign-up/email', { name: 'Operator', email, password }, { 'x-operator-key': given }),
        )
        expect((await w.get(someone, '/api/users/me')).body.emailVerified).toBe(false)
      },
    ),
  ),
  harmless('Revealing an auditor’s link from the outbox', 'refused, and withheld in the list', async (w) => {
    await resetToken(w, w.auditor.email)
    const { body } = await w.admin.get('/api/admin/outbox?limit=100')
    const mail = body.data.find(({ to }: { to: string }) => to === w.auditor.email)
    const { status } = await w.admin.post(`/api/admin/outbox/${mail.id}/reveal`, { reason: 'Curious' })
    expect([status, mail.text]).toEqual([403, null])
  }),
  refused('An auditor’s address, by an administrator', 403, (w) =>
    w.admin.post('/api/admin/user/update-email', {
      userId: w.auditor.id,
      email: `${randomUUID()}@example.org`,
      reason: 'Mine',
    }),
  ),
  ...(
    [
      '/api/users/credits',
      '/api/campaigns',
      '/api/operations',
      '/api/templates',
      '/api/admin/users',
      '/api/admin/outbox',
      '/api/images/editing',
    ] as const
  ).map((url) => refused(`More than auditing, as an auditor: ${url}`, 403, (w) => w.auditor.get(url))),
  refused('An account’s audit without saying why', 403, (w) => w.auditor.get(`/api/audit/accounts/${w.player.id}`)),
  harmless('A masked address letter by letter, as an auditor', 'only the whole of it finds the account', async (w) => {
    const part = w.player.email.slice(0, 12)
    for (const search of [part, `${part}%`, '%@%', '_'.repeat(5), '@example'])
      expect((await w.auditor.get(`/api/audit/accounts?search=${encodeURIComponent(search)}`)).text).not.toContain(
        w.player.id,
      )
  }),
]
