/** @module-tag long */
import { randomBytes, randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { imageModels } from '#domain/image-catalogue.ts'
import { type Server, startServer } from '../platform/server.ts'
import { quickFolder } from '../temporary.ts'
import { serve } from '../vendors/serve.ts'
import { startPostOffice } from './post-office.ts'

/** Whatever must never be read in what the program says, by what it is. */
const secrets = new Map<string, string>()
const secret = (name: string, value = `${name}-${randomBytes(12).toString('hex')}`) => {
  secrets.set(name, value)
  return value
}

let base: string
let server: Server
let url: string
let post: Awaited<ReturnType<typeof startPostOffice>>
let vendor: Awaited<ReturnType<typeof serve>>
const metricsPort = 20_000 + (process.pid % 10_000)

beforeAll(async () => {
  base = await mkdtemp(join(quickFolder(), 'loreloom-secrets-'))
  await chmod(base, 0o755)
  post = await startPostOffice('post', secret('smtp-password', 'p@ss w/rd-of-the-post'))
  // Vendors that say aloud what they were told, in a failure, and a collector that does the same.
  vendor = await serve(async (request) => {
    const told = [...request.headers].map(([name, value]) => `${name}: ${value}`).join(' ')
    const status = request.url.includes('/v1/traces') ? 400 : request.url.includes('/v2beta') ? 500 : 401
    return Response.json({ name: 'failed', errors: [told], detail: told }, { status })
  })
  server = startServer(join(base, 'data'), {
    LOG_LEVEL: 'trace',
    EXPERIMENTS: 'image-models',
    EXPERIMENT_BASE_URL: vendor.url,
    EXPERIMENT_API_KEY: secret('experiment-key'),
    AUTH_SECRET: secret('auth-secret'),
    METRICS_TOKEN: secret('metrics-token'),
    METRICS_PORT: String(metricsPort),
    GOOGLE_CLIENT_ID: 'google-client',
    GOOGLE_CLIENT_SECRET: secret('google-secret'),
    SMTP_URL: post.url,
    MAIL_FROM: 'post@loreloom.example',
    STABILITY_API_KEY: secret('stability-key'),
    STABILITY_BASE_URL: vendor.url,
    BFL_API_KEY: secret('bfl-key'),
    BFL_BASE_URL: `${vendor.url}/v1`,
    MODEL_PROVIDER: 'tripo',
    TRIPO_API_KEY: secret('tripo-key'),
    TRIPO_BASE_URL: vendor.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: vendor.url,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${secret('collector-key')}`,
    OTEL_BSP_SCHEDULE_DELAY: '200',
    // Google is not reached from a test: what goes there ends here, as an error.
    NODE_USE_ENV_PROXY: '1',
    HTTPS_PROXY: 'http://127.0.0.1:1',
    NO_PROXY: '127.0.0.1',
  })
  url = await server.url
})
afterAll(async () => {
  server?.process.kill('SIGTERM')
  await server?.ended
  await post?.close()
  await vendor?.close()
  await rm(base, { recursive: true, force: true })
})

const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  fetch(`${url}${path}`, {
    method,
    redirect: 'manual',
    headers: { origin: url, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
const said = () => server.stdout() + server.stderr()
const lines = () =>
  server
    .stderr()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
const until = (check: () => unknown) => vi.waitUntil(check, { timeout: 30_000, interval: 50 })

/** Signs up, and keeps the cookie. Its value is a secret, and so is the token in it. */
const signUp = async (name: string) => {
  const email = `${name}@example.org`
  const answer = await ask('POST', '/api/auth/sign-up/email', { name, email, password: secret(`password-of-${name}`) })
  expect(answer.status).toBe(200)
  const { token, user } = (await answer.json()) as { token: string; user: { id: string } }
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
  secret(`session-of-${name}`, token)
  return { id: user.id, email, token, cookie }
}

test('secrets are never in what the program says, whatever goes wrong with them', { timeout: 120_000 }, async () => {
  // The owner becomes the installation's first administrator.
  const ada = await signUp('ada')
  const eve = await signUp('eve')

  // The link that proves an address: opened, used in the wrong session and in the right one.
  const proof = String(await until(() => post.received.join().match(/http\S+verify-email\?token=\S+/)?.[0]))
  const proofToken = secret('verification-token', new URL(proof).searchParams.get('token') ?? '')
  expect((await ask('GET', proof.slice(url.length))).status).toBe(200)
  for (const { cookie } of [eve, ada])
    await ask('POST', '/api/users/me/email/confirm', { token: proofToken }, { cookie })

  // Signing in: rightly, wrongly, and in a body that cannot be read.
  await ask('POST', '/api/auth/sign-in/email', { email: ada.email, password: secrets.get('password-of-ada') })
  await ask('POST', '/api/auth/sign-in/email', { email: ada.email, password: secret('wrong-password') })
  await ask('POST', '/api/auth/sign-in/email', `{"email":"${ada.email}","password":"${secret('broken-body')}`)
  await ask('POST', '/api/auth/sign-up/email', {
    name: 'x',
    email: 'x',
    password: secret('refused-password').repeat(9),
  })
  await ask('GET', '/api/users/me', undefined, { authorization: `Bearer ${ada.token}` })
  await ask('GET', '/api/users/me', undefined, { authorization: `Bearer ${secret('unknown-bearer')}` })
  await ask('POST', '/api/campaigns', { name: 'x' }, { cookie: ada.cookie, 'idempotency-key': secret('no-uuid') })

  // A reset whose mail cannot be sent, one whose mail is, its link, a wrong one, and the new password.
  post.fill(true)
  await ask('POST', '/api/auth/request-password-reset', { email: ada.email, redirectTo: '/' })
  await until(() => lines().some(({ from, level }) => from === 'auth' && Number(level) >= 40))
  post.fill(false)
  await ask('POST', '/api/auth/request-password-reset', { email: ada.email, redirectTo: '/' })
  const linkIn = (page: string) => post.received.join().match(new RegExp(`http\\S+${page}\\?\\S+`))?.[0]
  const link = String(await until(() => linkIn('password-reset')))
  const token = secret('reset-token', new URL(link).searchParams.get('token') ?? '')
  expect(token.length).toBeGreaterThan(10)
  expect((await ask('GET', link.slice(url.length))).status).toBe(200)
  await ask('GET', `/api/auth/reset-password/${token}?callbackURL=/`)
  await ask('POST', '/api/auth/reset-password', {
    token: secret('wrong-reset-token'),
    newPassword: secret('unused-password'),
  })
  const reset = await ask('POST', '/api/auth/reset-password', { token, newPassword: secret('new-password') })
  expect(reset.status).toBe(200)
  const again = await ask('POST', '/api/auth/sign-in/email', {
    email: ada.email,
    password: secrets.get('new-password'),
  })
  const cookie = again.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')

  // An invitation: made, looked at, accepted; and one that is none.
  const made = await ask('POST', '/api/campaigns', { name: 'Tidewater' }, { cookie })
  const { id: campaignId } = (await made.json()) as { id: string }
  const invited = await ask('POST', `/api/campaigns/${campaignId}/invitations`, {}, { cookie })
  const code = secret('invitation', ((await invited.json()) as { code: string }).code)
  await ask('GET', `/api/campaigns/invites/${code}`)
  expect((await ask('POST', `/api/campaigns/invites/${code}`, {}, { cookie: eve.cookie })).status).toBe(200)
  await ask('POST', `/api/campaigns/invites/${secret('no-invitation')}`, {}, { cookie: eve.cookie })

  // Google: begun, refused there, come back with a state that is none, and with a code that Google is never asked about.
  const begun = await ask('POST', '/api/auth/sign-in/social', { provider: 'google', callbackURL: '/' })
  const state = new URL(((await begun.json()) as { url: string }).url).searchParams.get('state') ?? ''
  const stateCookie = begun.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
  await ask('GET', `/api/auth/callback/google?error=access_denied&state=${secret('wrong-state')}`)
  await ask('GET', `/api/auth/callback/google?code=${secret('early-code')}&state=nothing`)
  const code2 = secret('google-code')
  await ask('GET', `/api/auth/callback/google?code=${code2}&state=${secret('state', state)}`, undefined, {
    cookie: stateCookie,
  })

  // Sockets and monitors.
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/realtime?after=${secret('no-position')}`, {
    headers: { cookie },
  })
  await new Promise((gone) => socket.on('error', gone))
  const metrics = `http://127.0.0.1:${metricsPort}/metrics`
  expect((await fetch(metrics)).status).toBe(401)
  const authorization = `Bearer ${secrets.get('metrics-token')}`
  expect(await (await fetch(metrics, { headers: { authorization } })).text()).toContain('loreloom_http_request_seconds')

  // Pictures by vendors that fail and repeat what they were told.
  const wanted = { prompt: 'A lighthouse', negativePrompt: '', stylePreset: null, count: 1, width: 1024, height: 1024 }
  const plan = { userId: eve.id, plan: 'BASIC', reason: 'Test', subscriptionPaidThrough: null }
  const changed = await ask('POST', '/api/admin/subscription/change', plan, { cookie })
  const later = { cookie: eve.cookie, 'min-position': String(changed.headers.get('event-position')) }
  for (const slug of ['stable-image-core', 'flux-1-1-pro']) {
    const modelId = imageModels.find((model) => model.slug === slug)?.id
    const asked = { ...wanted, modelId, campaignId, imageIds: [randomUUID()] }
    expect((await ask('POST', '/api/images', asked, later)).status).toBe(202)
  }
  const failed = () => lines().filter(({ msg }) => String(msg).startsWith('A reactor failed'))
  await until(() => new Set(failed().map(({ event }) => event)).size === 2)
  await until(() => lines().some(({ msg }) => String(msg).startsWith('Traces cannot be sent')))

  server.process.kill('SIGTERM')
  expect(await server.ended).toBe(0)

  // It was said what happened …
  const routes = new Set(lines().map(({ route }) => route))
  for (const route of [
    '/api/auth/sign-in/email',
    '/api/auth/reset-password',
    '/api/campaigns/invites/:code',
    '/api/auth/callback/:id',
  ])
    expect(routes).toContain(route)
  // … and nothing of this.
  expect(secrets.size).toBeGreaterThan(20)
  const leaked = [...secrets].filter(
    ([, value]) => value !== '' && (said().includes(value) || said().includes(encodeURIComponent(value))),
  )
  expect(
    leaked.map(([name, value]) => ({
      name,
      line: said()
        .split('\n')
        .find((line) => line.includes(value)),
    })),
  ).toEqual([])
})

test('an address that cannot be used is complained of without its password', async () => {
  const password = 'hunter2-and-more'
  const lost = startServer(join(base, 'other'), {
    DATABASE_URL: `postgres://ada:${password}@127.0.0.1:1/lore`,
    LOG_LEVEL: 'trace',
  })
  await vi.waitUntil(() => lost.stderr().includes('DATABASE_URL'), { timeout: 30_000 })
  lost.process.kill('SIGTERM')
  expect(await lost.ended).toBe(0)
  expect(lost.stdout() + lost.stderr()).not.toContain(password)
})
