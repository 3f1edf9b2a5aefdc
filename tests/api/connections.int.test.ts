import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { discord } from '../../backend/providers/discord.ts'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'
import { type DiscordEmulator, startDiscord } from '../vendors/discord.ts'
import { googleSays } from '../vendors/google.ts'

/** Accounts of Google and Discord that are connected to a user's own. Discord answers as its own server does, on this machine. */

let service: DiscordEmulator
let stack: Stack
let admin: Person
beforeAll(async () => {
  service = await startDiscord()
  const settings = { clientId: 'app', clientSecret: 'app-secret', baseUrl: service.url, timeoutMs: 300 }
  stack = await startStack({ discord: discord(settings), google: { clientId: 'id', clientSecret: 'secret' } })
  admin = await stack.member('Admin')
})
afterAll(async () => {
  await stack?.stop()
  await service?.close()
})

const connections = async (someone: Person) => (await someone.get('/api/users/me/connections')).body
const consentPage = async (someone: Person): Promise<string> =>
  (await someone.get('/api/integrations/discord/connect')).body.redirectUri
const pathOf = (address: string) => address.slice(new URL(address).origin.length)
/** Opens the address to which Discord leads the browser; returns whether it connected. */
const comeBack = async (someone: Person, address: string) => {
  const { status, headers } = await someone.get(pathOf(address), { 'sec-fetch-site': 'cross-site' })
  expect(status).toBe(302)
  return /tab=connections&discordConnected=(\w+)$/.exec(String(headers.location))?.[1]
}
const handleOf = async (someone: Person) => (await connections(someone)).discord.handle

