import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { multipart } from '../../api/multipart.ts'
import { bareMarkers, deflated, jpegOf, markerBomb, partFloods, pngOfSize, wordDocument } from '../../hostile-files.ts'
import { slowMarkdown } from '../../slow-markdown.ts'
import { eventually } from '../../stack.ts'
import { connect } from '../raw.ts'
import { type Attempt, harmless, refused } from './attempt.ts'
import { together, type World } from './world.ts'

const nested = (depth: number, [open, close]: readonly [string, string] = ['[', ']']) =>
  open.repeat(depth) + close.repeat(depth)
const json = { 'content-type': 'application/json' }
const raw = (w: World, url: string, body: string, headers: Record<string, string> = json) =>
  w.player.send('POST', url, Buffer.from(body), headers)
const change = (w: World, ops: unknown) =>
  w.player.post(`/api/texts/${w.things.playersLore}/changes`, { id: randomUUID(), base: 0, ops })
const file = (w: World, bytes: Buffer, filename: string, type: string) =>
  w.fileIn(w.player, w.campaignId, filename, bytes, type)
const picture = (w: World, bytes: Buffer, type = 'image/png') => {
  const form = multipart({ image: { bytes, type } })
  return w.player.send('POST', `/api/images/upload?campaignId=${w.campaignId}`, form.payload, form.headers)
}
const ids = (count: number) => Array.from({ length: count }, () => randomUUID())
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

