import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { compressAnswers } from '../../backend/http/compress.ts'

const large = {
  data: Array.from({ length: 200 }, (_, n) => ({ id: n, name: `Folder ${n}, where the bëlls are kept` })),
}
const text = JSON.stringify(large)

const app = Fastify()
compressAnswers(app)
app.get('/large', () => large)
app.get('/varying', (_request, reply) => reply.header('vary', 'origin').send(large))
app.get('/small', () => ({ id: 1 }))
app.get('/unchanged', (_request, reply) => reply.code(304).send())
app.get('/refused', (_request, reply) => reply.code(422).type('application/problem+json').send(text))
app.get('/picture', (_request, reply) => reply.type('image/png').send(Buffer.from(text)))
app.get('/file', (_request, reply) => reply.type('application/json').send(Readable.from([text])))
app.get('/page', (_request, reply) => reply.type('text/html').send(text))
app.get('/encoded', (_request, reply) =>
  reply.type('application/json').header('content-encoding', 'identity').send(text),
)

const get = (url: string, accepted?: string, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } })

test.each([
  ['zstd', 'gzip, deflate, br, zstd', zstdDecompressSync],
  ['br', 'gzip, deflate, br', brotliDecompressSync],
  ['gzip', 'deflate, GZIP;q=0.5', gunzipSync],
  ['gzip', 'br;q=0, zstd; q=0.0, gzip;q=1', gunzipSync],
])('a large answer is sent as %s to who accepts %s', async (encoding, accepted, decompress) => {
  const { headers, rawPayload } = await get('/large', accepted)
  expect(headers['content-encoding']).toBe(encoding)
  expect(headers.vary).toBe('accept-encoding')
  expect(headers['content-length']).toBe(String(rawPayload.length))
  expect(rawPayload.length).toBeLessThan(text.length / 2)
  expect(decompress(rawPayload).toString()).toBe(text)
})

test.each([
  ['no encoding', undefined],
  ['none that is known', 'deflate, identity'],
  ['none at all', 'gzip;q=0, br;q=0, zstd;q=0'],
])('who accepts %s gets it plain, and caches are told that others do not', async (_name, accepted) => {
  const { headers, payload } = await get('/large', accepted)
  expect(headers['content-encoding']).toBeUndefined()
  expect(headers.vary).toBe('accept-encoding')
  expect(payload).toBe(text)
})

test('what an answer varies by already is kept', async () => {
  expect((await get('/varying', 'gzip')).headers.vary).toBe('origin, accept-encoding')
})

test('refusals are answers too', async () => {
  const { statusCode, headers, rawPayload } = await get('/refused', 'gzip')
  expect(statusCode).toBe(422)
  expect(headers['content-type']).toContain('application/problem+json')
  expect(gunzipSync(rawPayload).toString()).toBe(text)
})

test.each(['/small', '/unchanged', '/picture', '/file', '/page', '/encoded'])('%s is left as it is', async (url) => {
  const plain = await get(url)
  const { headers, rawPayload } = await get(url, 'gzip, br, zstd')
  expect(rawPayload).toEqual(plain.rawPayload)
  expect(headers['content-encoding']).toBe(plain.headers['content-encoding'])
  expect(headers.vary).toBeUndefined()
})

test('HEAD says how long the plain answer is', async () => {
  const { headers, payload } = await get('/large', 'gzip', 'HEAD')
  expect(payload).toBe('')
  expect(headers['content-encoding']).toBeUndefined()
  expect(headers['content-length']).toBe(String(Buffer.byteLength(text)))
})
