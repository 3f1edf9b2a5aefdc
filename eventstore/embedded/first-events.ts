import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { columnsOf } from './arrays.ts'
import { newEventId, type Row } from './event.ts'
import { INSERT } from './schema.ts'

/**
 * Begins an empty log with system events, as EventStoreDB does: clients that read from the start must skip them here
 * too, and no position of a client's event is the first position of another log. Returns the position of the last.
 */
export async function beginLog(client: pg.ClientBase): Promise<bigint> {
  const rows = [
    firstRow(1n, '$epoch-information', '$epoch-information', { epochNumber: 0, epochId: randomUUID() }),
    firstRow(2n, '$$$scavenges', '$metadata', { $maxAge: 30 * 24 * 60 * 60 }),
  ]
  await client.query({ text: INSERT, values: columnsOf(rows) })
  return 2n
}

const firstRow = (position: bigint, stream: string, type: string, data: object): Row => ({
  position,
  stream: Buffer.from(stream),
  revision: 0n,
  id: newEventId(),
  type: Buffer.from(type),
  created: Date.now() * 1000,
  json: true,
  data: Buffer.from(JSON.stringify(data)),
  metadata: Buffer.alloc(0),
})
