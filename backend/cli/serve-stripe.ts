import path from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startStripe } from '../../stripe/index.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts'

/** `npm run stripe -- --port 12111`: runs only the simulated Stripe, in --database, DATABASE_URL, or DATA_DIR's PostgreSQL. */
const usage = `usage: npm run stripe -- [--port 12111] [--host 127.0.0.1] [--database postgres://…] [--webhook http://…]

  --port      where it listens; 0: any free port
  --host      the address it listens on
  --database  keeps its state there, in the schema simulated_stripe (otherwise DATABASE_URL, or PostgreSQL in DATA_DIR)
  --webhook   sends every event there, signed, until it is taken`

const wrong = (complaint: string) => new TypeError(complaint)

function settings(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '12111' },
      database: { type: 'string' },
      webhook: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const { host, webhook, help, database = process.env.DATABASE_URL } = values
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw wrong('--port takes a number from 0 to 65535')
  if (webhook !== undefined && !/^https?:/.test(webhook)) throw wrong('--webhook takes an http or https address')
  return { host, port, database, webhook, help }
}

async function postgresAt(connectionString: string | undefined) {
  if (connectionString) return { options: { connectionString }, stop: async () => {} }
  return startEmbeddedPostgres(path.join(process.env.DATA_DIR ?? './data', 'postgres'))
}

const ordered = () =>
  new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })

async function serve() {
  const { host, port, database, webhook, help } = settings(process.argv.slice(2))
  if (help) return console.log(usage)
  const toStop = ordered()
  const postgres = await postgresAt(database)
  const pool = new pg.Pool({ ...postgres.options, max: 10 })
  // A lost connection reports to its user; this handler covers idle ones.
  pool.on('error', () => undefined)
  try {
    const log = { error: (what: object, message: string) => console.error(message, what) }
    const stripe = await startStripe({
      pool,
      host,
      port,
      log,
      webhook: webhook === undefined ? undefined : { url: webhook },
    })
    const { secretKey, publishableKey, webhookSecret } = stripe.keys
    console.log(`Simulated Stripe at ${stripe.address}`)
    console.log(
      `STRIPE_SECRET_KEY=${secretKey}\nSTRIPE_PUBLISHABLE_KEY=${publishableKey}\nSTRIPE_WEBHOOK_SECRET=${webhookSecret}`,
    )
    await toStop
    await stripe.close()
  } finally {
    await pool.end()
    await postgres.stop()
  }
}

serve().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  if (error instanceof TypeError) console.error(usage)
  process.exitCode = 1
})
