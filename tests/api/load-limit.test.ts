import Fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { handleErrors } from '../../backend/http/error-handler.ts'
import { countRequests, limitLoad } from '../../backend/http/load-limit.ts'
import { createRequestCounter } from '../../backend/platform/request-counter.ts'

const sampleMs = 50
let app: ReturnType<typeof Fastify>
afterEach(() => app.close())

/** An application with a request that takes the processor, one that waits for `release`, and a probe. */
const serve = async (requestsInProgress: number) => {
  app = Fastify()
  handleErrors(app)
  const requests = createRequestCounter()
  countRequests(app, requests)
  await limitLoad(app, { requestsInProgress, sampleMs }, requests)
  const { promise, resolve: release } = Promise.withResolvers<void>()
  app.get('/quick', async () => 'done')
  app.get('/waiting', () => promise.then(() => 'done'))
  app.get('/api/health/ready', async () => 'ready')
  const status = async (url: string) => (await app.inject(url)).statusCode
  await app.ready()
  return { status, release, requests }
}

const block = (ms: number) => {
  const end = performance.now() + ms
  while (performance.now() < end);
}
/** The event loop does not become idle for several samples, whether because of this process or because others take its processor. */
const blockSamples = async () => {
  for (let sample = 0; sample < 4; sample++) {
    block(sampleMs * 2)
    await new Promise(setImmediate)
  }
}

test('a handful of requests is answered on a machine whose other programs take the processor', async () => {
  const { status } = await serve(10)
  await blockSamples()
  expect(await Promise.all(Array.from({ length: 10 }, () => status('/quick')))).toEqual(Array(10).fill(200))
})

test('requests beyond the limit are refused while the event loop never becomes idle, and probes are answered', async () => {
  const { status, release } = await serve(10)
  const waiting = Array.from({ length: 10 }, () => status('/waiting'))
  await blockSamples()
  expect([await status('/quick'), await status('/api/health/ready')]).toEqual([503, 200])
  release()
  expect(await Promise.all(waiting)).toEqual(Array(10).fill(200))
  expect(await status('/quick')).toBe(200)
})

test('any number of requests may wait while the event loop is idle', async () => {
  const { status, release } = await serve(10)
  const waiting = Array.from({ length: 50 }, () => status('/waiting'))
  await blockSamples()
  await vi.waitFor(() => expect(app.memoryUsage().eventLoopUtilized).toBeLessThan(0.9), 10_000)
  expect(await status('/quick')).toBe(200)
  release()
  expect(await Promise.all(waiting)).toEqual(Array(50).fill(200))
})

test('a request is open until its response is sent or its client disconnects', async () => {
  const { requests, release } = await serve(0)
  const waiting = app.inject('/waiting')
  await vi.waitFor(() => expect(requests.count()).toBe(1))
  release()
  await waiting
  await vi.waitFor(() => expect(requests.count()).toBe(0))

  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const other = Fastify()
  countRequests(other, requests)
  other.get('/', () => {
    begin()
    return new Promise(() => undefined)
  })
  const address = await other.listen({ host: '127.0.0.1', port: 0 })
  const leaving = new AbortController()
  const left = fetch(address, { signal: leaving.signal }).catch(() => undefined)
  await begun
  expect(requests.count()).toBe(1)
  leaving.abort()
  await left
  await vi.waitFor(() => expect(requests.count()).toBe(0), 10_000)
  await other.close()
})
