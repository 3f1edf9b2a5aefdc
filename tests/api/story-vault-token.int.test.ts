import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storyVault } from '../../backend/providers/story-vault.ts'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'
import { type StoryVaultEmulator, startStoryVault } from '../vendors/story-vault.ts'

/** A user's account at Story Vault, which answers as its own server does, on this machine. */

let service: StoryVaultEmulator
let stack: Stack
let admin: Person
beforeAll(async () => {
  service = await startStoryVault()
  stack = await startStack({ storyVault: storyVault({ baseUrl: service.url, timeoutMs: 2_000 }) })
  admin = await stack.member('Admin')
})
afterAll(async () => {
  await stack?.stop()
  await service?.close()
})

/** The state of a new attempt, which the address to return to carries. */
const begin = async (someone: Person): Promise<string> => {
  const { redirectUri } = (await someone.get('/api/integrations/storyvault/connect')).body
  const page = new URL(redirectUri)
  expect(page.origin).toBe(service.url)
  const back = new URL(page.searchParams.get('returnTo') ?? '')
  expect(back.pathname).toBe('/account-settings/integrations/storyvault')
  return back.searchParams.get('state') ?? ''
}
const connect = async (someone: Person, token: string, more: object = {}, headers = {}) => {
  const { status, body } = await someone.post('/api/users/tokens', { token, type: 'STORY_VAULT', ...more }, headers)
  return status === 200 ? 'connected' : body.code
}
const isConnected = async (someone: Person) =>
  (await someone.get('/api/users/me/connections')).body.storyVault.isConnected
const eventsOf = async (someone: Person) =>
  (await stack.store.read(`users-${someone.id}`)).events.filter(({ type }) => type.startsWith('StoryVault'))

test('a token is stored sealed, is named by its type only, and is ended there when it is disconnected', async () => {
  const someone = await stack.member('Ines')
  const token = service.newToken()
  expect(await connect(someone, token, { state: await begin(someone) })).toBe('connected')
  expect(await isConnected(someone)).toBe(true)
  const me = await someone.get('/api/users/me')
  expect(me.body.userTokens).toEqual([{ type: 'STORY_VAULT' }])
  const { rows } = await stack.pool.query('select * from auth.user_tokens where "userId" = $1', [someone.id])
  await eventually(async () => (await eventsOf(someone)).length === 1)
  for (const text of [JSON.stringify(rows), me.text, JSON.stringify((await eventsOf(someone)).map(({ data }) => data))])
    expect(text).not.toContain(token)

  expect((await someone.post('/api/integrations/storyvault/disconnect')).status).toBe(200)
  expect(await isConnected(someone)).toBe(false)
  expect(service.accepts(token)).toBe(false)
  expect((await someone.post('/api/integrations/storyvault/disconnect')).status).toBe(200)
  expect((await eventsOf(someone)).map(({ type }) => type)).toEqual(['StoryVaultConnected', 'StoryVaultDisconnected'])
})

test('a repeated request connects once, also after its state was used up', async () => {
  const someone = await stack.member('Impatient')
  const [token, state] = [service.newToken(), await begin(someone)]
  const headers = { 'idempotency-key': randomUUID() }
  expect(await connect(someone, token, { state }, headers)).toBe('connected')
  expect(await connect(someone, token, { state }, headers)).toBe('connected')
  expect(await eventsOf(someone)).toHaveLength(1)
})

test('an attacker’s token in a victim’s browser connects nothing by itself', async () => {
  const [attacker, victim] = [await stack.member('Attacker'), await stack.member('Victim')]
  const planted = service.newToken()
  const theirs = await begin(attacker)
  expect(await connect(victim, planted)).toBe('story_vault_unconfirmed')
  expect(await connect(victim, planted, { state: 'x'.repeat(43) })).toBe('story_vault_unconfirmed')
  expect(await connect(victim, planted, { state: theirs })).toBe('story_vault_unconfirmed')
  // Its state was used up by that.
  expect(await connect(attacker, planted, { state: theirs })).toBe('story_vault_unconfirmed')

  const own = await begin(victim)
  expect(await connect(victim, service.newToken(), { state: own })).toBe('connected')
  expect(await connect(victim, planted, { state: own })).toBe('story_vault_unconfirmed')
  const late = await begin(victim)
  await stack.pool.query(`update auth.link_states set "expiresAt" = now() where "userId" = $1`, [victim.id])
  expect(await connect(victim, planted, { state: late })).toBe('story_vault_unconfirmed')
  expect(await isConnected(attacker)).toBe(false)
})

test('the state of another session of the same user, and of another service, does not count', async () => {
  const someone = await stack.member('Two browsers')
  const other = stack.anyone()
  await other.post('/api/auth/sign-in/email', { email: someone.email, password: 'correct horse' })
  expect(await connect(other, service.newToken(), { state: await begin(someone) })).toBe('story_vault_unconfirmed')
  const state = await begin(someone)
  await someone.get(`/api/integrations/discord/callback?state=${state}&code=x`)
  expect(await connect(someone, service.newToken(), { state })).toBe('connected')
})

test('a token from elsewhere is connected when its user confirms that', async () => {
  const someone = await stack.member('Confirming')
  expect(await connect(someone, service.newToken(), { isConfirmed: true })).toBe('connected')
  expect(await isConnected(someone)).toBe(true)
})

test.each(['broken', 'never'] as const)('Story Vault that answers %s connects nothing', async (outcome) => {
  const someone = await stack.member('Unlucky')
  service.next(outcome)
  expect(await connect(someone, service.newToken(), { state: await begin(someone) })).toBe('story_vault_failed')
  expect(await isConnected(someone)).toBe(false)
})

test('a token that Story Vault does not know, or that is none, is refused', async () => {
  const someone = await stack.member('Guesser')
  expect(await connect(someone, 'sv_guessed', { state: await begin(someone) })).toBe('story_vault_failed')
  for (const token of ['', 'a b', 'a\r\nx-header: 1', 'ä', 'x'.repeat(4001)]) {
    const { status, body } = await someone.post('/api/users/tokens', { token, type: 'STORY_VAULT' })
    expect([status, body.errors?.[0]?.field]).toEqual([400, 'token'])
  }
  const { status, body } = await someone.post('/api/users/tokens', { token: 'x', type: 'PIRATE' })
  expect([status, body.errors[0].field]).toEqual([400, 'type'])
  expect(await isConnected(someone)).toBe(false)
})

test('is for the user in person, and the token goes with the account', async () => {
  const someone = await stack.member('Acted')
  const acting = stack.anyone()
  await acting.post('/api/auth/sign-in/email', { email: admin.email, password: 'correct horse' })
  await acting.post('/api/auth/admin/impersonate-user', { userId: someone.id, reason: 'To help' })
  expect((await acting.get('/api/integrations/storyvault/connect')).status).toBe(403)
  expect((await acting.post('/api/integrations/storyvault/disconnect')).status).toBe(403)
  expect(await connect(acting, service.newToken(), { isConfirmed: true })).toBe('not_as_somebody_else')
})

test('without its settings Story Vault reports that it is not set up', { tags: 'long' }, async () => {
  const bare = await startStack()
  try {
    const someone = await bare.member('Bare')
    expect((await someone.get('/api/users/me/connections')).body.storyVault).toEqual({
      isOffered: false,
      isConnected: false,
    })
    expect((await someone.get('/api/integrations/storyvault/connect')).body.code).toBe('story_vault_not_set_up')
    expect(await connect(someone, 'sv_any', { isConfirmed: true })).toBe('story_vault_not_set_up')
  } finally {
    await bare.stop()
  }
})
