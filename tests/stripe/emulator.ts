import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import type pg from 'pg'
import Stripe from 'stripe'
import { type SimulatedStripe, startStripe } from '../../stripe/index.ts'
import { freshDatabase, openPool } from '../postgres.ts'

/** Stripe's own SDK, pointed at an emulator. */
export const sdk = (address: string, key: string, options: Stripe.StripeConfig = {}): Stripe => {
  const { hostname, port } = new URL(address)
  return new Stripe(key, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false, ...options })
}

export interface Emulated extends SimulatedStripe {
  pool: pg.Pool
  stripe: Stripe
  /** What the endpoint was sent and could verify, in order. */
  received: Stripe.Event[]
  /** Answers of the endpoint that are to come first. */
  refuse(statuses: number[]): void
  end(): Promise<void>
}

/** An emulator over a database of its own, with an endpoint that takes its webhooks. */
export async function emulated(): Promise<Emulated> {
  const database = await freshDatabase()
  const pool = openPool(database.options)
  const received: Stripe.Event[] = []
  const statuses: number[] = []
  let check: (body: string, signature: string) => Stripe.Event
  const endpoint = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const status = statuses.shift() ?? 200
    if (status === 200) received.push(check(body, String(request.headers['stripe-signature'])))
    response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => endpoint.once('listening', resolve))
  const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/`
  const errors: object[] = []
  const started = await startStripe({
    pool,
    webhook: { url },
    log: { error: (what, message) => errors.push({ message, ...what }) },
  })
  const stripe = sdk(started.address, started.keys.secretKey)
  check = (body, signature) => stripe.webhooks.constructEvent(body, signature, started.keys.webhookSecret)
  return {
    ...started,
    pool,
    stripe,
    received,
    refuse: (next) => statuses.push(...next),
    async end() {
      await started.close()
      endpoint.closeAllConnections()
      endpoint.close()
      await pool.end()
      await database.drop()
      if (errors.length > 0) throw new Error(`The emulator failed: ${inspect(errors)}`)
    },
  }
}
