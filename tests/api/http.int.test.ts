import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noLimits, type Person, type Stack, startStack } from '../stack.ts'

let stack: Stack
let owner: Person
let webApp: string
const minute = 60

beforeAll(async () => {
  webApp = await fs.mkdtemp(path.join(os.tmpdir(), 'loreloom-web-'))
  await fs.mkdir(path.join(webApp, 'assets'))
  await fs.writeFile(
    path.join(webApp, 'index.html'),
    '<html><head><title>Loreloom</title><script nonce="__CSP_NONCE__"></script></head><body><div id="root"></div></body></html>',
  )
  await fs.writeFile(path.join(webApp, 'assets/app-1a2b3c.js'), 'plain()')
  await fs.writeFile(path.join(webApp, 'assets/app-1a2b3c.js.gz'), 'zipped')
  await fs.writeFile(path.join(webApp, 'favicon.svg'), '<svg/>')
  const screens = [
    {
      screen: '/auth/login?signup=true',
      signedIn: false,
      title: 'Sign up',
      head: '<link href="up">',
      answers: [],
      html: 'Name $&',
    },
    { screen: '/auth/login', signedIn: false, title: 'Sign in', head: '<link href="in">', answers: [], html: 'Email' },
    {
      screen: '/collections',
      signedIn: true,
      title: null,
      head: '<link href="folders">',
      answers: [],
      html: 'Lore',
    },
    { screen: '/lore/view', signedIn: true, title: null, head: '', answers: ['/api/a?of=:id&b', '/api/me'], html: '' },
    { screen: '*', signedIn: true, title: null, head: '<link href="app">', answers: [], html: '' },
    { screen: '*', signedIn: false, title: null, head: '<link href="in">', answers: [], html: '' },
  ]
  await fs.writeFile(path.join(webApp, 'pages.json'), JSON.stringify(screens))
  stack = await startStack({
    webApp,
    limits: {
      ...noLimits,
      everyone: 400,
      files: 400,
      generation: 5,
      passwords: 3,
      editing: { perSecond: 300, burst: 10_000 },
      reading: { perSecond: 1, burst: 3_000 },
    },
  })
  owner = await stack.member('Owner')
})
afterAll(async () => {
  await stack?.stop()
  await fs.rm(webApp, { recursive: true, force: true })
})

describe('requests that another site sends', () => {
  const create = (headers: Record<string, string>) =>
    stack.app.inject({
      method: 'POST',
      url: '/api/campaigns',
      payload: {},
      headers: { cookie: owner.cookies(), ...headers },
    })

  test.each([
    ['from another origin', { origin: 'https://evil.example' }, 403],
    ['from a page that hides its origin', { origin: 'null' }, 403],
    ['from another site, without an origin', { 'sec-fetch-site': 'cross-site' }, 403],
    ['from a sibling domain', { 'sec-fetch-site': 'same-site' }, 403],
    ['from nobody knows where', {}, 403],
    ['from our own pages', { origin: 'http://loreloom.test' }, 201],
    ['from our own pages, without an origin', { 'sec-fetch-site': 'same-origin' }, 201],
  ])('%s', async (_name, headers, status) => {
    const answer = await create(headers)
    expect(answer.statusCode).toBe(status)
    if (status === 403) expect(answer.json()).toMatchObject({ code: 'cross_origin', status: 403 })
  })

  test('may not sign anybody in or out either', async () => {
    const answer = await owner.post(
      '/api/auth/sign-out',
      {},
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    )
    expect(answer.status).toBe(403)
    expect((await owner.get('/api/users/me')).status).toBe(200)
  })
})

describe('large answers', () => {
  const gzip = { 'accept-encoding': 'gzip' }

  test('are compressed', async () => {
    const description = 'The bells of the drowned town. '.repeat(100)
    const { body } = await owner.post('/api/campaigns', { name: 'Long', description })
    const asked = { ...gzip, cookie: owner.cookies(), 'min-position': body.position }
    const { headers, rawPayload } = await stack.app.inject({ url: '/api/campaigns', headers: asked })
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    expect(gunzipSync(rawPayload).toString()).toContain(description)
  })
})

