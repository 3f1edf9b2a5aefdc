import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { multipart } from '../../api/multipart.ts'
import { connect } from '../raw.ts'
import { type Attempt, harmless, refused } from './attempt.ts'
import { done, password, productTemplate, type World } from './world.ts'

const scripts = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  'javascript:alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
  '#{7*7}',
  '<!--#exec cmd="id"-->',
]
const json = { 'content-type': 'application/json' }
const asJson = (w: World, url: string, body: string) => w.player.send('POST', url, Buffer.from(body), json)
const raw = async (w: World, bytes: string): Promise<string> => {
  const connection = connect(w.port)
  connection.send(bytes)
  const { text } = await connection.until(({ text, closed }) => closed || text.includes('\r\n\r\n'))
  connection.socket.destroy()
  return text
}
const request = (w: World, target: string, headers = '') =>
  raw(w, `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${w.port}\r\nConnection: close\r\n${headers}\r\n`)
const signUp = (w: World, over: object) =>
  w.stack
    .anyone()
    .post('/api/auth/sign-up/email', { name: 'Trickster', email: `${randomUUID()}@example.org`, password, ...over })

const upload = async (w: World, filename: string, type: string, content: string) => {
  const answer = await w.fileIn(w.player, w.campaignId, filename, Buffer.from(content), type)
  if (answer.status !== 201) return answer
  return w.player.get(answer.body.uri, await w.now())
}

