import { connect } from 'node:net'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { handleErrors } from '../../backend/http/error-handler.ts'
import { limitRequestsAtOnce } from '../../backend/http/request-slots.ts'

let app: FastifyInstance
afterEach(() => app.close())

/** An application whose requests wait for `release`, and the addresses of those that are executed. */
const serve = async () => {
  app = Fastify({ trustProxy: true })
  handleErrors(app)
  await app.register(multipart)
  app.decorateRequest('session', undefined)
  limitRequestsAtOnce(app, { requestsAtOnce: 4 }, ({ headers }) => headers.operator === 'yes')
  const executed: string[] = []
  const waiting = new Set<() => void>()
  const handle = async ({ ip }: { ip: string }) => {
    executed.push(ip)
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.add(resolve)
    await promise
    waiting.delete(resolve)
    return {}
  }
  app.get('/api/list', handle)
  app.post('/api/note', { schema: { body: { type: 'object', required: ['a'] } } }, handle)
  app.post('/api/file', { schema: { consumes: ['multipart/form-data'] } }, handle)
  app.get('/api/picture', { config: { rateLimit: { groupId: 'files' } } }, handle)
  app.get('/api/health/ready', handle)
  await app.ready()
  const send = (url: string, options: { from?: string; operator?: boolean; bytes?: number } = {}) => {
    const { from = '192.0.2.1', operator = false, bytes } = options
    const headers = { 'x-forwarded-for': from, ...(operator && { operator: 'yes' }) }
    if (bytes === undefined) return app.inject({ url, headers })
    const body = url === '/api/file' ? '' : { a: 'x'.repeat(bytes) }
    return app.inject({ method: 'POST', url, payload: body, headers })
  }
  const release = () => {
    for (const resolve of waiting) resolve()
  }
  return { send, executed, release }
}

/** Releases requests until all of them were answered. */
const finish = async <T>(all: Promise<T>[], release: () => void): Promise<T[]> => {
  const done = Promise.all(all)
  let isDone = false
  void done.finally(() => {
    isDone = true
  })
  while (!isDone) {
    release()
    await new Promise(setImmediate)
  }
  return done
}

const many = <T>(count: number, make: () => Promise<T>) => Array.from({ length: count }, make)

test('a page with 20 requests is answered, four at a time, and another client meanwhile', async () => {
  const { send, executed, release } = await serve()
  const page = many(20, () => send('/api/list'))
  await vi.waitFor(() => expect(executed).toHaveLength(4))
  const other = send('/api/list', { from: '192.0.2.2' })
  await vi.waitFor(() => expect(executed).toEqual([...Array(4).fill('192.0.2.1'), '192.0.2.2']))
  const answers = await finish([...page, other], release)
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(21).fill(200))
})

test('more than the queue holds is refused with the time to wait, and nothing of it is executed', async () => {
  const { send, executed, release } = await serve()
  const all = many(110, () => send('/api/list'))
  const answers = await finish(all, release)
  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  expect(refused).toHaveLength(6)
  expect(refused[0]?.headers['retry-after']).toBe('1')
  expect(refused[0]?.json()).toMatchObject({ code: 'too_many_requests', seconds: 1 })
  expect(executed).toHaveLength(104)
})

test('a large body takes several slots', async () => {
  const { send, executed, release } = await serve()
  const all = many(3, () => send('/api/note', { bytes: 100_000 }))
  await vi.waitFor(() => expect(executed).toHaveLength(1))
  await finish(all, release)
  expect(executed).toHaveLength(3)
})

test('a body that never arrives holds a slot until its client hangs up, and refused bodies hold none', async () => {
  const { send, executed, release } = await serve()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { port: number }
  const sockets = many(4, async () => {
    const socket = connect(port, '127.0.0.1')
    socket.write(
      'POST /api/note HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\nx-forwarded-for: 192.0.2.1\r\n\r\n{',
    )
    return socket
  })
  const arrived = vi.fn()
  app.server.on('request', arrived)
  await vi.waitFor(() => expect(arrived).toHaveBeenCalledTimes(4))
  const waiting = send('/api/list')
  const other = send('/api/list', { from: '192.0.2.2' })
  await vi.waitFor(() => expect(executed).toEqual(['192.0.2.2']))
  for (const socket of sockets) (await socket).destroy()
  await vi.waitFor(() => expect(executed).toContain('192.0.2.1'))
  const invalid = await Promise.all(
    many(8, () =>
      app.inject({ method: 'POST', url: '/api/note', payload: {}, headers: { 'x-forwarded-for': '192.0.2.3' } }),
    ),
  )
  expect(invalid.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(400))
  await finish([waiting, other], release)
})

test('uploads and pictures have slots of their own; probes and the operator need none', async () => {
  const { send, executed, release } = await serve()
  const uploads = many(5, () => send('/api/file', { bytes: 0 }))
  await vi.waitFor(() => expect(executed).toHaveLength(2))
  const rest = [
    ...many(4, () => send('/api/list')),
    ...many(9, () => send('/api/picture')),
    ...many(9, () => send('/api/health/ready')),
    ...many(9, () => send('/api/list', { operator: true })),
  ]
  await vi.waitFor(() => expect(executed).toHaveLength(2 + 4 + 4 + 18))
  await finish([...uploads, ...rest], release)
})