describe('positions', () => {
  test('every answer says how far it is true, and a request can ask for what it knows of', async () => {
    const { body, headers } = await owner.post('/api/campaigns', { name: 'Positioned' })
    expect(headers['event-position']).toBe(body.position)
    const read = await owner.get(`/api/campaigns/${body.id}`, { 'min-position': body.position })
    expect(read.body).toMatchObject({ name: 'Positioned', role: 3, rpgSystemCode: 'D&D' })
    expect(BigInt(String(read.headers['event-position']))).toBeGreaterThanOrEqual(BigInt(body.position))
    expect((await owner.get('/api/version')).headers['event-position']).toMatch(/^\d+$/)
  })

  test('a position that never comes is waited for a while, then refused', { tags: 'long' }, async () => {
    const answer = await owner.get('/api/users/me', { 'min-position': '9000000000000000000' })
    expect(answer).toMatchObject({ status: 503, body: { code: 'not_caught_up' } })
    expect(answer.headers['retry-after']).toBe('1')
  })

  test('whoever made something may use it at once, however far the views are', async () => {
    for (let n = 0; n < 5; n++) {
      const id = randomUUID()
      await owner.post('/api/campaigns', { id })
      expect((await owner.patch(`/api/campaigns/${id}`, { name: `Round ${n}` })).status).toBe(200)
    }
  })
})

describe('campaigns', () => {
  test('are created once per id, by whoever was first', async () => {
    const id = randomUUID()
    expect((await owner.post('/api/campaigns', { id, name: '  ' })).body.id).toBe(id)
    expect((await owner.post('/api/campaigns', { id })).status).toBe(201)
    const stranger = await stack.member()
    const known = { 'min-position': String(await stack.store.head()) }
    expect(await stranger.post('/api/campaigns', { id }, known)).toMatchObject({
      status: 409,
      body: { code: 'id_taken' },
    })
    const { body } = await owner.get(`/api/campaigns/${id}`)
    expect(body).toMatchObject({ name: 'New Campaign', members: [{ userId: owner.id, role: 3, username: 'Owner' }] })
  })

  test('are listed oldest first', async () => {
    const someone = await stack.member()
    for (const name of ['First', 'Second', 'Third']) await someone.post('/api/campaigns', { name })
    const { headers } = await someone.post('/api/campaigns', { name: 'Fourth' })
    const list = await someone.get('/api/campaigns?limit=2&offset=1', {
      'min-position': String(headers['event-position']),
    })
    expect(list.body).toMatchObject({
      total: 4,
      data: [{ name: 'Second', role: 3, memberCount: 1 }, { name: 'Third' }],
    })
  })

  test('have names of at most 200 characters', async () => {
    const answer = await owner.post('/api/campaigns', { name: 'x'.repeat(201) })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'name' }] } })
  })
})

