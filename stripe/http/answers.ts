import { createHash } from 'node:crypto'
import type pg from 'pg'
import { Refused } from './errors.ts'

export interface Given {
  status: number
  body: object
}

export const hashOf = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex')

const conflict = (status: number, message: string, code?: string) =>
  new Refused(status, { type: 'idempotency_error', message, ...(code !== undefined && { code }) })

export const inUse = (key: string) =>
  conflict(
    409,
    `There is currently another in-progress request using this Stripe Idempotency-Key ${key}. Try again once it ends.`,
    'idempotency_key_in_use',
  )

/** Returns the stored answer to an idempotency key, for a day. Refuses another request with the same key. */
export async function answered(client: pg.ClientBase, key: string, request: string): Promise<Given | undefined> {
  await client.query("delete from simulated_stripe.answers where at < now() - interval '24 hours'")
  const { rows } = await client.query('select request, status, body from simulated_stripe.answers where key = $1', [
    key,
  ])
  if (rows[0] && rows[0].request !== request)
    throw conflict(
      400,
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    )
  return rows[0]
}

export async function keep(
  client: pg.ClientBase,
  key: string,
  request: string,
  { status, body }: Given,
): Promise<void> {
  await client.query('insert into simulated_stripe.answers (key, request, status, body) values ($1, $2, $3, $4)', [
    key,
    request,
    status,
    body,
  ])
}
