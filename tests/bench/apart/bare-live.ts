import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import pg from 'pg'
import { type WebSocket, WebSocketServer } from 'ws'
import { answer } from '../lib/apart.ts'

/** The least that could do it: a request becomes a row, and when that is committed, a message to each socket of its table. */
async function listen(postgres: pg.ClientConfig): Promise<string> {
  const pool = new pg.Pool({ ...postgres, max: 20 })
  await pool.query(`create table if not exists bare_events (position bigint generated always as identity primary key,
    id uuid not null, stream text not null, type text not null, data jsonb not null, metadata jsonb not null)`)
  const tables = new Map<string, Set<WebSocket>>()
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })

  const act = async (request: http.IncomingMessage): Promise<string> => {
    const [, table = '', actor] = (request.url ?? '').split('/')
    const { name } = (await json(request)) as { name: string }
    const [id, collectionId, campaignId] = [randomUUID(), randomUUID(), randomUUID()]
    const event = { id, type: 'CollectionRenamed', stream: `collections-${campaignId}` }
    const data = { name, campaignId, collectionId }
    const metadata = { actor, commandId: randomUUID(), correlationId: randomUUID() }
    const { rows } = await pool.query<{ position: string }>({
      name: 'append',
      text: 'insert into bare_events (id, stream, type, data, metadata) values ($1, $2, $3, $4, $5) returning position',
      values: [id, event.stream, event.type, data, metadata],
    })
    const position = rows[0]?.position
    const message = JSON.stringify({ ...event, position, at: new Date().toISOString(), data, metadata })
    for (const socket of tables.get(table) ?? []) socket.send(message)
    return JSON.stringify({ position })
  }

  const server = http.createServer((request, response) => {
    act(request).then(
      (said) => response.setHeader('content-type', 'application/json').end(said),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  server.on('upgrade', (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (tab) => {
      const table = request.url?.slice(1) ?? ''
      const there = tables.get(table) ?? new Set()
      tables.set(table, there.add(tab))
      tab.on('close', () => there.delete(tab))
    }),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const duties = { listen }
export type BareLive = typeof duties
answer(duties)
