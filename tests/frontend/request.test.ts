import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BaseQueryApi } from '@reduxjs/toolkit/query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { messageOf } from '../../frontend/src/base/problem.ts'
import { createRequest, type RequestDeps } from '../../frontend/src/base/request.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void
const servers: ReturnType<typeof createServer>[] = []
afterEach(() => Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve)))))

/** A server that gives these answers in turn, the last one from then on; what it was asked is in `asked`. */
const given = async (answers: Answer[], deps: Partial<RequestDeps> = {}) => {
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)]
    asked.push(request)
    request.resume()
    answer?.(request, response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const waits: number[] = []
  let signedOut = 0
  const request = createRequest({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isOpen: () => false,
    refreshSession: async () => false,
    signOut: () => signedOut++,
    wait: async (ms) => void waits.push(ms),
    ...deps,
  })
  const api = {
    signal: new AbortController().signal,
    dispatch: () => undefined,
    getState: () => ({}),
  } as unknown as BaseQueryApi
  const send = (args: Parameters<typeof request>[0], options = {}) => Promise.resolve(request(args, api, options))
  return { send, asked, waits, signedOut: () => signedOut }
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (_request, response) => {
    response.writeHead(status, {
      'content-type': status < 400 ? 'application/json' : 'application/problem+json',
      ...headers,
    })
    response.end(JSON.stringify(body))
  }
const problem = (status: number, code: string, facts = {}) =>
  json(status, { type: 'about:blank', title: code, status, detail: `It is ${code}.`, code, ...facts })
const cut: Answer = (_request, response) => void response.destroy()
const act = { url: '/images', method: 'POST', body: { prompt: 'a bell' } }

it('no read is sent while this tab ends its session, and a command is', async () => {
  const kept = Promise.withResolvers<void>()
  const { send, asked } = await given([json(200, {})], { readable: () => kept.promise })
  const read = send('/operations')
  await send(act)
  expect(asked.map(({ method }) => method)).toEqual(['POST'])
  kept.resolve()
  expect((await read).error).toBeUndefined()
  expect(asked).toHaveLength(2)
})

it('what is sent while the page goes away is kept alive, and nothing else is', async () => {
  const kept: boolean[] = []
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    kept.push((input as Request).keepalive)
    return new Response('{}', { headers: { 'content-type': 'application/json' } })
  })
  let isLeaving = false
  const { send } = await given([], { isLeaving: () => isLeaving })
  await send(act)
  isLeaving = true
  await send(act)
  await send('/images')
  expect(kept).toEqual([false, true, false])
  fetched.mockRestore()
})

it('a refusal is heard once beside whoever asked, with what the rule names', async () => {
  const heard: unknown[] = []
  const refused = ({ code, facts }: { code: string; facts: object }) => heard.push([code, facts])
  const { send } = await given([problem(403, 'plan_required', { wanted: 'battleMaps' })], { refused })
  expect((await send(act)).error).toMatchObject({ status: 403, code: 'plan_required' })
  expect(heard).toEqual([['plan_required', { wanted: 'battleMaps' }]])
})

describe('an act', () => {
  it('carries one key, the same when it is tried again', async () => {
    const { send, asked } = await given([cut, json(202, { position: '5' })])
    expect((await send(act)).data).toEqual({ position: '5' })
    const keys = asked.map(({ headers }) => headers['idempotency-key'])
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(keys).toEqual([keys[0], keys[0]])
  })

  it('is another act with another key', async () => {
    const { send, asked } = await given([json(202, { position: '5' })])
    await send(act)
    await send(act)
    expect(asked[0]?.headers['idempotency-key']).not.toBe(asked[1]?.headers['idempotency-key'])
  })

  it('is tried again once, and no more', async () => {
    const { send, asked } = await given([problem(503, 'unavailable')])
    expect((await send(act)).error).toMatchObject({ status: 503, code: 'unavailable', detail: 'It is unavailable.' })
    expect(asked).toHaveLength(2)
  })
})

