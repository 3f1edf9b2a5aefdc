import { createHash, randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'
import { ask, connect } from './raw.ts'
import { smallWebApp } from './small-web-app.ts'

/** What no library of a client would send, byte by byte over TCP. */

let stack: Stack
let someone: Person
let port: number
const dist = await smallWebApp()
beforeAll(async () => {
  stack = await startStack({ webApp: dist.root })
  someone = await stack.member('Somebody')
  await stack.app.listen({ port: 0, host: '127.0.0.1' })
  port = (stack.app.server.address() as AddressInfo).port
})
afterEach(async () => {
  const answer = await ask(port, request('GET /api/version HTTP/1.1', 'connection: close'))
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
})
afterAll(async () => {
  await stack?.stop()
  await dist.remove()
})

const request = (line: string, ...headers: string[]) =>
  `${[line, 'host: loreloom.test', ...headers].join('\r\n')}\r\n\r\n`
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
const post = 'POST /api/campaigns HTTP/1.1'
const json = 'content-type: application/json'

describe('a request that two readers would take apart differently', () => {
  const chunked = 'transfer-encoding: chunked'
  const smuggled = 'GET /api/health/live HTTP/1.1\r\nhost: x\r\n\r\n'
  test.each([
    ['with a length and chunks', `${request(post, json, 'content-length: 6', chunked)}0\r\n\r\n${smuggled}`],
    ['with two lengths', `${request(post, json, 'content-length: 2', 'content-length: 50')}{}${smuggled}`],
    ['with a list of lengths', `${request(post, json, 'content-length: 2, 50')}{}${smuggled}`],
    ['with a length below zero', request(post, json, 'content-length: -1') + smuggled],
    ['with a length in hexadecimal', `${request(post, json, 'content-length: 0x2')}{}${smuggled}`],
    ['with a length that no number holds', request(post, json, 'content-length: 99999999999999999999') + smuggled],
    ['with a space before the colon', `${request(post, json, 'transfer-encoding : chunked')}0\r\n\r\n${smuggled}`],
    ['with an encoding nobody knows', request(post, json, 'transfer-encoding: xchunked') + smuggled],
    [
      'with chunks that are not last',
      `${request(post, json, 'transfer-encoding: chunked, identity')}0\r\n\r\n${smuggled}`,
    ],
    ['with a chunk of no number', `${request(post, json, chunked)}z\r\n{}\r\n0\r\n\r\n${smuggled}`],
    ['with a chunk larger than numbers', `${request(post, json, chunked)}fffffffffffffffff\r\n{}${smuggled}`],
    ['with a chunk that is longer than it says', `${request(post, json, chunked)}1\r\n{}\r\n0\r\n\r\n${smuggled}`],
    ['with a chunk extension without end', `${request(post, json, chunked)}2;${'x'.repeat(40_000)}\r\n{}\r\n0\r\n\r\n`],
    ['with a folded header', `${post}\r\nhost: x\r\nx-long: a\r\n content-length: 50\r\n\r\n${smuggled}`],
    ['with a header without a name', `${post}\r\nhost: x\r\n: x\r\n\r\n`],
    ['with a NUL in a header', request('GET /api/version HTTP/1.1', 'x-a: b\0c')],
    ['with a bare carriage return', 'GET /api/version HTTP/1.1\r\nhost: x\r\nx-a: b\rset-cookie: x=y\r\n\r\n'],
    ['without a host', 'GET /api/version HTTP/1.1\r\nconnection: close\r\n\r\n'],
    ['of a version to come', request('GET /api/version HTTP/9.9')],
    ['of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['of TLS', Buffer.from('16030100a5010000a10303', 'hex')],
    ['of a method that is none', request('STEAL /api/version HTTP/1.1')],
    ['with a control character in its path', request('GET /api/\x01version HTTP/1.1')],
    ['with a header of 20 kB', request('GET /api/version HTTP/1.1', `x-a: ${'x'.repeat(20_000)}`)],
    ['with a cookie of 20 kB', request('GET /api/users/me HTTP/1.1', `cookie: ${'x=y;'.repeat(5_000)}`)],
    ['with a path of 20 kB', request(`GET /api/${'x'.repeat(20_000)} HTTP/1.1`)],
  ])('is refused once and hung up on: %s', async (_name, bytes) => {
    const raw = connect(port)
    raw.send(bytes)
    const { text } = await raw.until(({ closed }) => closed)
    expect(statusOf(text)).toBeGreaterThanOrEqual(400)
    expect(statusOf(text)).toBeLessThan(500)
    expect(text.match(/HTTP\/1\.1 \d{3}/g)).toHaveLength(1)
    expect(text.match(/"code":/g)?.length ?? 0).toBeLessThan(2)
  })

  test('gets a problem, with the headers of every answer', async () => {
    const answer = await ask(port, 'nonsense\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    for (const header of [
      'content-type: application/problem+json',
      'x-content-type-options: nosniff',
      'connection: close',
    ])
      expect(answer).toContain(header)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(JSON.parse(body)).toMatchObject({ status: 400, code: 'invalid_request', detail: expect.any(String) })
    expect(Number(/content-length: (\d+)/.exec(head)?.[1])).toBe(Buffer.byteLength(body))
  })
})

describe('a request that does not come to its end', () => {
  const limits = () => stack.app.server
  test('may take 20 s for its headers and five minutes in all, no longer', () => {
    expect([limits().headersTimeout, limits().requestTimeout, limits().timeout]).toEqual([20_000, 300_000, 120_000])
  })

  test('is hung up on, whoever sends a header now and then', { tags: 'long' }, async () => {
    const before = limits().headersTimeout
    limits().headersTimeout = 200
    const raw = connect(port)
    raw.send('GET /api/version HTTP/1.1\r\nhost: x\r\n')
    const dripping = setInterval(() => raw.send('x-a: b\r\n'), 100)
    const { text, closed } = await raw.until(({ closed }) => closed).finally(() => clearInterval(dripping))
    limits().headersTimeout = before
    expect([closed, statusOf(text)]).toEqual([true, 408])
  })

  test('leaves nothing behind when its sender goes', async () => {
    const count = () =>
      new Promise<number>((resolve) => stack.app.server.getConnections((_error, open) => resolve(open)))
    for (let n = 0; n < 50; n++) {
      const raw = connect(port)
      raw.send(
        request(post, json, 'content-length: 1000', `cookie: ${someone.cookies()}`, 'origin: http://loreloom.test') +
          '{"name":',
      )
      await eventually(() => !raw.socket.connecting)
      raw.socket.destroy()
    }
    await eventually(async () => (await count()) < 5)
  })
})

describe('a path', () => {
  test.each([
    '/../auth-secret',
    '/..%2fauth-secret',
    '/%2e%2e/auth-secret',
    '/%2e%2e%2fauth-secret',
    '/assets/../../auth-secret',
    '/assets/..%2f..%2fauth-secret',
    '/assets/%2e%2e%5c..%5cauth-secret',
    '/..%c0%afauth-secret',
    '/%252e%252e/auth-secret',
    '//auth-secret',
    '/assets//../..//auth-secret',
    '/.vite/manifest.json',
    '/%2evite/manifest.json',
    '/assets/app-1a2b3c.js%00.png',
    '/api/docs/static/../../../../auth-secret',
    '/api/docs/static/..%2f..%2f..%2fpackage.json',
    '/api/campaigns/x/background/..%2f..%2fauth-secret',
    'http://evil.example/../auth-secret',
  ])('leads to no file outside: %s', async (path) => {
    const answer = await ask(port, request(`GET ${path} HTTP/1.1`, 'connection: close', `cookie: ${someone.cookies()}`))
    expect(answer).not.toMatch(/nobody may have this|"secret":true|"dependencies"/)
    expect(statusOf(answer)).toBeLessThan(500)
  })

  const spellings = [
    '/api/version',
    '/%61pi/version',
    '/%61%70%69/%76ersion',
    '/ap%69/version?a=%61pi',
    'http://loreloom.test/api/version',
    'http://evil.example/%61pi/version',
  ]
  test.each(spellings)('is counted, kept by nobody and no page, however it is written: %s', async (path) => {
    const answer = await ask(port, request(`GET ${path} HTTP/1.1`, 'connection: close'))
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    for (const header of [
      "content-security-policy: default-src 'none'",
      'cache-control: no-store',
      'x-ratelimit-limit: ',
    ])
      expect(answer).toContain(header)
  })

  test.each([
    '//',
    '//api/version',
    '/api//version',
    '/api/version/',
    '/API/version',
    '/api%2fversion',
    '/api/../api/version',
    '/api/health/../users/me',
    '/%61pi/nothing',
    '/api',
    '/api/health/%2e%2e/users/me',
    'http://loreloom.test/api/nothing',
  ])('is no way around, and no fault of ours, where nothing is: %s', async (path) => {
    const answer = await ask(port, request(`GET ${path} HTTP/1.1`, 'connection: close'))
    const [head = ''] = answer.split('\r\n\r\n')
    // The web app's own page, which says that there is nothing, or a problem.
    const isPage = head.includes('content-type: text/html')
    expect([path, String(statusOf(answer))]).toEqual([path, expect.stringMatching(isPage ? '200' : /^4/)])
    expect(head).toContain(`content-security-policy: default-src '${isPage ? 'self' : 'none'}'`)
    expect(head).toContain('cache-control: no-store')
    if (path !== '//')
      expect([path, isPage, head]).toEqual([path, false, expect.stringContaining('x-ratelimit-limit: ')])
  })

  test.each([
    'TRACE / HTTP/1.1',
    'TRACE /api/version HTTP/1.1',
    'OPTIONS * HTTP/1.1',
    'CONNECT evil.example:443 HTTP/1.1',
  ])('is no way to others, nor an echo: %s', async (line) => {
    const answer = await ask(port, request(line, 'connection: close', 'x-secret: said'))
    expect(answer).not.toMatch(/said|access-control|HTTP\/1\.1 2/)
  })
})

describe('a socket', () => {
  const key = 'dGhlIHNhbXBsZSBub25jZQ=='
  const upgrade = (...over: string[]) =>
    request(
      'GET /api/realtime HTTP/1.1',
      'connection: Upgrade',
      'upgrade: websocket',
      `cookie: ${someone.cookies()}`,
      ...over,
    )
  const proper = ['sec-websocket-version: 13', `sec-websocket-key: ${key}`]

  /** A client's frame: first byte as given, masked, with the length written in as many bytes as asked for. */
  const frame = (first: number, payload: Buffer, { masked = true, claims = payload.length } = {}) => {
    const head =
      claims < 126
        ? Buffer.of(first, claims)
        : claims < 65_536
          ? Buffer.of(first, 126, claims >> 8, claims & 255)
          : long(first, claims)
    if (!masked) return Buffer.concat([head, payload])
    head.writeUInt8(head.readUInt8(1) | 0x80, 1)
    const mask = randomBytes(4)
    return Buffer.concat([head, mask, payload.map((byte, n) => byte ^ (mask[n % 4] ?? 0))])
  }
  const long = (first: number, claims: number) => {
    const head = Buffer.alloc(10)
    head.writeUInt16BE((first << 8) | 127)
    head.writeBigUInt64BE(BigInt(claims), 2)
    return head
  }
  const opened = async () => {
    const raw = connect(port)
    raw.send(upgrade(...proper))
    const { text } = await raw.until(({ text }) => text.includes('Hello'))
    expect(text).toMatch(/^HTTP\/1\.1 101 /)
    return raw
  }
  /** The code that the server closed with: the last frame's first two bytes. */
  const codeIn = (text: string) => {
    const at = text.lastIndexOf('\x88')
    return at < 0 ? undefined : Buffer.from(text.slice(at + 2, at + 4), 'latin1').readUInt16BE()
  }

  test.each([
    ['without a key', ['sec-websocket-version: 13'], 400],
    ['with a key that is none', ['sec-websocket-version: 13', 'sec-websocket-key: x'], 400],
    ['of a version of the past', ['sec-websocket-version: 7', `sec-websocket-key: ${key}`], 400],
    ['from a page of others', [...proper, 'origin: https://evil.example'], 403],
    ['with a position that is none', ['sec-websocket-version: 13', 'sec-websocket-key: x', 'upgrade: h2c'], 400],
  ])('is refused %s', async (_name, headers, status) => {
    expect(statusOf(await ask(port, upgrade(...headers, 'connection: close')))).toBe(status)
  })

  test('is refused to pages of others however its address is written', async () => {
    for (const path of ['/%61pi/realtime', '/api/%72ealtime', 'http://loreloom.test/api/realtime']) {
      const asked = upgrade(...proper, 'origin: https://evil.example', 'connection: close')
      const answer = await ask(port, asked.replace('/api/realtime', path))
      expect([path, statusOf(answer)]).toEqual([path, 403])
      expect(answer).toContain('x-ratelimit-limit: ')
    }
  })

  test('is opened nowhere else, and not by another method', async () => {
    for (const line of [
      'GET /api/version HTTP/1.1',
      'GET / HTTP/1.1',
      'POST /api/realtime HTTP/1.1',
      'GET /api/realtime/x HTTP/1.1',
    ]) {
      const raw = connect(port)
      raw.send(upgrade(...proper).replace('GET /api/realtime HTTP/1.1', line))
      const { text } = await raw.until(({ text, closed }) => closed || text.includes('\r\n\r\n'))
      raw.socket.destroy()
      expect([line, /^HTTP\/1\.1 101/.test(text)]).toEqual([line, false])
    }
  })

  test('is opened as the protocol says, without compression, which could be made to unfold', async () => {
    const raw = connect(port)
    raw.send(
      upgrade(
        ...proper,
        'sec-websocket-extensions: permessage-deflate; client_max_window_bits',
        'sec-websocket-protocol: x',
      ),
    )
    const { text } = await raw.until(({ text }) => text.includes('Hello'))
    const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
    expect(text).toContain(`Sec-WebSocket-Accept: ${accept}`)
    expect(text).not.toMatch(/sec-websocket-extensions/i)
    raw.socket.destroy()
  })

  const text = (bytes: Buffer | string) => frame(0x81, Buffer.from(bytes))
  test.each<[string, Buffer, number]>([
    ['is not masked', frame(0x81, Buffer.from('hi'), { masked: false }), 1002],
    ['uses a reserved bit', frame(0xc1, Buffer.from('hi')), 1002],
    ['is of a kind that is none', frame(0x83, Buffer.from('hi')), 1002],
    ['goes on with nothing', frame(0x80, Buffer.from('hi')), 1002],
    ['begins twice', Buffer.concat([frame(0x01, Buffer.from('a')), text('b')]), 1002],
    ['is a ping in parts', frame(0x09, Buffer.from('hi')), 1002],
    ['is a ping that is too long', frame(0x89, Buffer.alloc(126)), 1002],
    ['closes with a code that is none', frame(0x88, Buffer.of(0x03, 0xed)), 1002],
    ['closes with half a code', frame(0x88, Buffer.of(0x03)), 1002],
    ['is no UTF-8', text(Buffer.of(0xc0, 0xaf, 0xed, 0xa0, 0x80)), 1007],
    ['is too long', text('x'.repeat(5_000)), 1009],
    ['claims to be of a terabyte', frame(0x81, Buffer.from('x'), { claims: 2 ** 40 }), 1009],
    [
      'claims more than numbers hold',
      Buffer.concat([Buffer.of(0x81, 0xff), Buffer.alloc(8, 0xff), randomBytes(4)]),
      1009,
    ],
    [
      'comes in parts without end',
      Buffer.concat([
        frame(0x01, Buffer.alloc(100)),
        ...Array.from({ length: 40 }, () => frame(0x00, Buffer.alloc(100))),
      ]),
      1009,
    ],
    ['is one of too many', Buffer.concat(Array.from({ length: 25 }, () => text('hi'))), 1008],
  ])('is closed by a frame that %s', async (_name, bytes, code) => {
    const raw = await opened()
    raw.send(bytes)
    const { text } = await raw.until(({ text }) => codeIn(text) !== undefined)
    expect(codeIn(text)).toBe(code)
    raw.socket.destroy()
  })

  test('answers pings, and is cut off when nobody takes the answers', async () => {
    const raw = await opened()
    raw.send(frame(0x89, Buffer.from('still there')))
    expect((await raw.until(({ text }) => text.includes('still there'))).closed).toBe(false)
    raw.socket.pause()
    // More than the system keeps for a connection.
    const flood = Buffer.concat(Array.from({ length: 8_000 }, () => frame(0x89, Buffer.alloc(125))))
    for (let n = 0; n < 20; n++) raw.send(flood)
    const open = () => [...stack.app.websocketServer.clients].filter((client) => client.readyState === client.OPEN)
    let waiting = 0
    await eventually(() => {
      waiting = Math.max(waiting, ...open().map(({ bufferedAmount }) => bufferedAmount))
      return open().length === 0
    })
    expect(waiting).toBeLessThan(4_000_000)
    raw.socket.destroy()
  })

  test('that was never given a session says so and closes', async () => {
    const raw = connect(port)
    raw.send(upgrade(...proper).replace(/cookie: .*\r\n/, ''))
    expect(codeIn((await raw.until(({ text }) => codeIn(text) !== undefined)).text)).toBe(4401)
    raw.socket.destroy()
  })
})
