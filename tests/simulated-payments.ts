import Stripe from 'stripe'
import { findPort } from '../backend/platform/port.ts'
import { stripe as adapter } from '../backend/providers/payments/stripe.ts'
import { startStripe } from '../stripe/index.ts'
import { freshDatabase, openPool } from './postgres.ts'

export type SimulatedPayments = Awaited<ReturnType<typeof simulatedPayments>>

/** The emulator of Stripe over a database of its own, with its webhooks for an app that listens on `port`. */
export async function simulatedPayments() {
  const database = await freshDatabase()
  const pool = openPool(database.options)
  const port = await findPort('127.0.0.1', 0)
  const started = await startStripe({ pool, webhook: { url: `http://127.0.0.1:${port}/api/billing/webhook` } })
  const { address, keys, settle } = started
  const { hostname: host, port: at } = new URL(address)
  /** As a browser, with the publishable key. */
  const browser = async (path: string, values: Record<string, string>) => {
    const headers = { authorization: `Bearer ${keys.publishableKey}` }
    const response = await fetch(`${address}${path}`, { method: 'POST', headers, body: new URLSearchParams(values) })
    return { status: response.status, body: await response.json() }
  }
  return {
    port,
    keys,
    settle,
    browser,
    /** The port's adapter, of which one may be another's. */
    payments: adapter({ ...keys, address }),
    /** Its dashboard, as it were. */
    stripe: new Stripe(keys.secretKey, { host, port: at, protocol: 'http', telemetry: false }),
    async card(number = '4242424242424242'): Promise<string> {
      const expiry = { 'card[exp_month]': '12', 'card[exp_year]': '2040', 'card[cvc]': '123' }
      return (await browser('/v1/payment_methods', { type: 'card', 'card[number]': number, ...expiry })).body.id
    },
    /** What the browser does with a client secret. */
    confirm: (client_secret: string, payment_method?: string) =>
      browser(`/v1/payment_intents/${client_secret.split('_secret_')[0]}/confirm`, {
        client_secret,
        ...(payment_method && { payment_method }),
      }),
    authenticate: (client_secret: string, outcome: 'succeed' | 'fail' = 'succeed') =>
      browser('/simulated/authenticate', { client_secret, outcome }),
    async end() {
      await started.close()
      await pool.end()
      await database.drop()
    },
  }
}