describe('Discord', () => {
  test('shows its handle to the user and to admins, and to nobody else', async () => {
    const someone = await stack.member('Ines')
    expect(await connections(someone)).toEqual({
      google: { isOffered: true, isConnected: false },
      discord: { isOffered: true, handle: null },
      storyVault: { isOffered: false, isConnected: false },
      hasPassword: true,
    })
    const page = new URL(await consentPage(someone))
    expect(page.searchParams.get('scope')).toBe('identify')
    expect(await comeBack(someone, service.agree(String(page)))).toBe('true')
    await eventually(async () => (await handleOf(someone)) === 'ines.bells')
    expect((await someone.get('/api/users/me')).body.discordHandle).toBe('ines.bells')
    expect((await admin.get(`/api/admin/users/${someone.id}`)).body.discordHandle).toBe('ines.bells')
    const { rows } = await stack.pool.query('select from auth.account where "providerId" = $1', ['discord'])
    expect(rows).toEqual([])

    expect((await someone.post('/api/integrations/discord/disconnect')).status).toBe(200)
    await eventually(async () => (await handleOf(someone)) === null)
    const { events } = await stack.store.read(`users-${someone.id}`)
    const repeated = (await someone.post('/api/integrations/discord/disconnect')).status
    expect([repeated, (await stack.store.read(`users-${someone.id}`)).events.length]).toEqual([200, events.length])
  })

  test('is another account after the next way through it', async () => {
    const someone = await stack.member('Wren')
    await comeBack(someone, service.agree(await consentPage(someone), 'wren'))
    await comeBack(someone, service.agree(await consentPage(someone), 'wren.two'))
    await eventually(async () => (await handleOf(someone)) === 'wren.two')
  })

  test('connects nothing by an address that another session began, that is forged, or that is opened twice', async () => {
    const [attacker, victim] = [await stack.member('Attacker'), await stack.member('Victim')]
    const planted = service.agree(await consentPage(attacker), 'attacker')
    expect(await comeBack(victim, planted)).toBe('false')
    // Its state was used up by that.
    expect(await comeBack(attacker, planted)).toBe('false')

    const own = service.agree(await consentPage(victim), 'victim')
    const forged = new URL(own)
    forged.searchParams.set('state', 'x'.repeat(43))
    expect(await comeBack(victim, String(forged))).toBe('false')
    expect(await comeBack(stack.anyone(), own)).toBe('false')
    const again = service.agree(await consentPage(victim), 'victim')
    expect(await comeBack(victim, again)).toBe('true')
    expect(await comeBack(victim, again)).toBe('false')
    await eventually(async () => (await handleOf(victim)) === 'victim')
    expect(await handleOf(attacker)).toBeNull()
  })

  test('connects nothing by a code of another attempt, nor after ten minutes', async () => {
    const [attacker, victim] = [await stack.member('Attacker'), await stack.member('Victim')]
    const theirs = new URL(service.agree(await consentPage(attacker), 'attacker'))
    const mixed = new URL(service.agree(await consentPage(victim), 'victim'))
    mixed.searchParams.set('code', theirs.searchParams.get('code') ?? '')
    expect(await comeBack(victim, String(mixed))).toBe('false')
    const late = service.agree(await consentPage(victim), 'victim')
    await stack.pool.query(`update auth.link_states set "expiresAt" = now() where "userId" = $1`, [victim.id])
    expect(await comeBack(victim, late)).toBe('false')
    expect(await handleOf(victim)).toBeNull()
  })

  test.each(['refused', 'broken', 'never'] as const)(
    'that answers %s leads back without a connection',
    async (outcome) => {
      const someone = await stack.member('Unlucky')
      service.next(outcome)
      expect(await comeBack(someone, service.agree(await consentPage(someone)))).toBe('false')
      expect(await handleOf(someone)).toBeNull()
    },
  )

  test('that its user declines leads back, and the state works no more', async () => {
    const someone = await stack.member('Careful')
    const agreed = new URL(service.agree(await consentPage(someone)))
    const state = agreed.searchParams.get('state') ?? ''
    const declined = `${agreed.origin}${agreed.pathname}?${new URLSearchParams({ error: 'access_denied', state })}`
    expect(await comeBack(someone, declined)).toBe('false')
    expect(await comeBack(someone, String(agreed))).toBe('false')
  })

  test('is not a way to sign in', async () => {
    const answer = await stack.anyone().post('/api/auth/sign-in/social', { provider: 'discord', callbackURL: '/' })
    expect(answer.status).toBe(400)
    const linked = await admin.post('/api/auth/link-social', { provider: 'discord', callbackURL: '/' })
    expect(linked.status).toBe(400)
  })

  test('is for the user in person', async () => {
    const someone = await stack.member('Acted')
    const acting = stack.anyone()
    await acting.post('/api/auth/sign-in/email', { email: admin.email, password: 'correct horse' })
    await acting.post('/api/auth/admin/impersonate-user', { userId: someone.id, reason: 'To help' })
    expect((await connections(acting)).discord).toEqual({ isOffered: true, handle: null })
    expect((await acting.get('/api/integrations/discord/connect')).status).toBe(403)
  })
})

