import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { multipart } from '../api/multipart.ts'
import { type Answer, eventually, type Person, type Stack, startStack } from '../stack.ts'
import { smallWebApp } from './small-web-app.ts'

/** What browsers are told to make of answers, and what names of files may do to them. */

let stack: Stack
let owner: Person
let campaignId: string
const dist = await smallWebApp()
beforeAll(async () => {
  stack = await startStack({ webApp: dist.root })
  owner = await stack.member('Owner')
  campaignId = (await owner.post('/api/campaigns', { name: 'The Drowned Bells' })).body.id
})
afterAll(async () => {
  await stack?.stop()
  await dist.remove()
})

const upload = async (filename: string, bytes = Buffer.from('Toll')) => {
  const form = multipart({ file: { bytes, type: 'text/html', filename } })
  const added = await owner.post(`/api/campaigns/${campaignId}/files`, form.payload, form.headers)
  await owner.get('/api/users/me', { 'min-position': String(await stack.store.head()) })
  return added
}
const picture = async () => {
  const bytes = await sharp({ create: { width: 1024, height: 1024, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
  const form = multipart({ name: 'a"\r\nset-cookie: x=y; \u202Egnp.exe', image: { bytes, type: 'image/svg+xml' } })
  const { id } = (await owner.post(`/api/images/upload?campaignId=${campaignId}`, form.payload, form.headers)).body
  const shown = await eventually(async () => {
    const { status, body } = await owner.get(`/api/images/${id}`)
    return status === 200 && body
  })
  return { id, version: shown.edits.at(-1).id as string }
}

const everywhere = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-permitted-cross-domain-policies': 'none',
  'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
}
const kinds = async (): Promise<Record<string, Answer>> => {
  const { id, version } = await picture()
  const file = (await upload('page.md', Buffer.from('<script>alert(1)</script>'))).body.uri
  const anyone = stack.anyone()
  return {
    page: await anyone.get('/'),
    'page of the app': await anyone.get('/collections/x'),
    script: await anyone.get('/assets/app-1a2b3c.js'),
    'missing file': await anyone.get('/assets/none.js'),
    JSON: await owner.get('/api/users/me'),
    refused: await anyone.get('/api/users/me'),
    'not found': await owner.get('/api/nothing'),
    invalid: await owner.post('/api/campaigns', { name: 7 }),
    'no path': await owner.get('/api/images/%zz'),
    'too large': await owner.post('/api/campaigns', { description: 'x'.repeat(300_000) }),
    'signed in': await anyone.post('/api/auth/sign-in/email', { email: owner.email, password: 'correct horse' }),
    'error page': await anyone.get('/api/auth/error?error=%3Cscript%3Ealert(1)%3C%2Fscript%3E'),
    docs: await anyone.get('/api/docs/'),
    description: await anyone.get('/api/openapi.json'),
    picture: await owner.get(`/api/images/${id}/file/${version}`),
    thumbnail: await owner.get(`/api/images/${id}/file/${version}?w=320`),
    download: await owner.get(`/api/images/${id}/download`),
    file: await owner.get(file),
    'not a socket': await owner.get('/api/realtime'),
    health: await anyone.get('/api/health/live'),
  }
}

describe('every answer', () => {
  test('keeps browsers from guessing, framing and telling, and loads only what its policy names', {
    tags: 'long',
  }, async () => {
    const scripts = /script-src[^;]*('unsafe-|\*|https?:|data:)/
    for (const [kind, { headers, status }] of Object.entries(await kinds())) {
      expect([kind, status < 500, headers]).toEqual([kind, true, expect.objectContaining(everywhere)])
      const policy = String(headers['content-security-policy'] ?? '')
      // A script or a style sheet is no page: the policy of the page that loads it counts.
      if (kind === 'script' || kind === 'missing file') continue
      expect([kind, policy]).toEqual([kind, expect.stringMatching(/default-src '(none|self)'.*frame-ancestors 'none'/)])
      expect([kind, scripts.test(policy)]).toEqual([kind, false])
      expect(headers).not.toHaveProperty('x-powered-by')
      expect(headers).not.toHaveProperty('server')
    }
  })

  test('with somebody’s things in it is kept by no cache that others use', { tags: 'long' }, async () => {
    for (const [kind, { headers }] of Object.entries(await kinds()))
      if (['picture', 'thumbnail', 'download', 'file', 'JSON', 'refused', 'signed in'].includes(kind))
        expect([kind, headers['cache-control']]).toEqual([kind, expect.stringMatching(/private|no-store/)])
  })

  test('has the type of what it is, whatever it was said to be', async () => {
    const { picture, thumbnail, download, file } = await kinds()
    const types = [picture, thumbnail, download, file].map((answer) => answer?.headers['content-type'])
    expect(types).toEqual(['image/jpeg', 'image/webp', 'image/png', 'text/markdown'])
    expect(file?.headers['content-disposition']).toMatch(/^attachment;/)
  })
})

describe('the name of a file', () => {
  test.each([
    ['a"; filename="evil.exe.txt', 'quotes'],
    ['..%2f..%2fetc%2fpasswd.txt', 'encoded paths'],
    ['\u202Etxt.exe\u202C.txt', 'letters from right to left'],
    ['🐉 \u{1F409}.txt', 'letters beyond the basic plane'],
    [`${'x'.repeat(250)}.txt`, 'as many letters as there may be'],
    ["it's;(odd)*.txt", 'marks of the header itself'],
  ])('%j stays a name: %s', async (name) => {
    const { body, status } = await upload(name.replaceAll('"', '%22'))
    expect(status).toBe(201)
    const { headers, text } = await owner.get(body.uri)
    const said = String(headers['content-disposition'])
    expect(text).toBe('Toll')
    expect(said).toMatch(/^attachment; filename="[\w .()-]*"; filename\*=UTF-8''[\w.~!$&+^`|%-]*$/)
    expect(decodeURIComponent(/UTF-8''(.*)$/.exec(said)?.[1] ?? '')).toBe(body.name)
  })

  test('has no line of its own in the header, also of a picture', async () => {
    const { id } = await picture()
    const { headers } = await owner.get(`/api/images/${id}/download`)
    expect(headers['set-cookie']).toBeUndefined()
    expect(headers['content-disposition']).not.toMatch(/[\r\n]/)
  })

  test.each([
    '../../../../etc/passwd.txt',
    '..\\..\\boot.txt',
    '/etc/passwd.txt',
    'C:\\x.txt',
    'a\0.txt',
    '.mime/x.txt',
  ])('leads nowhere: %j', async (name) => {
    const { body } = await upload(name)
    const { events } = await stack.store.read(`campaigns-${campaignId}`)
    const added = events.findLast(({ type }) => type === 'CampaignFileAdded')
    // Keys are made of ids and a hash; a name is only ever shown.
    expect((added?.data as { file: { key: string } } | undefined)?.file.key).toMatch(
      /^campaigns\/[\da-f-]{36}\/[\da-f-]{36}\/[\da-f]{16}\.txt$/,
    )
    expect((await owner.get(body.uri)).text).toBe('Toll')
  })

  test('that is a page or a program is not taken, whatever is in it', { tags: 'long' }, async () => {
    for (const name of ['x.html', 'x.svg', 'x.js', 'x.xhtml', 'x.exe', 'x', 'x.txt.html', 'x.PhP'])
      expect([name, (await upload(name)).status]).toEqual([name, 415])
    for (const name of ['x.png', 'x.pdf', 'x.docx', 'x.gif'])
      expect([name, (await upload(name, Buffer.from('<script>alert(1)</script>'))).status]).toEqual([name, 415])
  })
})
