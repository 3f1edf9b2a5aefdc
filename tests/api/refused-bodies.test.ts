import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { Rejection } from '#domain/decider.ts'
import { handleErrors } from '../../backend/http/error-handler.ts'
import { paceRefusedBodies } from '../../backend/http/refused-bodies.ts'

test('a client that still sends the body of a refused upload gets the answer, and the next one on the same connection', async () => {
  const app = Fastify()
  handleErrors(app)
  paceRefusedBodies(app)
  app.post('/file', {
    onRequest: async () => {
      throw new Rejection('too_many_requests', { seconds: 7 })
    },
    handler: async () => 'stored',
  })
  app.get('/next', async () => 'here')
  await app.listen({ host: '127.0.0.1', port: 0 })
  try {
    const { port } = app.server.address() as { port: number }
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.setEncoding('utf8').on('data', (text: string) => {
      received += text
    })
    const receive = async (part: string) => {
      while (!received.includes(part)) await once(socket, 'data')
    }
    const bytes = 3 * 2 ** 20
    socket.write(`POST /file HTTP/1.1\r\nhost: a\r\ncontent-type: image/png\r\ncontent-length: ${bytes}\r\n\r\n`)
    socket.write(Buffer.alloc(bytes - 1))
    await receive('retry-after: 7')
    socket.write(Buffer.alloc(1))
    socket.write('GET /next HTTP/1.1\r\nhost: a\r\n\r\n')
    await receive('here')
    expect(received).toMatch(/^HTTP\/1.1 429 .*HTTP\/1.1 200 .*here$/s)
    socket.destroy()
  } finally {
    await app.close()
  }
})
