/** @module-tag long */
import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Stack, startStack } from '../stack.ts'

let stack: Stack
let port: number
beforeEach(async () => {
  stack = await startStack()
  await stack.app.listen({ port: 0, host: '127.0.0.1' })
  port = (stack.app.server.address() as AddressInfo).port
})
afterEach(() => stack.stop())

/** One connection, kept alive. */
const connection = () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return (path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; text: string; connection: string | undefined }>((resolve, reject) => {
      request({ agent, port, path, headers }, (response) => {
        let text = ''
        response
          .on('data', (chunk) => (text += chunk))
          .on('end', () => {
            resolve({ status: response.statusCode ?? 0, text, connection: response.headers.connection })
          })
      })
        .on('error', reject)
        .end()
    })
}

test('a server that closes answers whoever reaches it, and is closed when the last is answered, not when the last has gone', async () => {
  const someone = await stack.member()
  const [one, other] = [connection(), connection()]
  expect((await one('/api/health/live')).connection).toBe('keep-alive')
  // Waits for a position that comes while the server closes.
  const soon = String(BigInt(await stack.store.head()) + 1n)
  const waiting = other('/api/users/me', { cookie: someone.cookies(), 'min-position': soon })
  await new Promise((resolve) => stack.app.server.once('request', resolve))
  const closed = stack.app.close()
  await stack.store.append('elsewhere-1', [{ id: crypto.randomUUID(), type: 'Nothing', data: {}, metadata: {} }], 'any')
  expect(await waiting).toMatchObject({ status: 200, connection: 'close' })
  await closed
})
