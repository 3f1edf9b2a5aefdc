import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { answer } from '../lib/apart.ts'

const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false, backlog: 4096 })

const duties = {
  async listen(): Promise<string> {
    if (!sockets.address()) await once(sockets, 'listening')
    return `ws://127.0.0.1:${(sockets.address() as AddressInfo).port}`
  },
  /** Each to everybody; its bytes are made once. */
  send(messages: string[]): void {
    for (const message of messages) {
      const bytes = Buffer.from(message)
      for (const socket of sockets.clients) socket.send(bytes, { binary: false })
    }
  },
}
export type Broadcast = typeof duties
answer(duties)
