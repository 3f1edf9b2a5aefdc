import type pg from 'pg'
import { fromTimestamp } from './arrays.ts'
import type { Row } from './event.ts'
import { nameOf } from './names.ts'

/** The columns that `scan` reads, in their order. */
export const COLUMNS = `position, ${nameOf('stream')}, revision, id, ${nameOf('type')}, created, json, data, metadata`

/**
 * Runs a query for COLUMNS and visits its rows. It uses COPY, since pg converts the rows of other queries to text.
 * A visited row's buffers are views that the next row overwrites: use them at once or copy them.
 */
export function scan(client: pg.ClientBase, query: string, visit: (row: Row) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let started = false
    let failure: unknown
    const ignore = () => {}
    // pg accepts any object with these methods as a query. Its own class would collect the rows as strings.
    const submittable = {
      submit: (connection: pg.Connection) => connection.query(`copy (${query}) to stdout (format binary)`),
      handleCopyData({ chunk }: { chunk: Buffer }) {
        try {
          const at = started ? 0 : 19 + chunk.readInt32BE(15)
          started = true
          if (at < chunk.length && chunk.readInt16BE(at) > 0) visit(decodeRow(chunk, at + 2))
        } catch (error) {
          failure ??= error
        }
      },
      handleReadyForQuery: () => (failure === undefined ? resolve() : reject(failure)),
      handleError: (error: unknown) => reject(error),
      handleCommandComplete: ignore,
      handleRowDescription: ignore,
      handleDataRow: ignore,
      handleEmptyQuery: ignore,
      handlePortalSuspended: ignore,
    }
    client.query(submittable)
  })
}

/** Copies a row, so that the next one does not overwrite its buffers. */
export const ownedCopy = (row: Row): Row => ({
  ...row,
  stream: Buffer.from(row.stream),
  id: Buffer.from(row.id),
  type: Buffer.from(row.type),
  data: Buffer.from(row.data),
  metadata: Buffer.from(row.metadata),
})

function decodeRow(bytes: Buffer, start: number): Row {
  let at = start
  const next = () => {
    const length = bytes.readInt32BE(at)
    const from = at + 4
    at = from + length
    return from
  }
  const view = () => {
    const from = next()
    return bytes.subarray(from, at)
  }
  return {
    position: bytes.readBigInt64BE(next()),
    stream: view(),
    revision: bytes.readBigInt64BE(next()),
    id: view(),
    type: view(),
    created: fromTimestamp(bytes.readBigInt64BE(next())),
    json: bytes.readUInt8(next()) === 1,
    data: view(),
    metadata: view(),
  }
}
