import { once } from 'node:events'
import { expect, test } from 'vitest'
import WebSocket, { WebSocketServer } from 'ws'
import { frameOf } from '../../backend/realtime/frame.ts'

test.each([0, 1, 125, 126, 65_535, 65_536, 200_000])('a frame of %i bytes reads as its text', async (size) => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
  server.on('connection', (_, { socket }) => socket.write(frameOf('é'.repeat(size >> 1) + '.'.repeat(size & 1))))
  await once(server, 'listening')
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as { port: number }).port}`)
  const [message, isBinary] = (await once(client, 'message')) as [Buffer, boolean]
  expect(isBinary).toBe(false)
  expect(message.toString()).toBe('é'.repeat(size >> 1) + '.'.repeat(size & 1))
  client.terminate()
  server.close()
})