export const service: readonly Attempt[] = [
  refused('JSON of 100,000 brackets in each other', [400, 413, 422], async (w) => [
    await raw(w, '/api/campaigns', nested(100_000)),
    await raw(w, '/api/campaigns', nested(100_000, ['{"a":', '}']).replace(':}', ':1}')),
  ]),
  refused('A body of 2 MB where 1 MB is read', 413, (w) =>
    raw(w, '/api/campaigns', JSON.stringify({ name: 'x'.repeat(2 ** 21) })),
  ),
  refused('A body of 100 kB for signing in', 413, (w) =>
    raw(w, '/api/auth/sign-in/email', JSON.stringify({ email: 'x'.repeat(100_000) })),
  ),
  refused('A compressed body', [400, 415], (w) =>
    raw(w, '/api/campaigns', 'x', { ...json, 'content-encoding': 'gzip' }),
  ),
  refused('A change whose embed is nested 20,000 times', [400, 413, 422], async (w) =>
    raw(
      w,
      `/api/texts/${w.things.playersLore}/changes`,
      `{"id":"${randomUUID()}","base":0,"ops":[{"insert":${nested(20_000, ['{"a":', '}']).replace(':}', ':1}')}}]}`,
    ),
  ),
  ...(
    [
      ['6,000 operations', Array.from({ length: 6_000 }, () => ({ insert: 'x' }))],
      ['a retain of 1e308', [{ retain: 1e308 }]],
      ['a deletion of -1', [{ delete: -1 }]],
      ['an operation that is nothing', [{}]],
      ['an operation of two kinds', [{ insert: 'x', delete: 1 }]],
      ['an attribute of 100 kB', [{ insert: 'x', attributes: { link: 'https://'.padEnd(100_000, 'x') } }]],
      [
        'a table of 10,000 cells',
        [{ insert: { 'table-embed': { cells: Object.fromEntries(ids(10_000).map((id) => [id, {}])) } } }],
      ],
      ['1.5 million letters', [{ insert: 'x'.repeat(1_000_000) }]],
    ] as [string, unknown][]
  ).map(([what, ops]) => refused(`A change with ${what}`, [400, 413, 422], (w) => change(w, ops))),
  ...slowMarkdown.map(([what, of]) =>
    refused(`Markdown that parsers take long for: ${what}`, [201, 400, 422], (w) =>
      w.player.post('/api/content-segments', {
        entityType: 'CONJURATION',
        entityId: w.things.playersLore,
        type: 'STORY',
        content: of(60_000),
      }),
    ),
  ),
  ...[501, 5_000, 20_000].map((count) =>
    refused(`A bulk call for ${count} things`, [400, 413], (w) =>
      w.player.delete('/api/conjurations/bulk/delete', { conjurationIds: ids(count) }),
    ),
  ),
  ...['-1', '0', '1000000', '1e9', 'NaN', '1.5'].map((limit) =>
    refused(`Pages of ${limit}`, 400, (w) =>
      w.player.get(`/api/conjurations?campaignId=${w.campaignId}&limit=${limit}`),
    ),
  ),
  ...['-1', '1e308', '99999999999999999999'].map((offset) =>
    refused(`A page that begins at ${offset}`, 400, (w) =>
      w.player.get(`/api/conjurations?campaignId=${w.campaignId}&offset=${offset}`),
    ),
  ),
  ...['0', '6', '100', '-1'].map((depth) =>
    refused(`Links ${depth} deep`, 400, (w) =>
      w.player.get(`/api/relationships/${w.things.shown}?depthLimit=${depth}`),
    ),
  ),
  harmless('A search for 5,000 words', 'answered or refused', async (w) => {
    const words = Array.from({ length: 700 }, (_, n) => `w${n}`).join('+')
    for (const path of ['search', 'conjurations/search'])
      expect((await w.player.get(`/api/${path}?campaignId=${w.campaignId}&term=${words}`)).status).toBeLessThan(500)
  }),
  ...['(a+)+$', '(?:x|x)*y', '.*.*.*', '\\p{L}{1,9999}', '[[[[[['].map((pattern) =>
    harmless(`A search for the pattern ${pattern}`, 'answered as words', async (w) => {
      const { status } = await w.player.get(
        `/api/search?campaignId=${w.campaignId}&term=${encodeURIComponent(pattern.repeat(20))}`,
      )
      expect([200, 400]).toContain(status)
    }),
  ),
  refused('A structure nested 5,000 times for a text', [400, 422], (w) =>
    w.player.post('/api/llms/structured', { campaignId: w.campaignId, prompt: 'x', jsonString: nested(5_000) }),
  ),
  refused('A structure of 5,000 keys for a text', [400, 422], (w) =>
    w.player.post('/api/llms/structured', {
      campaignId: w.campaignId,
      prompt: 'x',
      jsonString: JSON.stringify(Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`k${n}`, 1]))),
    }),
  ),
  refused('A document whose picture unpacks to 100 MB of markers', [413, 415, 422], (w) =>
    file(w, markerBomb(100), 'a.docx', docx),
  ),
  refused('A document whose picture unpacks to 40 MB of markers', [201, 422], (w) =>
    file(w, markerBomb(40), 'a.docx', docx),
  ),
  refused('A document with 12,000 entries', [413, 415, 422], (w) =>
    file(
      w,
      wordDocument(...Array.from({ length: 12_000 }, (_, n) => deflated(`word/media/${n}.png`, Buffer.alloc(10)))),
      'a.docx',
      docx,
    ),
  ),
  ...Object.entries(partFloods).map(([format, bytes]) =>
    refused(`A picture of 100,000 parts: ${format}`, [413, 415, 422], (w) =>
      picture(w, bytes, `image/${format === 'jpg' ? 'jpeg' : format}`),
    ),
  ),
  refused('A JPEG of markers alone', [413, 415, 422], (w) =>
    picture(w, jpegOf(bareMarkers, 6 * 2 ** 20), 'image/jpeg'),
  ),
  ...(
    [
      [100_000, 100_000],
      [1, 2 ** 31 - 1],
      [0, 0],
    ] as const
  ).map(([width, height]) =>
    refused(`A picture that claims ${width} × ${height} pixels`, [413, 415, 422], (w) =>
      picture(w, pngOfSize(width, height)),
    ),
  ),
  refused('A picture of 11 MB', 413, (w) => picture(w, Buffer.alloc(11 * 2 ** 20, 'x'))),
  refused('A form of 10,000 fields', [400, 413, 422], (w) => {
    const form = multipart(Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`f${n}`, 'x'])))
    return w.player.send('POST', `/api/images/upload?campaignId=${w.campaignId}`, form.payload, form.headers)
  }),
  refused('A form that breaks off', 400, (w) => {
    const form = multipart({ image: { bytes: Buffer.alloc(1_000), type: 'image/png' } })
    return w.player.send(
      'POST',
      `/api/images/upload?campaignId=${w.campaignId}`,
      form.payload.subarray(0, 300),
      form.headers,
    )
  }),
  refused('A form without a boundary', [400, 415], (w) =>
    w.player.send('POST', `/api/images/upload?campaignId=${w.campaignId}`, Buffer.from('x'), {
      'content-type': 'multipart/form-data',
    }),
  ),
  harmless('Sixty sockets of one account', 'fifty stay', async (w) => {
    const someone = await w.stack.member('Socketed')
    const all = await together(60, () => w.opened.listen(w.stack, someone, '', { silent: true }))
    await eventually(() => all.filter(({ closed }) => closed !== undefined).length === 10)
    w.opened.close()
  }),
  ...(['not JSON', '[]', '"x"', '5', nested(1_500)] as const).map((text) =>
    harmless(
      `A message of a socket that is no object: ${text.slice(0, 10)}`,
      'the socket closes or drops it',
      async (w) => {
        const tab = await w.opened.listen(w.stack, w.player)
        tab.say(text)
        tab.say({ type: 'Subscribe', topic: 'nothing' })
        await eventually(() => tab.closed !== undefined || tab.said.some(({ type }) => type === 'Unsubscribed'))
      },
    ),
  ),
  harmless('A message of 100 kB', 'the socket closes', async (w) => {
    const tab = await w.opened.listen(w.stack, w.player)
    tab.say({ type: 'Subscribe', topic: 'x'.repeat(100_000) })
    await eventually(() => tab.closed !== undefined)
  }),
  harmless('Two thousand messages at once', 'the socket closes', async (w) => {
    const someone = await w.stack.member('Flooder')
    const tab = await w.opened.listen(w.stack, someone)
    for (let n = 0; n < 2_000; n++)
      tab.say({ type: 'Publish', topic: `conjuration:${w.things.shown}`, kind: 'caret', data: {} })
    await eventually(() => tab.closed !== undefined)
  }),
  harmless('A hundred topics on one socket', 'no more than 64', async (w) => {
    const tab = await w.opened.listen(w.stack, w.owner)
    for (const id of ids(70)) tab.say({ type: 'Subscribe', topic: `conjuration:${id}` })
    await eventually(() => tab.said.filter(({ type }) => type === 'Unsubscribed').length === 70)
    expect(tab.said.filter(({ type }) => type === 'Subscribed')).toEqual([])
  }),
  harmless('Fifty requests that are never finished', 'others are answered', async (w) => {
    const open = Array.from({ length: 50 }, () => connect(w.port))
    for (const connection of open)
      connection.send('POST /api/campaigns HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{')
    expect((await w.player.get('/api/users/me')).status).toBe(200)
    for (const { socket } of open) socket.destroy()
  }),
  ...(
    [
      ['headers of 100 kB', `GET /api/version HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`],
      ['2,000 cookies', `GET /api/users/me HTTP/1.1\r\nHost: x\r\nCookie: ${'a=b; '.repeat(20_000)}\r\n\r\n`],
      ['an address of 100 kB', `GET /api/${'x'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
      [
        'a length and chunks',
        'POST /api/campaigns HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      ],
      [
        'a chunk of all there is',
        'POST /api/campaigns HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n',
      ],
      ['two lengths', 'POST /api/campaigns HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\n{}'],
    ] as const
  ).map(([what, bytes]) =>
    harmless(`A request with ${what}`, 'refused and hung up on', async (w) => {
      const connection = connect(w.port)
      connection.send(bytes)
      const { text } = await connection.until(({ closed, text }) => closed || /^HTTP\/1.1 4\d\d/.test(text))
      connection.socket.destroy()
      expect(text === '' || /^HTTP\/1.1 4\d\d/.test(text)).toBe(true)
    }),
  ),
  refused('A name of a million letters', [400, 413], (w) =>
    w.player.patch('/api/users/me', { username: 'x'.repeat(1_000_000) }),
  ),
  refused('Tags by the thousand', 400, (w) =>
    w.player.patch(`/api/conjurations/${w.things.playersLore}`, { tags: ids(1_000) }),
  ),
  refused('A brush of 10,000 strokes', [400, 404], (w) =>
    w.owner.post(`/api/battlemaps/${w.things.image}/fog`, {
      strokeId: randomUUID(),
      mode: 'reveal',
      cells: Array.from({ length: 10_000 }, (_, n) => ({ first: n, count: 1 })),
    }),
  ),
]
