import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { deliveredWithin, deliveryPause } from '../rules/retries.ts'

/** `Stripe-Signature` of a body sent at `at`: seconds of the wall clock, since the receiver compares it with its own clock. */
const signatureOf = (body: string, secret: string, at: number): string =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`

/** The webhook endpoint of this process. */
export interface GivenEndpoint {
  url: string
  secret: string
}

/** The id of the endpoint that is configured by `startStripe`, not created by a call. */
export const configuredEndpointId = 'we_given'

const atOnce = 8
const leaseSeconds = 60
const timeoutMs = 10_000

interface Delivery {
  event: string
  endpoint: string
  attempts: number
  body: object
  url: string | null
  secret: string | null
}

const send = async (url: string, secret: string, event: object): Promise<boolean> => {
  const body = JSON.stringify(event, null, 2)
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'stripe-signature': signatureOf(body, secret, Math.floor(Date.now() / 1_000)),
    'user-agent': 'Stripe/1.0 (simulated)',
  }
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}

/**
 * Takes due deliveries under a lease, so that one process sends each, and none is lost if a process is killed. Without a configured
 * endpoint, its deliveries are left to a process that has one.
 */
const take = async (pool: pg.Pool, given: GivenEndpoint | undefined): Promise<Delivery[]> => {
  const { rows } = await pool.query(
    `with taken as (
       update simulated_stripe.deliveries set attempts = attempts + 1, next_at = now() + $1 * interval '1 second'
       where (event, endpoint) in (
         select event, endpoint from simulated_stripe.deliveries where next_at <= now() and ($2 or endpoint <> $3)
         order by next_at, event limit $4 for update skip locked)
       returning event, endpoint, attempts)
     select taken.*, event.data as body, endpoint.data->>'url' as url, endpoint.hidden->>'secret' as secret
     from taken join simulated_stripe.objects event on event.id = taken.event
     left join simulated_stripe.objects endpoint on endpoint.id = taken.endpoint order by event.seq`,
    [leaseSeconds, given !== undefined, configuredEndpointId, atOnce],
  )
  return rows
}

const done = (pool: pg.Pool, { event, endpoint }: Delivery) =>
  pool.query(
    `with gone as (delete from simulated_stripe.deliveries where event = $1 and endpoint = $2 returning event)
     update simulated_stripe.objects set data = jsonb_set(data, '{pending_webhooks}', to_jsonb(greatest((data->>'pending_webhooks')::int - 1, 0)))
     where id in (select event from gone)`,
    [event, endpoint],
  )

const later = (pool: pg.Pool, { event, endpoint, attempts }: Delivery) =>
  pool.query(
    `update simulated_stripe.deliveries set next_at = now() + $3 * interval '1 second' where event = $1 and endpoint = $2`,
    [event, endpoint, deliveryPause(attempts)],
  )

/** Sends due deliveries, a few at once. Returns true if there were any. */
export async function deliver(pool: pg.Pool, given: GivenEndpoint | undefined): Promise<boolean> {
  await pool.query(`delete from simulated_stripe.deliveries where made_at < now() - $1 * interval '1 second'`, [
    deliveredWithin,
  ])
  const taken = await take(pool, given)
  await Promise.all(
    taken.map(async (each) => {
      const { url, secret } = each.endpoint === configuredEndpointId && given ? given : each
      // Deliveries to a deleted endpoint are dropped.
      const settled = url === null || secret === null || (await send(url, secret, each.body))
      await (settled ? done(pool, each) : later(pool, each))
    }),
  )
  return taken.length > 0
}
