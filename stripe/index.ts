import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type pg from 'pg'
import { calls } from './calls/index.ts'
import { newWebhookEndpoint } from './calls/webhook-endpoints.ts'
import { runDue } from './due.ts'
import { stripeServer } from './http/server.ts'
import { type Keys, migrate } from './store/schema.ts'
import { reader, writer } from './store/transaction.ts'
import { configuredEndpointId, deliver, type GivenEndpoint } from './webhooks/delivery.ts'
import { repeatedly } from './webhooks/repeatedly.ts'

export interface StripeOptions {
  /** The database. Its schema `simulated_stripe` stores the state, which any number of processes may share. */
  pool: pg.Pool
  host?: string
  /** 0 selects a free port. */
  port?: number
  /** Keys of the account; by default created once and stored. */
  keys?: Partial<Keys>
  /** Webhook endpoint of this process. Without it, events for this endpoint wait for a process that has one. */
  webhook?: { url: string; secret?: string } | undefined
  log?: { error(what: object, message: string): void }
}

export interface SimulatedStripe {
  /** Its origin, such as http://127.0.0.1:12111. */
  address: string
  keys: Keys
  /** Processes everything that is due now, and sends the due webhooks. */
  settle(): Promise<void>
  close(): Promise<void>
}

const silent = { error: () => undefined }

/** Starts an emulator of Stripe's HTTP API. */
export async function startStripe(options: StripeOptions): Promise<SimulatedStripe> {
  const { pool, host = '127.0.0.1', port = 0, log = silent, webhook } = options
  const secret = webhook?.secret
  const keys = await migrate(pool, { ...options.keys, ...(secret !== undefined && { webhookSecret: secret }) })
  const write = writer(pool)
  const given: GivenEndpoint | undefined = webhook && { url: webhook.url, secret: keys.webhookSecret }
  if (given)
    await write(async (tx) => {
      const endpoint = newWebhookEndpoint(configuredEndpointId, tx.now, { url: given.url, enabled_events: ['*'] })
      await tx.put(endpoint, { secret: given.secret })
    })

  const background = repeatedly(
    async () => {
      try {
        await runDue(pool, write)
      } finally {
        while (await deliver(pool, given));
      }
    },
    { everyMs: 2_000, log },
  )
  const server = stripeServer({ keys, calls, read: () => reader(pool), write, changed: background.wake, log })
  await once(server.listen(port, host), 'listening')
  void background.wake()
  const { port: taken } = server.address() as AddressInfo
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    keys,
    settle: background.wake,
    async close() {
      server.closeAllConnections()
      await Promise.all([new Promise((resolve) => server.close(resolve)), background.stop()])
    },
  }
}
