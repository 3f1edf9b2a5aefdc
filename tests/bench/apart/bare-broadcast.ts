import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { WebSocketServer } from 'ws'
import { answer } from '../lib/apart.ts'

/** Where messages are kept before they are sent, if they are to be. */
let keptAt: pg.Client | undefined
const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false, backlog: 4096 })

const duties = {
  async listen(): Promise<string> {
    if (!sockets.address()) await once(sockets, 'listening')
    return `ws://127.0.0.1:${(sockets.address() as AddressInfo).port}`
  },
  /** From now on, what is sent is committed to a table of this database first. */
  async keepIn(postgres: pg.ClientConfig): Promise<void> {
    keptAt = new pg.Client(postgres)
    await keptAt.connect()
    await keptAt.query(
      'create table if not exists bare_messages (position bigint generated always as identity primary key, message jsonb not null)',
    )
  },
  /** Each to everybody; its bytes are made once. */
  async send(messages: string[]): Promise<void> {
    await keptAt?.query({
      name: 'keep',
      text: 'insert into bare_messages (message) select unnest($1::jsonb[])',
      values: [messages],
    })
    for (const message of messages) {
      const bytes = Buffer.from(message)
      for (const socket of sockets.clients) socket.send(bytes, { binary: false })
    }
  },
}
export type Broadcast = typeof duties
answer(duties)
