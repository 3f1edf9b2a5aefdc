import path from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedEventStore } from '../eventstore/embedded/process.ts'
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts'

/** `npm run eventstore -- --port 2113`: the event store alone, for other tools and clients. Over DATABASE_URL, or PostgreSQL in DATA_DIR. */
const usage = 'usage: npm run eventstore -- [--port 2113] [--host 127.0.0.1]'

function settings(): { host: string; port: number } {
  const { values } = parseArgs({
    options: { host: { type: 'string', default: '127.0.0.1' }, port: { type: 'string', default: '2113' } },
  })
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new Error('--port takes a number from 0 to 65535')
  return { host: values.host, port }
}

async function database() {
  if (process.env.DATABASE_URL) return { options: { connectionString: process.env.DATABASE_URL }, stop: async () => {} }
  return startEmbeddedPostgres(path.join(process.env.DATA_DIR ?? './data', 'postgres'))
}

async function serve() {
  const { host, port } = settings()
  const postgres = await database()
  try {
    const store = await startEmbeddedEventStore({ postgres: postgres.options, host, port })
    const ended = new Promise<number>((resolve) => store.onExit((code) => resolve(code ?? 1)))
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void store.stop())
    console.log(`Event store at ${store.url}`)
    process.exitCode = await ended
  } finally {
    await postgres.stop()
  }
}

serve().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  if (error instanceof TypeError) console.error(usage)
  process.exitCode = 1
})
