import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import pg from 'pg'
import { WebSocketServer } from 'ws'
import { Delta, delta, type Ops } from '../../../backend/domain/deltas.ts'
import { answer } from '../lib/apart.ts'

interface Change {
  id: string
  base: number
  ops: Ops
}

/** The least that could do it: a change follows those since, becomes a row, and when that is committed, a message to each socket. */
async function listen(postgres: pg.ClientConfig): Promise<string> {
  const pool = new pg.Pool({ ...postgres, max: 20 })
  await pool.query('create table if not exists bare_changes (revision int primary key, change jsonb not null)')
  const changes: Delta[] = []
  let text = new Delta().insert(`${'x'.repeat(399)}\n`.repeat(150))
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })

  const change = async (request: http.IncomingMessage): Promise<string> => {
    const { id, base, ops } = (await json(request)) as Change
    const mine = changes.slice(base).reduce((mine, theirs) => theirs.transform(mine, false), delta(ops))
    text = text.compose(mine)
    const revision = changes.push(mine)
    const message = JSON.stringify({ revision, id, ops: mine.ops })
    await pool.query({ name: 'put', text: 'insert into bare_changes values ($1, $2)', values: [revision, message] })
    for (const socket of sockets.clients) socket.send(message)
    return message
  }
  const server = http.createServer((request, response) => {
    change(request).then(
      (said) => response.setHeader('content-type', 'application/json').end(said),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  server.on('upgrade', (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (tab) => sockets.emit('connection', tab, request)),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const duties = { listen }
export type BareText = typeof duties
answer(duties)