describe('problems', () => {
  test('of the API are problem+json, whatever went wrong', async () => {
    const send = (method: 'GET' | 'POST', url: string, payload?: string, type = 'application/json') =>
      stack.app.inject({
        method,
        url,
        headers: { cookie: owner.cookies(), origin: 'http://loreloom.test', 'content-type': type },
        ...(payload === undefined ? {} : { payload }),
      })
    const answers = await Promise.all([
      send('GET', '/api/nothing/here'),
      send('POST', '/api/campaigns', '{"name":'),
      send('POST', '/api/campaigns', JSON.stringify({ description: 'x'.repeat(300_000) })),
      send('POST', '/api/campaigns', '<xml/>', 'text/xml'),
      send('GET', '/api/users/credits?limit=1000'),
      send('GET', '/api/images/gallery?date=2026-13'),
    ])
    expect(answers.map((answer) => [answer.statusCode, answer.json().code])).toEqual([
      [404, 'not_found'],
      [400, 'invalid_request'],
      [413, 'body_too_large'],
      [415, 'unsupported_media_type'],
      [400, 'invalid_request'],
      [400, 'invalid_request'],
    ])
    for (const answer of answers) {
      expect(answer.headers['content-type']).toMatch('application/problem+json')
      expect(answer.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
      expect(answer.json()).toMatchObject({
        type: expect.any(String),
        title: expect.any(String),
        detail: expect.any(String),
      })
    }
  })
})

describe('the web app', () => {
  const get = (url: string, headers = {}) => stack.app.inject({ url, headers })

  test('is a page at every path of its own, with a nonce of its own each time', async () => {
    const pages = await Promise.all(['/', '/collections/a/b', '/auth/login?from=/images'].map((url) => get(url)))
    const nonces = pages.map((page) => {
      const nonce = /nonce="([^"]+)"/.exec(page.body)?.[1] ?? ''
      const policy = String(page.headers['content-security-policy'])
      expect(policy).toMatch(`'nonce-${nonce}'`)
      expect(policy).toMatch("frame-ancestors 'none'")
      expect(policy).not.toMatch(/script-src[^;]*unsafe/)
      expect(page.headers['cache-control']).toBe('no-store')
      expect(page.headers['x-content-type-options']).toBe('nosniff')
      return nonce
    })
    expect(new Set(nonces).size).toBe(3)
  })

  const shown = async (url: string, cookie = '') => {
    const { body } = await get(url, { cookie })
    return /<title>(.*)<\/title>.*?(<link.*)?<\/head>.*<div id="root"(?: data-screen="[a-z/]+")?>(.*)<\/div>/
      .exec(body)
      ?.slice(1)
  }
  const other = (head: string) => ['Loreloom', head, '']
  // Without a session, the app leads to the sign-in page.
  const bare = other('<link href="in">')

  test.each([
    ['/auth/login', ['Sign in', '<link href="in">', 'Email']],
    ['/auth/login?from=/images', ['Sign in', '<link href="in">', 'Email']],
    ['/auth/login?signup=false', ['Sign in', '<link href="in">', 'Email']],
    ['/auth/login?signup=true', ['Sign up', '<link href="up">', 'Name $&']],
    ['/auth/login?from=/images&signup=true', ['Sign up', '<link href="up">', 'Name $&']],
    ['/auth/login-else', bare],
    ['/auth/password-reset', bare],
    ['/collections', bare],
    ['/maps', bare],
  ])('%s has what its screen is rendered as ahead, and the names of its files', async (url, page) => {
    expect(await shown(url)).toEqual(page)
  })

  test('shows what is for people who are signed in to who may be', async () => {
    for (const url of ['/', '/?a', '/index.html', '/collections/a/b'])
      expect(await shown(url, owner.cookies())).toEqual(['Loreloom', '<link href="folders">', 'Lore'])
    expect(await shown('/maps', owner.cookies())).toEqual(other('<link href="app">'))
  })

  test('asks for the first answers itself, and for those of the one thing that its address names', async () => {
    const id = randomUUID()
    const asking = (...addresses: string[]) =>
      addresses.map((address) => `<link rel="preload" as="fetch" crossorigin href="${address}">`).join('')
    const linksOf = async (path: string) => (await shown(path, owner.cookies()))?.[1]
    expect(await linksOf(`/lore/view/${id}?from=/maps`)).toBe(asking(`/api/a?of=${id}&amp;b`, '/api/me'))
    for (const other of ['', '/some', '/%22%3E%3Cscript%3E', `/${id}/more`])
      expect(await linksOf(`/lore/view${other}`)).toBe(asking('/api/me'))
    expect((await shown(`/lore/view/${id}`))?.[1]).toBe('<link href="in">')
  })

  test('has files that are kept for ever by name, compressed for who can read it, and no page in place of a missing one', async () => {
    const plain = await get('/assets/app-1a2b3c.js')
    expect([plain.body, plain.headers['cache-control']]).toEqual(['plain()', 'public, max-age=31536000, immutable'])
    const zipped = await get('/assets/app-1a2b3c.js', { 'accept-encoding': 'gzip' })
    expect([zipped.body, zipped.headers['content-encoding']]).toEqual(['zipped', 'gzip'])
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('public, no-cache')
    expect((await get('/assets/app-old.js')).statusCode).toBe(404)
    expect((await get('/../package.json')).statusCode).toBe(404)
  })

  test('is a page at a mistyped address as well, and a missing file is missing', async () => {
    for (const url of ['/campaigns/invite/%E0%A4%A', '/lore/view/%?a=%', '/%zz%2e%2e']) {
      const page = await get(url)
      expect([url, page.statusCode, page.headers['content-type']]).toEqual([url, 200, 'text/html; charset=utf-8'])
    }
    for (const url of ['/assets/%E0%A4%A.js', '/%.svg'])
      expect((await get(url)).json()).toMatchObject({ code: 'not_found' })
  })

  test.each(['/api/nothing', '/api/%', '/api/campaigns/%E0%A4%A'])(
    'is never shown in place of the API: %s',
    async (url) => {
      const answer = await owner.get(url)
      expect([answer.status, answer.body.code, answer.headers['content-security-policy']]).toEqual([
        404,
        expect.stringMatching(/not_found$/),
        expect.stringMatching("default-src 'none'"),
      ])
    },
  )
})

