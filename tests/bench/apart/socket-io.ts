import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { answer } from '../lib/apart.ts'
import type { Broadcast } from './bare-broadcast.ts'

/** As its manual has it, over websockets alone and without compressing them. */
const server = http.createServer()
const io = new Server(server, { transports: ['websocket'], perMessageDeflate: false, serveClient: false })

const duties: Pick<Broadcast, 'listen' | 'send'> = {
  async listen() {
    await once(server.listen(0, '127.0.0.1', 4096), 'listening')
    return `ws://127.0.0.1:${(server.address() as AddressInfo).port}/socket.io/?EIO=4&transport=websocket`
  },
  async send(messages) {
    for (const message of messages) io.emit('event', JSON.parse(message))
  },
}
answer(duties)