describe('a read', () => {
  it('waits for what this tab has done, and says what it is true at', async () => {
    const { send, asked } = await given([
      json(202, { position: '12' }),
      json(202, { position: '9' }),
      json(200, [], { 'event-position': '13' }),
    ])
    await send(act)
    await send(act)
    const answer = await send('/images')
    expect(asked[2]?.headers['min-position']).toBe('12')
    expect(answer.meta).toEqual({ position: '13' })
  })

  it('carries no key', async () => {
    const { send, asked } = await given([json(200, [])])
    await send('/images')
    expect(asked[0]?.headers['idempotency-key']).toBeUndefined()
  })

  it('is tried three times more, waiting longer each time', async () => {
    const { send, asked, waits } = await given([cut])
    expect((await send('/images')).error).toMatchObject({ status: 0, code: 'unreachable' })
    expect(asked).toHaveLength(4)
    expect(waits).toEqual([300, 600, 1200])
  })

  it('is tried twice more where it asks for the session', async () => {
    const { send, asked } = await given([cut])
    await send('/users/me', { probe: true })
    expect(asked).toHaveLength(3)
  })

  it.each([400, 403, 404, 409, 422, 429])('is not tried again after %i', async (status) => {
    const { send, asked } = await given([problem(status, 'refused')])
    await send('/images')
    expect(asked).toHaveLength(1)
  })

  it('is tried again after 408', async () => {
    const { send, asked } = await given([problem(408, 'slow'), json(200, [])])
    expect((await send('/images')).data).toEqual([])
    expect(asked).toHaveLength(2)
  })
})

describe('what went wrong', () => {
  it('keeps the facts beside the sentence', async () => {
    const { send } = await given([problem(402, 'insufficient_credits', { needed: 8, available: 3 })])
    expect((await send(act)).error).toEqual({
      status: 402,
      code: 'insufficient_credits',
      detail: 'It is insufficient_credits.',
      errors: [],
      facts: { needed: 8, available: 3 },
    })
  })

  it('keeps the status of an answer that is no problem', async () => {
    const { send } = await given([(_request, response) => void response.writeHead(404).end('<h1>nginx</h1>')])
    expect((await send('/images')).error).toMatchObject({ status: 404, code: 'unreadable' })
  })
})

describe('what is told of an act that failed', () => {
  const told = async (answer: Answer, otherwise: string) => {
    const { send } = await given([answer])
    return messageOf((await send(act)).error, otherwise)
  }
  afterEach(() => vi.unstubAllGlobals())

  it("is the server's sentence, or the given one where there is none", async () => {
    expect(await told(problem(409, 'refused'), 'Failed. Please try again.')).toBe('It is refused.')
    expect(await told(cut, 'Failed. Please try again.')).toBe('Failed. Please try again.')
  })

  it.each([
    ['Failed to create folder. Please try again.', 'Failed to create folder. Please try again. You are offline.'],
    ['Failed to delete images', 'Failed to delete images. You are offline.'],
    ['', 'You are offline.'],
  ])('names the connection where the browser knows that there is none: %s', async (otherwise, sentence) => {
    vi.stubGlobal('navigator', { onLine: false })
    expect(await told(cut, otherwise)).toBe(sentence)
    expect(await told(problem(409, 'refused'), otherwise)).toBe('It is refused.')
  })
})

describe('a lost session', () => {
  it('is refreshed once, and the request sent again', async () => {
    const { send, asked, signedOut } = await given([problem(401, 'unauthenticated'), json(200, [1])], {
      refreshSession: async () => true,
    })
    expect((await send('/images')).data).toEqual([1])
    expect([asked.length, signedOut()]).toEqual([2, 0])
  })

  it('signs out when it cannot be refreshed', async () => {
    const { send, asked, signedOut } = await given([problem(401, 'unauthenticated')])
    expect((await send('/images')).error).toMatchObject({ status: 401 })
    expect([asked.length, signedOut()]).toEqual([1, 1])
  })

  it('is no news to who only asks whether there is one, nor on a page that is open to all', async () => {
    const probe = await given([problem(401, 'unauthenticated')])
    await probe.send('/users/me', { probe: true })
    const open = await given([problem(401, 'unauthenticated')], { isOpen: () => true })
    await open.send('/users/me')
    expect([probe.signedOut(), open.signedOut()]).toEqual([0, 0])
  })
})
