import { once } from 'node:events'
import { rmSync } from 'node:fs'
import http2 from 'node:http2'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { libraryClient } from '../../eventstore/library-client.ts'
import { certificateFiles, selfSigned } from '../certificates.ts'

/** What a server over TLS is told of the name that it was called by. */
const own = selfSigned()
const files = certificateFiles(own)
const server = http2.createSecureServer(own)
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.close()
  rmSync(files.folder, { recursive: true })
})

test.each([
  ['127.0.0.1', false],
  ['localhost', 'localhost'],
])('%s is told as %s', async (host, told) => {
  const secured = once(server, 'secureConnection')
  const { port } = server.address() as AddressInfo
  const client = libraryClient(`esdb://${host}:${port}?tlsCAFile=${encodeURIComponent(files.cert)}`)
  const reading = client.readStream('any', { maxCount: 1 })
  reading.on('error', () => undefined)
  const [socket] = (await secured) as [TLSSocket]
  // Nobody answers: the certificate was good, so the call is there.
  await once(server, 'stream')
  expect(socket.servername).toBe(told)
  socket.destroy()
  await client.dispose()
})