describe('Google', () => {
  afterEach(() => vi.unstubAllGlobals())

  const begin = (someone: Person) =>
    someone.post('/api/auth/link-social', { provider: 'google', callbackURL: '/linked', errorCallbackURL: '/failed' })
  const backFrom = async (someone: Person, page: string, sub: string) => {
    googleSays({ sub, email: `${sub}@example.org`, email_verified: true })
    const state = new URL(page).searchParams.get('state')
    return String((await someone.get(`/api/auth/callback/google?code=x&state=${state}`)).headers.location)
  }
  /** Connects the Google account `sub` to somebody's own. */
  const connect = async (someone: Person, sub: string) => {
    const { status, body } = await begin(someone)
    expect(status).toBe(200)
    expect(await backFrom(someone, body.url, sub)).toBe('/linked')
  }
  const signInAs = async (sub: string) => {
    const browser = stack.anyone()
    const { body } = await browser.post('/api/auth/sign-in/social', { provider: 'google', callbackURL: '/in' })
    expect(await backFrom(browser, body.url, sub)).toBe('/in')
    return browser
  }
  const leaveOpen = (someone: Person, minutes = 11) =>
    stack.pool.query(`update auth.session set "createdAt" = now() - make_interval(mins => $2) where "userId" = $1`, [
      someone.id,
      minutes,
    ])
  const noticesTo = async (email: string) =>
    (await stack.mails.list({ limit: 500, offset: 0 })).data.filter(
      ({ to, subject }) => to === email && subject === 'Google was connected to your Loreloom account',
    )

  test('is disconnected where a password remains, and is kept where it is the only way in', async () => {
    const someone = await stack.member('Two ways')
    await connect(someone, randomUUID())
    expect((await connections(someone)).google.isConnected).toBe(true)
    await stack.pool.query(`update auth.account set password = null where "userId" = $1 and password is not null`, [
      someone.id,
    ])
    const refused = await someone.delete('/api/users/me/connections/google')
    expect([refused.status, refused.body.code]).toEqual([409, 'last_sign_in_method'])
    await stack.pool.query(
      `update auth.account set password = 'x' where "userId" = $1 and "providerId" = 'credential'`,
      [someone.id],
    )
    expect((await someone.delete('/api/users/me/connections/google')).status).toBe(200)
    expect((await someone.delete('/api/users/me/connections/google')).status).toBe(200)
    expect((await connections(someone)).google.isConnected).toBe(false)
  })

  test('is connected and disconnected in a session of the last ten minutes only; signing in again is the way on', async () => {
    const someone = await stack.member('Left open')
    await leaveOpen(someone, 9)
    const sub = randomUUID()
    await connect(someone, sub)
    await leaveOpen(someone)
    for (const answer of [await begin(someone), await someone.delete('/api/users/me/connections/google')])
      expect(answer).toMatchObject({ status: 403, body: { code: 'sign_in_again' } })
    expect((await connections(someone)).google.isConnected).toBe(true)
    const browser = await signInAs(sub)
    expect((await browser.delete('/api/users/me/connections/google')).status).toBe(200)
    expect((await connections(someone)).google.isConnected).toBe(false)
  })

  test('takes no account over: the password stays, and the address does not change without it', async () => {
    const victim = await stack.member('Victim')
    const sub = randomUUID()
    await connect(victim, sub)
    const attacker = await signInAs(sub)
    const accounts = (await attacker.get('/api/auth/list-accounts')).body as { id: string; providerId: string }[]
    const accountId = accounts.find(({ providerId }) => providerId === 'credential')?.id
    expect((await attacker.post('/api/auth/unlink-account', { accountId })).status).toBe(404)
    const change = await attacker.post('/api/users/me/email/change', { email: `${sub}@example.org` })
    expect(change).toMatchObject({ status: 400, body: { errors: [{ field: 'password' }] } })
  })

  test('is mailed to the account when it is connected, once, and not when the account begins with it', {
    tags: 'long',
  }, async () => {
    const someone = await stack.member('Noticed')
    const sub = randomUUID()
    await connect(someone, sub)
    const mail = await eventually(async () => (await noticesTo(someone.email))[0])
    expect(mail).toMatchObject({ kind: 'notice', userId: someone.id })
    expect(mail.text).toContain('http://loreloom.test/account-settings?tab=connections')
    await connect(someone, sub)
    await signInAs(sub)
    const began = randomUUID()
    await signInAs(began)
    const later = await stack.member('Later')
    await connect(later, randomUUID())
    await eventually(async () => (await noticesTo(later.email)).length === 1)
    expect([await noticesTo(someone.email), await noticesTo(`${began}@example.org`)]).toMatchObject([[{}], []])
  })
})

test('without its settings Discord reports that it is not set up', { tags: 'long' }, async () => {
  const bare = await startStack()
  try {
    const someone = await bare.member('Bare')
    expect((await connections(someone)).discord).toEqual({ isOffered: false, handle: null })
    const answer = await someone.get('/api/integrations/discord/connect')
    expect([answer.status, answer.body.code]).toEqual([409, 'discord_not_set_up'])
    expect((await bare.anyone().get('/api/auth-options')).body.discord).toBe(false)
  } finally {
    await bare.stop()
  }
})