describe('the description of the API', () => {
  test('is OpenAPI 3.1, names who may call each route, and hides no schema', async () => {
    const { body } = await owner.get('/api/openapi.json')
    expect(body.openapi).toBe('3.1.0')
    const generate = body.paths['/api/images'].post
    expect(generate.description).toMatch(/^Members of the campaign may\./)
    expect(generate.requestBody.content['application/json'].schema.properties.prompt).toMatchObject({ maxLength: 2000 })
    expect(body.paths['/api/version'].get.security).toEqual([])
  })

  test('has a page whose own policy lets it work', async () => {
    // With a budget of their own: the description above is a large answer.
    const reader = await stack.signUp()
    const page = await reader.get('/api/docs/')
    expect(page.status).toBe(200)
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toMatch("script-src 'self'")
    const script = /src="(\.\/|\/api\/docs\/)?([^"]*swagger-ui-bundle\.js)"/.exec(page.text)?.[2]
    expect((await reader.get(`/api/docs/${script?.replace(/^.*\/docs\//, '')}`)).status).toBe(200)
  })
})

describe('health', () => {
  test('says that it lives, and what it needs to be ready', async () => {
    expect((await stack.anyone().get('/api/health/live')).body).toEqual({ live: true })
    const ready = await stack.anyone().get('/api/health/ready')
    expect(ready).toMatchObject({
      status: 200,
      body: {
        ready: true,
        checks: { database: { ok: true }, eventStore: { ok: true }, projector: { ok: true }, views: { ok: true } },
      },
    })
  })

  test('says that a view stopped, and to a stranger not which', async () => {
    await stack.pool.query(`update projections set "stoppedAt" = 1, error = 'made to' where name = 'wallets'`)
    const ready = await stack.anyone().get('/api/health/ready')
    expect(ready).toMatchObject({
      status: 503,
      body: { ready: false, checks: { views: { ok: false } } },
    })
    expect(JSON.stringify(ready.body)).not.toContain('wallets')
    await stack.pool.query(`update projections set "stoppedAt" = null, error = null where name = 'wallets'`)
  })
})

