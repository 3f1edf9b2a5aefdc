import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, type Stack, startStack } from '../stack.ts'
import { authRoutes } from './fuzz/auth-routes.ts'
import { describedRoutes, type Route } from './fuzz/routes.ts'

/** What pages of other sites can make a browser send with our cookies. One route by hand is in `tests/api/http.int.test.ts`. */

let stack: Stack
let owner: Person
beforeAll(async () => {
  stack = await startStack({ google: { clientId: 'id', clientSecret: 'secret' } })
  owner = await stack.member('Owner')
})
afterAll(() => stack?.stop())

const id = '0198c0de-0000-7000-8000-000000000001'
const urlOf = ({ path }: Route) => path.replace(/\{\w+\}/g, id)
const send = (route: Route, headers: Record<string, string>) =>
  stack.app.inject({
    method: route.method as 'POST',
    url: urlOf(route),
    headers: { host: 'loreloom.test', cookie: owner.cookies(), ...headers },
    ...(route.method === 'GET' ? {} : { payload: {} }),
  })

const strangers: Record<string, Record<string, string>> = {
  'another site': { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  'a site named like ours': { origin: 'http://loreloom.test.evil.example' },
  'our name over another scheme': { origin: 'https://loreloom.test' },
  'our name at another port': { origin: 'http://loreloom.test:8080' },
  'a page that hides its origin': { origin: 'null' },
  'a sibling domain': { 'sec-fetch-site': 'same-site' },
  'nobody knows where': {},
  'another site that claims to be us': {
    'x-forwarded-host': 'evil.example',
    host: 'evil.example',
    origin: 'http://evil.example',
  },
}

describe('what changes something', () => {
  test.each(Object.entries(strangers))('is refused from %s, on every route', async (_name, headers) => {
    const changing = describedRoutes(stack.app).filter(({ method }) => method !== 'GET')
    expect(changing.length).toBeGreaterThan(40)
    for (const route of changing) {
      const answer = await send(route, headers)
      expect([route.path, answer.statusCode, answer.json().code]).toEqual([route.path, 403, 'cross_origin'])
    }
  })

  test('is refused under /api/auth too, with a cookie or without', async () => {
    for (const route of authRoutes.filter(({ method }) => method === 'POST')) {
      const answer = await send(route, strangers['another site'] ?? {})
      expect([route.path, answer.statusCode]).toEqual([route.path, 403])
    }
    // Signing somebody in to an account of the attacker's needs no cookie.
    for (const path of ['/api/auth/sign-in/email', '/api/auth/sign-up/email']) {
      const payload = { name: 'Eve', email: owner.email, password: 'correct horse' }
      const headers = { host: 'loreloom.test', ...strangers['another site'], 'sec-fetch-mode': 'cors' }
      const answer = await stack.app.inject({ method: 'POST', url: path, headers, payload })
      expect([path, answer.statusCode, answer.cookies]).toEqual([path, 403, []])
    }
  })

  test('is no form: what a form of another site could send is not taken for JSON', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      for (const url of ['/api/campaigns', '/api/auth/sign-in/email']) {
        const headers = {
          host: 'loreloom.test',
          origin: 'http://loreloom.test',
          cookie: owner.cookies(),
          'content-type': type,
        }
        const answer = await stack.app.inject({ method: 'POST', url, headers, payload: '{"name":"x"}' })
        expect([400, 415]).toContain(answer.statusCode)
        expect(answer.cookies).toEqual([])
      }
  })
})

describe('what only reads', () => {
  test('appends nothing, whoever sends a browser there', { tags: 'long' }, async () => {
    const before = await stack.store.head()
    const reading = describedRoutes(stack.app).filter(({ method }) => method === 'GET')
    expect(reading.length).toBeGreaterThan(20)
    for (const route of reading) await send(route, strangers['another site'] ?? {})
    expect(await stack.store.head()).toBe(before)
  })

  test('is not for scripts of other sites: no answer allows it', async () => {
    for (const method of ['OPTIONS', 'GET'] as const)
      for (const url of [
        '/api/users/me',
        '/api/campaigns',
        '/api/auth/get-session',
        '/api/openapi.json',
        '/api/realtime',
      ]) {
        const headers = {
          origin: 'https://evil.example',
          'access-control-request-method': 'POST',
          cookie: owner.cookies(),
        }
        const answer = await stack.app.inject({ method, url, headers })
        expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
      }
  })
})

describe('a socket', () => {
  const others = ['another site', 'a site named like ours', 'our name at another port', 'a page that hides its origin']
  test.each(others)('is not opened from %s', async (name) => {
    const headers = { host: 'loreloom.test', cookie: owner.cookies(), ...strangers[name] }
    await expect(stack.app.injectWS('/api/realtime', { headers })).rejects.toThrow('403')
  })
})

describe('where signing in leads back to', () => {
  const elsewhere = [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'http://loreloom.test@evil.example',
    'http://loreloom.test.evil.example/',
  ]
  const ours = (location: unknown) => new URL(String(location), 'http://loreloom.test').host === 'loreloom.test'

  test.each(elsewhere)('is not %s', async (place) => {
    const anyone = stack.anyone()
    const bodies: [string, object][] = [
      ['sign-in/social', { provider: 'google', callbackURL: place }],
      ['sign-in/social', { provider: 'google', callbackURL: '/', errorCallbackURL: place }],
      ['sign-in/social', { provider: 'google', callbackURL: '/', newUserCallbackURL: place }],
      ['sign-in/email', { email: owner.email, password: 'correct horse', callbackURL: place }],
      ['request-password-reset', { email: owner.email, redirectTo: place }],
    ]
    for (const [path, body] of bodies)
      expect([path, (await anyone.post(`/api/auth/${path}`, body)).status]).toEqual([path, 403])
    const callback = encodeURIComponent(place)
    for (const url of [
      `reset-password/x?callbackURL=${callback}`,
      `callback/google?error=x&state=${callback}`,
      `error?error=${callback}`,
    ]) {
      const { status, headers, text } = await anyone.get(`/api/auth/${url}`)
      if (status === 302) expect(ours(headers.location)).toBe(true)
      else expect(text).not.toMatch(/href="(javascript:|(https?:)?\/\/evil)/)
    }
  })

  test('is our own page where it is one', async () => {
    const { status, body } = await stack
      .anyone()
      .post('/api/auth/sign-in/social', { provider: 'google', callbackURL: '/images' })
    expect(status).toBe(200)
    const google = new URL(body.url)
    expect(google.host).toBe('accounts.google.com')
    expect(google.searchParams.get('redirect_uri')).toBe('http://loreloom.test/api/auth/callback/google')
  })
})
