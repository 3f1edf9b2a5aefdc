import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { bytesOf } from '../../backend/providers/bounded.ts'

let server: Server | undefined
afterEach(() => server?.close())

/** Asks a server that answers so, and reads at most 1,000 bytes of its answer. */
const readFrom = async (answer: (response: ServerResponse) => void): Promise<Buffer> => {
  server = createServer((_, response) => answer(response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return bytesOf(await fetch(`http://127.0.0.1:${port}`), 1_000, () => new Error('too large'))
}

test('an answer is read whole, up to its limit', async () => {
  expect(await readFrom((response) => response.end('a'.repeat(1_000)))).toHaveLength(1_000)
  expect(await readFrom((response) => response.writeHead(204).end())).toHaveLength(0)
})

test('of an answer beyond the limit no more is read, and its connection ends', async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  const endless = (response: ServerResponse) => {
    response.on('close', resolve)
    const write = (): void =>
      void (response.write('a'.repeat(500)) ? setImmediate(write) : response.once('drain', write))
    write()
  }
  await expect(readFrom(endless)).rejects.toThrow('too large')
  await closed
})

test('a connection that drops within an answer is an error of the reader', async () => {
  const dropped = readFrom((response) => {
    response.writeHead(200, { 'content-length': '900' })
    response.write('a', () => response.destroy())
  })
  await expect(dropped).rejects.toThrow('terminated')
})