describe('limits', () => {
  test('generation has its own: what is accepted counts, by the minute, and it says when to come back', {
    tags: 'long',
  }, async () => {
    const someone = await stack.member()
    const { body: campaign } = await someone.post('/api/campaigns', {})
    const [model] = (await someone.get('/api/models/images')).body.data
    const wanted = { campaignId: campaign.id, modelId: model.id, prompt: 'A bell', width: 1024, height: 1024 }
    const ask = (over: object = {}) => someone.post('/api/images', { ...wanted, ...over })
    for (let n = 0; n < 6; n++) {
      expect((await someone.post(`/api/images/${randomUUID()}/retry`)).status).toBe(404)
      expect((await ask({ modelId: randomUUID() })).status).toBe(404)
      expect((await ask({ prompt: '' })).status).toBe(400)
    }
    // Many at once are not more than one after another.
    const statuses = await Promise.all(Array.from({ length: 8 }, () => ask().then(({ status }) => status)))
    expect(statuses.filter((status) => status === 202)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(3)
    const refused = await ask()
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(minute)
    expect((await someone.get('/api/users/me')).status).toBe(200)
    const other = await stack.member()
    const { body: elsewhere } = await other.post('/api/campaigns', {})
    expect((await other.post('/api/images', { ...wanted, campaignId: elsewhere.id })).status).toBe(202)
  })

  test('reading a prompt has its own, wide enough for somebody who types', async () => {
    const someone = await stack.member()
    const [model] = (await someone.get('/api/models/images')).body.data
    const ask = () => someone.post('/api/images/models/reading', { models: [model.id], prompt: 'A bell' })
    // Of those that come at once, too, the last one alone is too many.
    const statuses = await Promise.all(Array.from({ length: 31 }, () => ask().then(({ status }) => status)))
    expect(statuses.filter((status) => status === 200)).toHaveLength(30)
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  })

  describe('of requests a minute', () => {
    const statusOf = (headers: Record<string, string>, remoteAddress = '192.0.2.7') =>
      stack.app.inject({ url: '/api/version', headers, remoteAddress }).then(({ statusCode }) => statusCode)
    /** Sends one request more than the limit allows and returns the number of refused ones. */
    const exhaust = async (send: (n: number) => Promise<number>) => {
      const statuses = await Promise.all(Array.from({ length: 401 }, (_, n) => send(n)))
      return statuses.filter((status) => status === 429).length
    }
    const signIn = async (email: string) => {
      const browser = stack.anyone()
      const answer = await browser.post('/api/auth/sign-in/email', { email, password: 'correct horse' })
      expect(answer.status).toBe(200)
      return { cookie: browser.cookies(), token: String(answer.headers['set-auth-token'] ?? answer.body.token) }
    }

    test('share one budget among all sessions and tokens of an account, from whichever address', async () => {
      const someone = await stack.signUp()
      const [second, third] = [await signIn(someone.email), await signIn(someone.email)]
      const ways = [
        { cookie: someone.cookies() },
        { cookie: second.cookie },
        { authorization: `Bearer ${third.token}` },
      ]
      const used = await exhaust((n) => statusOf(ways[n % 3] ?? {}, `192.0.2.${n % 200}`))
      expect(used).toBe(1)
      for (const headers of ways) expect(await statusOf(headers)).toBe(429)
    })

    test('count the address for requests with a cookie that is forged or whose session has ended', async () => {
      const ended = await stack.signUp()
      const cookie = ended.cookies()
      await ended.post('/api/auth/sign-out', {})
      const forged = cookie.replace(/=[^.]{8}/, '=forgedab')
      const [from, elsewhere] = ['198.51.100.1', '198.51.100.2']
      const headers = [{ cookie }, { cookie: forged }, { authorization: `Bearer ${randomUUID()}` }, {}]
      expect(await exhaust((n) => statusOf(headers[n % 4] ?? {}, from))).toBe(1)
      for (const each of headers) expect(await statusOf(each, from)).toBe(429)
      expect(await statusOf({ cookie }, elsewhere)).toBe(200)
      // Everybody who is signed in has a budget of their own, also there. The owner's may be spent by other tests of this minute.
      const someone = await stack.signUp()
      expect(await statusOf({ cookie: someone.cookies() }, from)).toBe(200)
    })

    test('count refused requests too: signing in is required, and the budget is spent all the same', async () => {
      const send = () => stack.app.inject({ url: '/api/users/me', remoteAddress: '198.51.100.9' })
      expect(await exhaust(() => send().then(({ statusCode }) => statusCode))).toBe(1)
    })

    test('count an IPv6 network of 64 bits as one address, and an IPv4 address written as IPv6 as that address', async () => {
      expect(await exhaust((n) => statusOf({}, `2001:db8:1:2:${n.toString(16)}::1`))).toBe(1)
      expect(await statusOf({}, '2001:db8:1:2:ffff::9')).toBe(429)
      expect(await statusOf({}, '2001:db8:1:3::1')).toBe(200)
      expect(await exhaust((n) => statusOf({}, n % 2 ? '203.0.113.5' : '::ffff:203.0.113.5'))).toBe(1)
    })
  })

  test('uploads share one budget of an account, whichever route they come by', async () => {
    const someone = await stack.member()
    const { body: campaign } = await someone.post('/api/campaigns', {})
    const routes = ['/api/images/upload', `/api/campaigns/${campaign.id}/files`, '/api/files/upload']
    const statuses: number[] = []
    for (let n = 0; n < 6; n++)
      statuses.push((await someone.post(routes[n % 3] ?? '', {}, { 'content-type': 'multipart/form-data' })).status)
    expect(statuses.slice(0, 5)).not.toContain(429)
    expect(statuses[5]).toBe(429)
  })

  describe('of work', () => {
    let writer: Person
    let id: string
    let revision = 0
    /** As many operations as a change may have; repeating it makes a text that is ever larger to change. */
    const large = Array.from({ length: 4_990 }, (_, n) => ({
      insert: 'x',
      ...(n % 2 && { attributes: { bold: true } }),
    }))
    const change = (as: Person, ops: object[], changeId = randomUUID()) =>
      as.post(`/api/texts/${id}/changes`, { id: changeId, base: revision, ops })
    beforeAll(async () => {
      writer = await stack.member('Writer')
      const campaignId = randomUUID()
      await writer.post('/api/campaigns', { id: campaignId, name: 'Salt' })
      const made = await writer.post('/api/conjurations', { campaignId, name: 'Quay' })
      id = made.body.id
      await writer.get(`/api/conjurations/${id}`, { 'min-position': made.body.position })
    })

    test('refuse changes by what they cost, say when to come back, and nothing that is refused was recorded', async () => {
      let refused = await change(writer, large)
      for (; refused.status === 200 && revision < 12; refused = await change(writer, large)) revision++
      expect(refused).toMatchObject({ status: 429, body: { code: 'too_much_work', seconds: expect.any(Number) } })
      expect(refused.headers['retry-after']).toBe(String(refused.body.seconds))
      expect(refused.body.seconds).toBeGreaterThan(0)
      expect(refused.body.seconds).toBeLessThanOrEqual(60)
      // As much as the burst holds, and one change more.
      expect(revision).toBeGreaterThanOrEqual(2)
      expect(revision).toBeLessThanOrEqual(5)
      expect(await writer.get(`/api/texts/${id}`)).toMatchObject({ status: 200, body: { revision } })
    })

    test('hold for changes that arrive together', async () => {
      const crowd = await stack.member('Crowd')
      const campaignId = randomUUID()
      await crowd.post('/api/campaigns', { id: campaignId, name: 'Crowd' })
      const made = await crowd.post('/api/conjurations', { campaignId, name: 'Square' })
      await crowd.get(`/api/conjurations/${made.body.id}`, { 'min-position': made.body.position })
      const send = () => crowd.post(`/api/texts/${made.body.id}/changes`, { id: randomUUID(), base: 0, ops: large })
      const answers = await Promise.all(Array.from({ length: 12 }, send))
      const statuses = answers.map(({ status }) => status)
      expect(statuses).toContain(429)
      expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(5)
    })

    test('charge bodies that no route accepts', async () => {
      const sender = await stack.member('Sender')
      const body = { name: 'A', attributes: Array.from({ length: 10_000 }, () => ({ name: 'x' })) }
      const send = () => sender.post('/api/templates', body)
      const statuses: number[] = []
      for (let n = 0; n < 20; n++) statuses.push((await send()).status)
      expect(new Set(statuses.slice(0, 5))).toEqual(new Set([400]))
      expect(statuses.at(-1)).toBe(429)
      expect((await sender.get('/api/users/me')).status).toBe(200)
    })

    test('charge the letters of lists', async () => {
      const reader = await stack.member('Reader')
      const { body: campaign } = await reader.post('/api/campaigns', {})
      const lore = { campaignId: campaign.id, name: 'Quay', description: 'x '.repeat(4_000) }
      let position = ''
      for (let n = 0; n < 8; n++) position = (await reader.post('/api/conjurations', lore)).body.position
      await reader.get('/api/users/me', { 'min-position': position })
      const statuses: number[] = []
      for (let n = 0; n < 14; n++)
        statuses.push((await reader.get(`/api/conjurations?campaignId=${campaign.id}&n=${n}`)).status)
      expect(statuses[0]).toBe(200)
      expect(statuses.at(-1)).toBe(429)
    })

    test('refuse reading changes again and again, and leave other accounts alone', async () => {
      const read = () => writer.get(`/api/texts/${id}/changes?after=0`)
      let answer = await read()
      for (let n = 0; n < 40 && answer.status === 200; n++) answer = await read()
      expect(answer).toMatchObject({ status: 429, body: { code: 'too_much_work' } })
      expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60)
      const other = await stack.member('Other')
      expect((await other.get('/api/campaigns')).status).toBe(200)
    })
  })

  test('people are counted apart from each other', async () => {
    const [one, other] = [await stack.member(), await stack.member()]
    const statuses = []
    for (let n = 0; n < 410; n++) statuses.push((await one.get('/api/version')).status)
    expect(statuses).toContain(429)
    expect((await other.get('/api/version')).status).toBe(200)
  })
})
