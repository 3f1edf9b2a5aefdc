import { Readable } from 'node:stream'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { paceFiles } from '../../backend/http/paced-files.ts'

let app: FastifyInstance
afterEach(() => app.close())

/** Bytes that a client is sent at once; after them, nothing within a test. */
const burst = 10_000
const large = 100 * burst
const filesGroup = { config: { rateLimit: { groupId: 'files' } } }

/** Serves files of more than streams buffer, or of `?bytes=`, over the network. */
const serve = async () => {
  app = Fastify({ trustProxy: true, forceCloseConnections: true })
  app.decorateRequest('session', undefined)
  paceFiles(app, { fileBytes: { perSecond: 0.001, burst } }, ({ headers }) => headers.operator === 'yes')
  const sources: Readable[] = []
  const stream = (bytes: number) => {
    const source = Readable.from(Array.from({ length: bytes / 1000 }, () => Buffer.alloc(1000)))
    sources.push(source)
    return source
  }
  const schema = { querystring: { type: 'object', properties: { bytes: { type: 'number', default: large } } } }
  const file = ({ query }: { query: unknown }) => stream((query as { bytes: number }).bytes)
  app.get('/api/file', { ...filesGroup, schema }, (request, reply) => reply.send(file(request)))
  app.get('/api/page', { schema }, (request, reply) => reply.send(file(request)))
  app.get('/api/broken', filesGroup, (_request, reply) => {
    const source = new Readable({ read: () => source.destroy(new Error('The disk is gone')) })
    return reply.send(source)
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const open = (path: string, from: string, more: Record<string, string> = {}, signal?: AbortSignal) =>
    fetch(`${url}${path}`, { headers: { 'x-forwarded-for': from, ...more }, ...(signal && { signal }) })
  return { open, sources }
}

const sizeOf = async (answer: Response) => (await answer.arrayBuffer()).byteLength

test('a client that has received its burst waits, and no other client with it', async () => {
  const { open, sources } = await serve()
  const slow = await open('/api/file', '192.0.2.1')
  const reader = slow.body?.getReader()
  let received = 0
  while (received < burst) received += (await reader?.read())?.value?.length ?? 0
  const other = await open(`/api/file?bytes=${burst}`, '192.0.2.2')
  expect([await sizeOf(other), received]).toEqual([burst, burst])

  const closed = new Promise((resolve) => sources[0]?.once('close', resolve))
  await reader?.cancel()
  await closed
  expect(sources[0]?.destroyed).toBe(true)
})

test('files of one client share its burst', async () => {
  const { open } = await serve()
  expect(await sizeOf(await open(`/api/file?bytes=${burst}`, '192.0.2.1'))).toBe(burst)
  const hangUp = new AbortController()
  const next = open('/api/file?bytes=3000', '192.0.2.1', {}, hangUp.signal).then(sizeOf)
  const other = open('/api/file?bytes=4000', '192.0.2.2').then(sizeOf)
  expect(await Promise.race([next, other])).toBe(4000)
  hangUp.abort()
  await expect(next).rejects.toThrow()
})

test('pages, and files for the operator, are sent as they are read', async () => {
  const { open } = await serve()
  expect(await sizeOf(await open('/api/page', '192.0.2.1'))).toBe(large)
  expect(await sizeOf(await open('/api/file', '192.0.2.1', { operator: 'yes' }))).toBe(large)
})

test('a file that cannot be read is answered as an error', async () => {
  const { open } = await serve()
  expect((await open('/api/broken', '192.0.2.1')).status).toBe(500)
})