const foreignPages: Record<string, Record<string, string>> = {
  'another site': { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  'a page without an origin': { origin: 'null' },
  'a sibling of the site': { origin: '', 'sec-fetch-site': 'same-site' },
  'our name with an ending': { origin: 'http://loreloom.test.evil.example' },
  'our name in the user part': { origin: 'http://loreloom.test@evil.example' },
}
const polluting = [
  '{"__proto__":{"isAdmin":true},"name":"Polluted"}',
  '{"constructor":{"prototype":{"isAdmin":true}},"name":"Polluted"}',
  '{"name":"Polluted","nested":{"__proto__":{"isAdmin":true}}}',
  '{"\\u005f_proto__":{"isAdmin":true},"name":"Polluted"}',
]
const isPolluted = () => 'isAdmin' in {} || 'polluted' in {}

/** Paths that lead out of where files are served from. */
const traversals = [
  '/../../etc/passwd',
  '/assets/../../../etc/passwd',
  '/assets/..%2f..%2f..%2fetc%2fpasswd',
  '/assets/%2e%2e/%2e%2e/package.json',
  '/assets/..%5c..%5cpackage.json',
  '/assets/%252e%252e%252fpackage.json',
  '/.env',
  '/.git/config',
  '//etc/passwd',
  '/api/../package.json',
  '/assets/%00',
]

export const web: readonly Attempt[] = [
  ...scripts.map((script) =>
    harmless(`A name with a script: ${script}`, 'as it was written, as JSON', async (w) => {
      const id = await w.make(w.player, 'conjurations', {
        campaignId: w.campaignId,
        name: script,
        visibility: 'CAMPAIGN',
      })
      const { body, headers } = await w.get(w.player, `/api/conjurations/${id}`)
      expect([body.name, String(headers['content-type'])]).toEqual([
        script,
        expect.stringContaining('application/json'),
      ])
      expect(headers['content-security-policy']).toContain("default-src 'none'")
      expect(headers['x-content-type-options']).toBe('nosniff')
    }),
  ),
  ...(
    [
      ['evil.html', 'text/html', '<script>alert(1)</script>'],
      ['evil.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
      [
        'evil.xhtml',
        'application/xhtml+xml',
        '<html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>',
      ],
      ['evil.js', 'text/javascript', 'alert(1)'],
      ['evil.pdf', 'application/pdf', '<script>alert(1)</script>'],
      ['evil.png', 'image/png', '<script>alert(1)</script>'],
      ['evil.txt', 'text/plain', '<script>alert(1)</script>'],
      ['evil.txt', 'text/html; charset=utf-7', '+ADw-script+AD4-alert(1)+ADw-/script+AD4-'],
    ] as const
  ).map(([filename, type, content]) =>
    harmless(
      `A file that is a page: ${filename} as ${type}`,
      'refused, or saved and never opened as a page',
      async (w) => {
        const { status, headers } = await upload(w, filename, type, content)
        if (status >= 400) return
        expect(headers['content-disposition']).toMatch(/^attachment/)
        expect(headers['x-content-type-options']).toBe('nosniff')
        expect(headers['content-security-policy']).toContain('sandbox')
        expect(String(headers['content-type'])).not.toMatch(/html|svg|javascript|xml/)
      },
    ),
  ),
  ...[
    'a"b.txt',
    'a\r\nSet-Cookie: x=y.txt',
    '../../../../etc/passwd',
    'C:\\windows\\system.ini',
    'a;filename=evil.html',
    '\u202etxt.exe',
    '..',
    'a\0b.txt',
    '\ud800.txt',
  ].map((filename) =>
    harmless(`A file called ${JSON.stringify(filename)}`, 'refused, or no header and no path of it', async (w) => {
      const answer = await upload(
        w,
        filename.replace(/[\r\n"]/g, (letter) => encodeURIComponent(letter)),
        'text/plain',
        'Toll',
      )
      expect(answer.status).toBeLessThan(500)
      if (answer.status >= 400) return
      expect(answer.headers['set-cookie']).toBeUndefined()
      expect(answer.headers['content-disposition']).toMatch(
        /^attachment; filename="[\w .()-]*"; filename\*=UTF-8''[\w%.~!-]*$/,
      )
    }),
  ),
  ...traversals.map((target) =>
    harmless(`A path out of the folder that is served: ${target}`, 'not found, or the web app', async (w) => {
      const text = await request(w, target)
      expect(text).toMatch(/^HTTP\/1.1 (?:400|404|200)/)
      expect(text).not.toMatch(/root:|"dependencies"|\[core\]|AUTH_SECRET/)
    }),
  ),
  ...['..%2f..%2fpackage.json', '%2e%2e', 'x.png%00', '../images'].map((file) =>
    refused(`A campaign’s background called ${file}`, [400, 404], (w) =>
      w.player.get(`/api/campaigns/${w.campaignId}/background/${file}`),
    ),
  ),
  ...Object.entries(foreignPages).flatMap(([from, headers]) => [
    refused(`A change that ${from} sends with our cookie`, 403, (w) =>
      w.player.post('/api/campaigns', { name: 'Forged' }, { 'sec-fetch-site': 'cross-site', ...headers }),
    ),
    refused(`A socket that ${from} opens with our cookie`, [400, 403, 426], (w) =>
      w.player.get('/api/realtime', { 'sec-fetch-site': 'cross-site', ...headers }),
    ),
  ]),
  ...[
    'text/plain',
    'application/x-www-form-urlencoded',
    'text/plain; application/json',
    'application/json; charset=utf-7',
    '',
  ].map((type) =>
    harmless(`A body as ${type || 'nothing'}, as forms of other sites can send it`, 'refused', async (w) => {
      const { status } = await w.player.send('POST', '/api/campaigns', Buffer.from('{"name":"Forged"}'), {
        'content-type': type,
        origin: 'https://evil.example',
        'sec-fetch-site': 'cross-site',
      })
      expect([400, 403, 415]).toContain(status)
    }),
  ),
  refused('Signing a visitor in to one’s own account, from another site', 403, (w) =>
    w.stack
      .anyone()
      .post('/api/auth/sign-in/email', { email: w.outsider.email, password }, foreignPages['another site']),
  ),
  harmless('Leave to read our answers, for another site', 'no header gives it', async (w) => {
    const { headers } = await w.player.get('/api/users/me', { origin: 'https://evil.example' })
    const asked = await raw(
      w,
      `OPTIONS /api/users/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\nOrigin: https://evil.example\r\nAccess-Control-Request-Method: PATCH\r\n\r\n`,
    )
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    expect(asked.toLowerCase()).not.toContain('access-control-allow')
  }),
  ...['x-http-method-override', 'x-http-method', 'x-method-override'].map((header) =>
    harmless(`Another method by ${header}`, 'the method of the request', async (w) => {
      await w.owner.get(`/api/conjurations/${w.things.shown}`, { [header]: 'DELETE' })
      expect((await w.get(w.owner, `/api/conjurations/${w.things.shown}`)).status).toBe(200)
    }),
  ),
  ...['host', 'x-forwarded-host', 'forwarded', 'x-original-url', 'x-rewrite-url'].map((header) =>
    harmless(`Another address by ${header}`, 'links and rights as before', async (w) => {
      const value = header.includes('url')
        ? '/api/admin/users'
        : header === 'forwarded'
          ? 'host=evil.example'
          : 'evil.example'
      const made = await w.owner.post(`/api/campaigns/${w.campaignId}/invitations`, {}, { [header]: value })
      expect(made.status).toBe(201)
      expect(made.body.link).toMatch(/^http:\/\/loreloom\.test\//)
      expect((await w.player.get('/api/users/me', { [header]: value })).body.id).toBe(w.player.id)
    }),
  ),
  ...['http://evil.example/api/version', 'http://169.254.169.254/', '*', 'evil.example:443'].map((target) =>
    harmless(`A request for ${target}, as to a proxy`, 'nothing is fetched', async (w) => {
      const text = await raw(
        w,
        `${target.includes(':443') ? 'CONNECT' : 'GET'} ${target} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
      )
      expect(text === '' || /^HTTP\/1.1 (?:200|4\d\d)/.test(text)).toBe(true)
      expect(text).not.toContain('ami-id')
    }),
  ),
  ...polluting.map((body) =>
    harmless(`A prototype in a body: ${body}`, 'refused or dropped', async (w) => {
      for (const url of ['/api/campaigns', '/api/auth/sign-in/email', `/api/texts/${w.things.playersLore}/changes`])
        expect((await asJson(w, url, body)).status).toBeLessThan(500)
      expect(isPolluted()).toBe(false)
    }),
  ),
  ...['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString', 'valueOf'].map((name) =>
    harmless(`The name ${name} where others choose names`, 'a name like any other, or refused', async (w) => {
      const values = `{"templateId":"${productTemplate}","values":{"${name}":"x"}}`
      const answers = [
        await asJson(w, '/api/templates/generate', values),
        await asJson(
          w,
          '/api/llms/structured',
          JSON.stringify({ campaignId: w.campaignId, prompt: 'x', jsonString: `{"${name}":{"polluted":"yes"}}` }),
        ),
        await asJson(
          w,
          `/api/texts/${w.things.playersLore}/changes`,
          `{"id":"${randomUUID()}","base":0,"ops":[{"insert":"x","attributes":{"${name}":true}}]}`,
        ),
        await asJson(
          w,
          `/api/texts/${w.things.playersLore}/changes`,
          `{"id":"${randomUUID()}","base":0,"ops":[{"insert":{"${name}":{"polluted":true}}}]}`,
        ),
        await w.player.get(`/api/conjurations?campaignId=${w.campaignId}&tags=${name}&${name}[polluted]=1`),
        await w.player.patch(`/api/conjurations/${w.things.playersLore}`, { tags: [name] }),
      ]
      expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
      expect(isPolluted()).toBe(false)
    }),
  ),
  ...[
    "'; drop table conjurations; --",
    "' or 1=1 --",
    '1) or (1=1',
    '$1',
    '@campaignId',
    '{0}',
    "\\'; select pg_sleep(10); --",
  ].map((text) =>
    harmless(`SQL where a search, a tag, a sort and an id stand: ${text}`, 'words, or refused', async (w) => {
      const given = encodeURIComponent(text)
      const at = `campaignId=${w.campaignId}`
      for (const url of [
        `conjurations?${at}&search=${given}`,
        `conjurations?${at}&tags=${given}`,
        `conjurations/search?${at}&term=${given}`,
        `search?${at}&term=${given}`,
        `images/gallery?${at}&search=${given}`,
        `conjurations/${given}`,
        `conjurations?campaignId=${given}`,
        `collections?${at}&limit=${given}`,
      ]) {
        const { status, text: answered } = await w.player.get(`/api/${url}`)
        expect([url, status < 500]).toEqual([url, true])
        expect(answered).not.toMatch(/syntax error|pg_|relation "/)
      }
      expect((await w.get(w.player, `/api/conjurations/${w.things.shown}`)).status).toBe(200)
    }),
  ),
  ...['\0', 'a\0b', '\ud800', '\udfff\ud800', '\ufffe'].map((text) =>
    harmless(`Letters that cannot be stored: ${JSON.stringify(text)}`, 'mended or refused', async (w) => {
      const at = `/api/conjurations/${w.things.playersLore}`
      const answers = [
        await w.player.patch(at, { name: text, tags: [text] }),
        await w.player.patch(at, { description: text }),
        await w.player.post('/api/campaigns', { name: `C${text}` }),
        await w.player.patch('/api/users/me', { username: `Petra${text}` }),
        await w.player.post(`/api/texts/${w.things.playersLore}/changes`, {
          id: randomUUID(),
          base: 0,
          ops: [{ insert: text }],
        }),
        await w.player.get(`/api/search?campaignId=${w.campaignId}&term=${encodeURIComponent(text.toWellFormed())}`),
        await signUp(w, { name: `T${text}` }),
      ]
      expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
      await done(w.player.patch('/api/users/me', { username: 'Petra Player' }))
    }),
  ),
  ...[
    '',
    '   ',
    '\u200b\u200b',
    '\u2800'.replace('\u2800', '\u3164'),
    'Ada\u202eADA',
    'Ada\nBcc: x@example.org',
    'Ada\r\nX: y',
    'Ada\u2028Lovelace',
    'x'.repeat(101),
  ].map((name) => refused(`The name ${JSON.stringify(name.slice(0, 20))}`, 400, (w) => signUp(w, { name }))),
  ...[
    'a@example.org\r\nBcc: b@example.org',
    'a@example.org,b@example.org',
    '"a b"@example.org',
    'a@ex\u0430mple.org',
    'a@@example.org',
    'a@[127.0.0.1]',
    'a@localhost',
    ' a@example.org b',
    'a@example.org\0',
    '<a@example.org>',
    'a%0d%0a@example.org\n',
  ].map((email) => refused(`The address ${JSON.stringify(email)}`, 400, (w) => signUp(w, { email }))),
  harmless('The address of another account in other letters', 'the same address', async (w) => {
    const someone = await w.stack.signUp('Lower', `lower-${randomUUID()}@example.org`)
    const answer = await signUp(w, { email: someone.email.toUpperCase() })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    const signedIn = await w.stack
      .anyone()
      .post('/api/auth/sign-in/email', { email: someone.email.toUpperCase(), password })
    expect(signedIn.status).toBe(200)
  }),
  ...[
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '\u0001javascript:alert(1)',
  ].map((link) =>
    harmless(`A link in a text to ${JSON.stringify(link)}`, 'refused, or no link', async (w) => {
      const story = await w.make(w.player, 'content-segments', {
        entityType: 'CONJURATION',
        entityId: w.things.playersLore,
        type: 'STORY',
      })
      const ops = [{ insert: 'click', attributes: { link } }]
      await w.player.post(`/api/texts/${story}/changes`, { id: randomUUID(), base: 0, ops }, await w.now())
      const markdown = await w.player.patch(
        `/api/content-segments/${story}`,
        { content: `[click](${link}) <a href="${link}">x</a>` },
        await w.now(),
      )
      expect(markdown.status).toBeLessThan(500)
      const { body } = await w.get(w.player, `/api/texts/${story}`)
      const links = (body.ops as { attributes?: { link?: string } }[]).flatMap(
        ({ attributes }) => attributes?.link ?? [],
      )
      expect(links.filter((one) => !/^(?:https?:|mailto:|\/)/.test(one))).toEqual([])
    }),
  ),
  harmless('Headers that keep pages apart, on every kind of answer', 'there', async (w) => {
    for (const url of [
      '/api/version',
      '/api/users/me',
      '/api/nothing',
      `/api/images/${w.things.image}/file/${w.things.shownEdit}`,
      '/api/openapi.json',
      '/metrics',
    ]) {
      const { headers } = await w.player.get(url)
      expect([url, headers['x-content-type-options'], headers['x-frame-options']]).toEqual([url, 'nosniff', 'DENY'])
      expect(headers['content-security-policy']).toBeDefined()
    }
  }),
  harmless('A cookie for scripts or for other sites', 'HttpOnly and SameSite=Lax', async (w) => {
    const answer = await w.stack.anyone().post('/api/auth/sign-in/email', { email: w.player.email, password })
    const cookies = [answer.headers['set-cookie']]
      .flat()
      .map(String)
      .filter((cookie) => cookie.includes('session_token'))
    expect(cookies.length).toBeGreaterThan(0)
    for (const cookie of cookies) expect(cookie).toMatch(/HttpOnly.*SameSite=Lax|SameSite=Lax.*HttpOnly/i)
  }),
  harmless('What an error says of the inside', 'nothing', async (w) => {
    const form = multipart({ image: { bytes: Buffer.from('x'), type: 'image/png' } })
    const answers = [
      await asJson(w, '/api/campaigns', '{'),
      await w.player.get('/api/conjurations/x'),
      await w.player.get('/%zz'),
      await w.player.send('POST', `/api/images/upload?campaignId=${w.campaignId}`, form.payload, form.headers),
      await w.player.send('PUT', '/api/campaigns', {}),
    ]
    for (const { text } of answers) expect(text).not.toMatch(/node_modules|at \w+ \(|\.ts:|postgres|\/tmp/i)
  }),
  refused('Figures of the installation without a token', [401, 403], async (w) => [
    await w.anonymous.get('/metrics'),
    await w.player.get('/metrics', { authorization: 'Bearer x' }),
  ]),
]
