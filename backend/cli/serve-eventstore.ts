import { X509Certificate } from 'node:crypto'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedEventStore } from '../../eventstore/embedded/process.ts'
import { calledAt } from '../platform/called-at.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts'
import { readProtection } from '../platform/protection.ts'

/** `npm run eventstore -- --port 2113`: runs only the event store, for other clients, in DATABASE_URL or DATA_DIR's PostgreSQL. */
const usage = `usage: npm run eventstore -- [--port 2113] [--host 127.0.0.1] [--user NAME --password-file FILE --cert FILE --key FILE | --insecure] [--live-limit N]

  --port           where it listens; 0: any free port
  --host           the address it listens on
  --user           who may call, and nobody else
  --password-file  a file with their password, on one line
  --cert, --key    the certificate that names the host, with its issuers, and its private key; PEM
  --insecure       lets whoever reaches the address read and write everything
  --live-limit     throws out subscribers that are more live events behind, as EventStoreDB does before 24, with 32; otherwise they catch up`

function settings() {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: {
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '2113' },
      user: text,
      'password-file': text,
      cert: text,
      key: text,
      'live-limit': text,
      insecure: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const { host, insecure, user, cert, key, help, 'password-file': passwordFile } = values
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new Error('--port takes a number from 0 to 65535')
  return {
    host,
    port,
    help,
    ...liveLimitOf(values['live-limit']),
    access: { host, insecure, user, passwordFile, cert, key },
  }
}

function liveLimitOf(text: string | undefined) {
  if (text === undefined) return {}
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new Error('--live-limit takes a number from 1 to 999999')
  return { liveLimit: Number(text) }
}

async function database() {
  if (process.env.DATABASE_URL) return { options: { connectionString: process.env.DATABASE_URL }, stop: async () => {} }
  return startEmbeddedPostgres(path.join(process.env.DATA_DIR ?? './data', 'postgres'))
}

async function serve() {
  const { help, access, ...listening } = settings()
  if (help) return console.log(usage)
  const protection = readProtection(access)
  const postgres = await database()
  try {
    const store = await startEmbeddedEventStore({ postgres: postgres.options, ...listening, protection })
    const ended = new Promise<number>((resolve) => store.onExit((code) => resolve(code ?? 1)))
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void store.stop())
    console.log(`Event store at ${calledAt(store.url, protection?.cert).join(' or ')}`)
    if (protection) {
      const until = new X509Certificate(protection.cert).validToDate.toISOString()
      console.log(`It takes calls of ${protection.user} alone; its certificate is valid until ${until}.`)
    }
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
