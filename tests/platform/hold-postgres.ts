import pg from 'pg'
import { startEmbeddedPostgres } from '../../backend/platform/embedded-postgres.ts'

// A process to be killed: starts the cluster, has one row acknowledged, tells the server's id, and waits.
const postgres = await startEmbeddedPostgres(process.argv[2] ?? '')
const client = new pg.Client(postgres.options)
await client.connect()
await client.query(`create table kept as select 'acknowledged' as name`)
process.send?.(postgres.pid)
setInterval(() => undefined, 60_000)
