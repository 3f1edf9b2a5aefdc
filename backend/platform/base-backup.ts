import { Readable } from 'node:stream'
import pg from 'pg'

/** Of PostgreSQL's messages during a base backup: the beginning of an archive, what is in it, and how far it is. */
const [newArchive, contents] = ['n', 'd'].map((letter) => letter.charCodeAt(0))

/**
 * The whole cluster at one instant, as the tar file that PostgreSQL's BASE_BACKUP sends, while others write: what is committed before it is asked for is in it. WAL that
 * replays it to its end is in it as well, and kept until then by a slot that ends with the connection. At most some hundred kB wait in memory.
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

/** What `pg` asks of a query that is not its own. Two results come before the archives. */
const copiedOut = (client: pg.Client, command: string): Readable => {
  let connection: Connection | undefined
  let done = false
  const stream = new Readable({
    highWaterMark: 262_144,
    read: () => connection?.stream.resume(),
    destroy(error, callback) {
      // What is still under way is not waited for: the server notices.
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
      // A copy: the parser uses its memory again.
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
