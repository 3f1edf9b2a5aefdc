import { Readable } from 'node:stream'
import pg from 'pg'

/** Message types of PostgreSQL's base backup: the start of an archive, and a part of its content. */
const [newArchive, contents] = ['n', 'd'].map((letter) => letter.charCodeAt(0))

/**
 * Streams the whole cluster at one instant, as the tar file that PostgreSQL's BASE_BACKUP sends, concurrently with
 * writes. It holds everything committed before the request, and the WAL to replay it to its end, which a slot retains
 * until the connection ends. Buffers at most a few hundred kB.
 */
export async function baseBackup(options: pg.ClientConfig): Promise<Readable> {
  const client = new pg.Client({ ...options, replication: 'true' } as pg.ClientConfig)
  client.on('error', () => undefined)
  await client.connect()
  const slot = `loreloom_backup_${process.pid}`
  await client.query(`CREATE_REPLICATION_SLOT ${slot} TEMPORARY PHYSICAL RESERVE_WAL`)
  const stream = copiedOut(client, "BASE_BACKUP (LABEL 'loreloom', CHECKPOINT 'fast', WAL, MANIFEST 'no')")
  stream.once('close', () => void client.end().catch(() => undefined))
  return stream
}

interface Connection {
  query(text: string): void
  stream: { pause(): void; resume(): void; destroy(): void }
}

/** Streams the archive that `command` sends, by a custom query of `pg`. PostgreSQL sends two results before it, which are ignored. */
const copiedOut = (client: pg.Client, command: string): Readable => {
  let connection: Connection | undefined
  let done = false
  const stream = new Readable({
    highWaterMark: 262_144,
    read: () => connection?.stream.resume(),
    destroy(error, callback) {
      // Does not await a running transfer; the server notices the closed connection.
      if (!done) connection?.stream.destroy()
      connection?.stream.resume()
      callback(error)
    },
  })
  const nothing = () => undefined
  client.query({
    submit(given: unknown) {
      connection = given as Connection
      connection.query(command)
    },
    handleRowDescription: nothing,
    handleDataRow: nothing,
    handleCommandComplete: nothing,
    handleCopyData({ chunk }: { chunk: Buffer }) {
      if (chunk[0] === newArchive && ++archives > 1) stream.destroy(new Error('The database has tablespaces elsewhere'))
      // Copies the chunk, since the parser of `pg` reuses its buffer.
      if (chunk[0] === contents && !stream.push(Buffer.from(chunk.subarray(1)))) connection?.stream.pause()
    },
    handleError: (error: Error) => stream.destroy(error),
    handleReadyForQuery() {
      done = true
      stream.push(null)
    },
  } as pg.Submittable)
  let archives = 0
  return stream
}
